import { createHash, randomBytes, X509Certificate } from "node:crypto";
import type { AuthenticationResult, Authenticator, User } from "@svc/authn";
import {
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  createRbac,
  privilegedGroup,
  type Rbac,
  unionAuthorizer,
} from "@svc/authz";
import type { Dialect } from "@svc/meta";
import type { Flags } from "./flags.ts";
import { type Identity, readGiven } from "./identity.ts";
import { StartupError } from "./startup-error.ts";

const absent: AuthenticationResult = { kind: "absent" };

export async function createAccess(
  flags: Flags,
  identity: Identity,
  dialect: Dialect,
): Promise<{ authenticator: Authenticator; authorizer: Authorizer; rbac?: Rbac; controllerToken: string }> {
  const tokens = new Map<string, User>();
  const key = (t: string) => createHash("sha256").update(t).digest("base64");
  const withGeneral = (groups: readonly string[]) => [...groups, "system:authenticated"];
  tokens.set(key(identity.adminToken), { name: "admin", uid: "", groups: withGeneral(["system:masters"]), extra: {} });
  if (flags.tokenAuthFile !== undefined) {
    for (const line of (await readGiven("--token-auth-file", flags.tokenAuthFile)).split("\n")) {
      const m = /^([^,]+),([^,]+),([^,]*)(?:,"?([^"]*)"?)?$/.exec(line.trim());
      if (m === null) continue;
      tokens.set(key(m[1] ?? ""), {
        name: m[2] ?? "",
        uid: m[3] ?? "",
        groups: withGeneral((m[4] ?? "").split(",").filter(Boolean)),
        extra: {},
      });
    }
  }
  const rbac = flags.authorizationMode.includes("RBAC")
    ? createRbac(dialect.expand("rbac.authorization.{api}"))
    : undefined;
  const modes = [privilegedGroup(), ...flags.authorizationMode.flatMap((mode) => authorizerOf(mode, rbac))];
  const ca = new X509Certificate(identity.authority.certificate);
  const certs = new WeakMap<Buffer, AuthenticationResult>();
  const controllerToken = randomBytes(32).toString("base64url");
  tokens.set(key(controllerToken), {
    name: "system:kube-controller-manager",
    uid: "",
    groups: withGeneral(["system:masters"]),
    extra: {},
  });
  return {
    controllerToken,
    authenticator: {
      authenticate: (request) => {
        const header = request.header("authorization");
        const token = header?.startsWith("Bearer ") ? header.slice(7) : undefined;
        if (token !== undefined) {
          const user = tokens.get(key(token));
          return user === undefined ? { kind: "rejected", reason: "" } : { kind: "authenticated", user };
        }
        const [own] = request.peerCertificates();
        if (own !== undefined) {
          const known = certs.get(own);
          if (known !== undefined) return known;
          const cert = new X509Certificate(own);
          if (cert.verify(ca.publicKey)) {
            const subject = cert.subject.split("\n");
            const result: AuthenticationResult = {
              kind: "authenticated",
              user: {
                name: subject.find((s) => s.startsWith("CN="))?.slice(3) ?? "",
                uid: "",
                groups: withGeneral(subject.filter((s) => s.startsWith("O=")).map((s) => s.slice(2))),
                extra: {},
              },
            };
            certs.set(own, result);
            return result;
          }
        }
        return flags.anonymousAuth
          ? {
              kind: "authenticated",
              user: { name: "system:anonymous", uid: "", groups: ["system:unauthenticated"], extra: {} },
            }
          : absent;
      },
    },
    authorizer: unionAuthorizer(modes),
    ...(rbac === undefined ? {} : { rbac }),
  };
}

function authorizerOf(mode: string, rbac: Rbac | undefined): readonly Authorizer[] {
  switch (mode) {
    case "AlwaysAllow":
      return [alwaysAllow];
    case "AlwaysDeny":
      return [alwaysDeny];
    case "RBAC":
      return rbac === undefined ? [] : [rbac];
    case "Node":
      return [];
    default:
      throw new StartupError(`--authorization-mode: ${JSON.stringify(mode)} is no mode that this server has`);
  }
}
