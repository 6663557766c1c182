import { createHash, randomBytes, X509Certificate } from "node:crypto";
import type { AuthenticationResult, Authenticator, User } from "@svc/authn";
import type { Flags } from "./flags.ts";
import { type Identity, readGiven } from "./identity.ts";

const absent: AuthenticationResult = { kind: "absent" };

export async function createAccess(
  flags: Flags,
  identity: Identity,
): Promise<{ authenticator: Authenticator; controllerToken: string }> {
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
  };
}
