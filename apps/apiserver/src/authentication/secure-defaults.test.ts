import { connect } from "node:tls";
import { createManualClock, silentLog } from "@svc/base";
import { createEgress } from "@svc/http/client";
import { createDialect } from "@svc/meta";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseFlags } from "../flags.ts";
import { loadIdentity } from "../identity/identity.ts";
import { createProcessMetrics } from "../metrics/metrics.ts";
import { type Ask, openFolder, startServer, type TestFolder, type TestServer } from "../testing/running-server.ts";
import { createAuthentication } from "./authentication.ts";

let folder: TestFolder;
let server: TestServer;
beforeAll(async () => {
  folder = await openFolder();
  const tokens = ["alice-token,alice,1", "delegate-token,delegate,2", 'node-token,system:node:n,3,"system:nodes"'];
  server = await startServer(
    folder,
    "secure",
    `--token-auth-file=${await folder.write("tokens.csv", tokens.join("\n"))}`,
    `--client-ca-file=${await folder.write("clients.crt", (await folder.stranger()).certificate)}`,
    `--requestheader-client-ca-file=${folder.path}/ca.crt`,
    "--requestheader-allowed-names=front",
    "--requestheader-username-headers=X-Remote-User",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
    "--requestheader-uid-headers=X-Remote-Uid",
    "--enable-bootstrap-token-auth",
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const post = (path: string, body: object) => server.ask(path, { token: server.adminToken, method: "POST", body });

describe("impersonation bypass", () => {
  const become = (headers: Ask["headers"], token = "delegate-token") =>
    server.whoami({ token, ...(headers === undefined ? {} : { headers }) });

  beforeAll(async () => {
    const rbac = "/apis/rbac.authorization.k8s.io/v1";
    const subjects = [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "delegate" }];
    const rules = [{ apiGroups: [""], resources: ["users"], resourceNames: ["bob"], verbs: ["impersonate"] }];
    await post(`${rbac}/clusterroles`, { metadata: { name: "delegate" }, rules });
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "delegate" };
    await post(`${rbac}/clusterrolebindings`, { metadata: { name: "delegate" }, roleRef, subjects });
  });

  test("users with the permission may impersonate", async () => {
    expect(await become({ "impersonate-user": "bob" })).toBe("bob");
  });

  test.each<{ name: string; headers: NonNullable<Ask["headers"]> }>([
    { name: "another user", headers: { "impersonate-user": "admin" } },
    { name: "a group beside him", headers: { "impersonate-user": "bob", "impersonate-group": "system:masters" } },
    {
      name: "a group in the second line",
      headers: { "impersonate-user": "bob", "impersonate-group": ["system:authenticated", "system:masters"] },
    },
    { name: "a uid", headers: { "impersonate-user": "bob", "impersonate-uid": "1" } },
    { name: "an extra", headers: { "impersonate-user": "bob", "impersonate-extra-scopes": "all" } },
    {
      name: "an extra with an escaped key",
      headers: { "impersonate-user": "bob", "impersonate-extra-a%2Fb": "all" },
    },
    { name: "a service account", headers: { "impersonate-user": "system:serviceaccount:kube-system:x" } },
    { name: "a user whose name begins alike", headers: { "impersonate-user": "bobby" } },
    { name: "a list that begins with him", headers: { "impersonate-user": "bob, admin" } },
    { name: "in other case", headers: { "Impersonate-User": "BOB" } },
  ])("does not give $name", async ({ headers }) => {
    expect(await become(headers)).toBe("403");
  });

  test("uses the first of several users", async () => {
    expect(await become({ "impersonate-user": ["bob", "admin"] })).toBe("bob");
    expect(await become({ "impersonate-user": ["admin", "bob"] })).toBe("403");
  });

  test("a group without a user is an error, not the caller with another group", async () => {
    expect(await become({ "impersonate-group": "system:masters" })).toBe("500");
  });

  test("is not for users without the permission, nor for anonymous ones", async () => {
    expect(await become({ "impersonate-user": "bob" }, "alice-token")).toBe("403");
    expect(await server.whoami({ headers: { "impersonate-user": "bob" } })).toBe("403");
    expect(await become({ "impersonate-user": "bob" }, "unknown")).toBe("401");
  });

  test("loses the rights of the user", async () => {
    const headers = { "impersonate-user": "bob" };
    const admin = { token: server.adminToken };
    expect((await server.ask("/api/v1/nodes", admin)).status).toBe(200);
    expect((await server.ask("/api/v1/nodes", { ...admin, headers })).status).toBe(403);
  });
});

describe("spoofed proxy headers", () => {
  const headers = { "x-remote-user": "admin", "x-remote-group": "system:masters", "x-remote-uid": "0" };

  test("count from a proxy of the allowed name", async () => {
    const certificate = await folder.certificate("front");
    expect(await server.whoami({ certificate, headers })).toBe("admin");
  });

  test("do not count without a certificate", async () => {
    expect(await server.whoami({ headers })).toBe("403");
  });

  test("do not count beside a token", async () => {
    expect(await server.whoami({ token: "alice-token", headers })).toBe("alice");
  });

  test("do not count from another name", async () => {
    expect(await server.whoami({ certificate: await folder.certificate("back"), headers })).toBe("401");
  });

  test("do not count from another authority", async () => {
    const certificate = await folder.certificate("front", ["system:masters"], await folder.stranger());
    expect(await server.whoami({ certificate, headers })).toBe("401");
  });

  test("do not count where no proxy is known", async () => {
    await using plain = await startServer(folder, "plain", `--client-ca-file=${folder.path}/ca.crt`);
    expect(await plain.whoami({ headers })).toBe("403");
    expect(await plain.whoami({ certificate: await folder.certificate("front"), headers })).toBe("front");
  });

  test.each(["x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-user", "x-webauth-user", "x-original-user"])(
    "%s is ignored",
    async (header) => {
      expect(await server.whoami({ token: "alice-token", headers: { [header]: "127.0.0.1" } })).toBe("alice");
      expect(await server.whoami({ headers: { [header]: "admin" } })).toBe("403");
    },
  );
});

describe("anonymous floods", () => {
  const flood = 5_000;
  const dialect = createDialect({ name: "flood", apiDomain: "flood.io" });

  async function authenticatorOf(...flags: string[]) {
    const reads = { store: 0, cache: 0 };
    const parsed = parseFlags([`--data-dir=${folder.path}/flood`, ...flags]);
    const clock = createManualClock(Date.now());
    const identity = await loadIdentity(parsed, clock.now());
    const metrics = createProcessMetrics(parsed);
    const options = {
      flags: parsed,
      identity,
      dialect,
      clock,
      log: silentLog,
      egress: createEgress(),
      metrics,
      serverUrl: () => "https://flood",
    };
    const authentication = await createAuthentication(options);
    const authenticator = authentication.authenticator({
      get: () => void reads.store++ as undefined,
      getCached: () => void reads.cache++ as undefined,
      recordUse: () => undefined,
    });
    const ask = (token: string | undefined, path = "/api") =>
      authenticator.authenticate({
        header: (name) => (name === "authorization" && token !== undefined ? `Bearer ${token}` : undefined),
        headerLines: () => [],
        path,
        remoteAddress: "192.0.2.1",
        peerCertificates: () => [],
      });
    return { ask, reads };
  }

  test("of unknown tokens are refused immediately, without a read of the store", async () => {
    const { ask, reads } = await authenticatorOf("--enable-bootstrap-token-auth");
    for (let i = 0; i < flood; i++) {
      const id = i.toString(36).padStart(6, "0");
      for (const token of [`junk-${i}`, `${id}.0123456789abcdef`])
        expect(ask(token)).toMatchObject({ kind: "rejected", reason: "invalid bearer token" });
    }
    expect(reads).toEqual({ store: 0, cache: flood });
  });

  test("of forged tokens of accounts are refused by their signature, before any object is looked at", async () => {
    const { ask, reads } = await authenticatorOf();
    const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
    const claims = { iss: "https://kubernetes.default.svc", aud: ["https://kubernetes.default.svc"], exp: 2 ** 33 };
    for (let i = 0; i < 200; i++) {
      const token = `${encode({ alg: "ES256" })}.${encode({ ...claims, jti: `${i}` })}.${"A".repeat(86)}`;
      expect((await ask(token)).kind).toBe("rejected");
    }
    expect(reads).toEqual({ store: 0, cache: 0 });
  });

  test("without credentials are one and the same user", async () => {
    const { ask } = await authenticatorOf();
    const first = ask(undefined);
    for (let i = 0; i < flood; i++) {
      const again = ask(undefined, `/${i}`);
      if (again instanceof Promise || first instanceof Promise) throw new Error("the answer came as a promise");
      expect(again.kind === "authenticated" && first.kind === "authenticated" && again.user === first.user).toBe(true);
    }
  });

  test("can be refused, or restricted to paths", async () => {
    const off = await authenticatorOf("--anonymous-auth=false");
    expect(off.ask(undefined)).toEqual({ kind: "absent" });
    const file = await folder.write(
      "anonymous.yaml",
      "apiVersion: apiserver.config.flood.io/v1beta1\nkind: AuthenticationConfiguration\nanonymous: {enabled: true, conditions: [{path: /livez}]}\n",
    );
    const some = await authenticatorOf(`--authentication-config=${file}`);
    expect(some.ask(undefined, "/livez")).toMatchObject({ kind: "authenticated" });
    for (const path of ["/", "/livez/", "/livez/etcd", "/Livez", "/api/v1/secrets"])
      expect(some.ask(undefined, path)).toEqual({ kind: "absent" });
  });

  test("are refused where everybody may do everything", async () => {
    const { ask } = await authenticatorOf("--authorization-mode=AlwaysAllow");
    expect(ask(undefined)).toEqual({ kind: "absent" });
  });

  test("are answered before their bodies are read", async () => {
    const { hostname, port } = new URL(server.url);
    const head = [
      "POST /api/v1/namespaces/default/configmaps HTTP/1.1",
      "Host: x",
      "Authorization: Bearer unknown",
      "Content-Type: application/json",
      "Content-Length: 3000000",
      "",
      "",
    ].join("\r\n");
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () =>
        socket.write(head),
      );
      socket.once("data", (chunk) => {
        resolve(chunk.toString());
        socket.destroy();
      });
      socket.once("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });
});
