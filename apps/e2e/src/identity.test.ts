import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueCertificate, type KeyPair, makeAuthority } from "@svc/pki";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPrograms } from "./clients.ts";
import { type Ran, runProgram } from "./run-program.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const programs = clientPrograms();

const auditPolicy = `
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules: [{ level: Metadata, resources: [{ resources: [pods] }] }]
`;

/** An OpenID Connect issuer with one key, on a port of its own. */
interface Issuer {
  readonly url: string;
  readonly certificateAuthority: string;
  token(claims: object): string;
  readonly server: Server;
}

async function startIssuer(): Promise<Issuer> {
  const nowMs = Date.now();
  const authority = await makeAuthority({ subject: { commonName: "issuer-ca" }, nowMs, days: 1 });
  const hosts = ["127.0.0.1"];
  const own = await issueCertificate(authority, {
    subject: { commonName: "issuer" },
    usage: "server",
    hosts,
    nowMs,
    days: 1,
  });
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let url = "";
  const server = createServer({ cert: own.certificate, key: own.key }, (request, response) => {
    const keys = [{ ...publicKey.export({ format: "jwk" }), kid: "k", alg: "ES256", use: "sig" }];
    response.end(JSON.stringify(request.url === "/keys" ? { keys } : { issuer: url, jwks_uri: `${url}/keys` }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const exp = Math.floor(nowMs / 1000) + 3_600;
  return {
    url,
    certificateAuthority: authority.certificate,
    token: (claims) => jwt({ iss: url, aud: "kubectl", exp, ...claims }, privateKey),
    server,
  };
}

function jwt(claims: object, key: KeyObject): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "ES256", kid: "k" })}.${encode(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

describe.skipIf(programs === undefined)("kubectl as several users", () => {
  let dir: string;
  let issuer: Issuer;
  let server: ServerProcess;
  let clients: KeyPair;
  const kubectl = (args: readonly string[], input?: string): Promise<Ran> =>
    runProgram(programs?.kubectl ?? "", args, {
      ...(input === undefined ? {} : { input }),
      env: { KUBECONFIG: server.kubeconfig, HOME: dir },
    });
  const ok = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await kubectl(args);
    expect(code, `kubectl ${args.join(" ")}: ${stderr}`).toBe(0);
    return stdout;
  };
  const file = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  /** A kubeconfig for another user on the same server. */
  const kubeconfigOf = (name: string, user: object): string => {
    const own = JSON.parse(readFileSync(server.kubeconfig, "utf8")) as { readonly users: readonly object[] };
    return file(name, JSON.stringify({ ...own, users: [{ name: "admin", user }] }));
  };
  const username = async (...args: string[]): Promise<string> =>
    ok("auth", "whoami", "-o", "jsonpath={.status.userInfo.username}", ...args);

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "svc-identity-"));
    issuer = await startIssuer();
    clients = await makeAuthority({ subject: { commonName: "clients" }, nowMs: Date.now(), days: 1 });
    server = await startServerProcess("kubernetes", [
      `--client-ca-file=${file("clients.crt", clients.certificate)}`,
      `--token-auth-file=${file("tokens.csv", "static-token,carol,1,devs\n")}`,
      `--oidc-issuer-url=${issuer.url}`,
      "--oidc-client-id=kubectl",
      `--oidc-ca-file=${file("issuer.crt", issuer.certificateAuthority)}`,
      "--oidc-username-claim=email",
      "--oidc-groups-claim=groups",
      "--oidc-groups-prefix=oidc:",
      "--oidc-signing-algs=ES256",
      `--audit-policy-file=${file("audit.yaml", auditPolicy)}`,
      `--audit-log-path=${join(dir, "audit.log")}`,
    ]);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    issuer?.server.closeAllConnections();
    issuer?.server.close();
    rmSync(dir, { recursive: true, force: true });
  });

  test("a certificate", async () => {
    expect(await username()).toBe("admin");
    const subject = { commonName: "dave", organizations: ["devs"] };
    const { certificate, key } = await issueCertificate(clients, {
      subject,
      usage: "client",
      nowMs: Date.now(),
      days: 1,
    });
    const base64 = (text: string): string => Buffer.from(text).toString("base64");
    const config = kubeconfigOf("dave", {
      "client-certificate-data": base64(certificate),
      "client-key-data": base64(key),
    });
    expect(await username(`--kubeconfig=${config}`)).toBe("dave");
  });

  test("a token of a file", async () => {
    expect(await username(`--kubeconfig=${kubeconfigOf("carol", { token: "static-token" })}`)).toBe("carol");
  });

  test("a token of a service account", async () => {
    await ok("create", "serviceaccount", "robot");
    const token = (await ok("create", "token", "robot", "--duration=10m")).trim();
    const config = kubeconfigOf("robot", { token });
    expect(await username(`--kubeconfig=${config}`)).toBe("system:serviceaccount:default:robot");
    await ok("delete", "serviceaccount", "robot");
    expect((await kubectl(["auth", "whoami", `--kubeconfig=${config}`])).stderr).toContain("Unauthorized");
  });

  test("an exec plugin", async () => {
    const credential = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { token: "static-token" },
    };
    const plugin = file("plugin.sh", `#!/bin/sh\ncat <<'END'\n${JSON.stringify(credential)}\nEND\n`);
    chmodSync(plugin, 0o755);
    const { apiVersion } = credential;
    const config = kubeconfigOf("exec", { exec: { apiVersion, command: plugin, interactiveMode: "Never" } });
    expect(await username(`--kubeconfig=${config}`)).toBe("carol");
  });

  test("an OpenID Connect issuer", async () => {
    const claims = { sub: "1", email: "erin@example.com", email_verified: true, groups: ["ops"] };
    const config = kubeconfigOf("oidc", { token: issuer.token(claims) });
    const shown = await ok("auth", "whoami", `--kubeconfig=${config}`, "-o", "jsonpath={.status.userInfo}");
    expect(JSON.parse(shown)).toMatchObject({
      username: "erin@example.com",
      groups: ["oidc:ops", "system:authenticated"],
    });
    const unverified = kubeconfigOf("unverified", { token: issuer.token({ ...claims, email_verified: false }) });
    expect((await kubectl(["auth", "whoami", `--kubeconfig=${unverified}`])).stderr).toContain("Unauthorized");
  });

  test("impersonated by an administrator", async () => {
    expect(await username("--as=bob", "--as-group=devs")).toBe("bob");
    const { stderr } = await kubectl(["get", "pods", "--as=bob"]);
    expect(stderr).toContain('User "bob" cannot list resource "pods"');
    await ok("create", "role", "reader", "--verb=get,list", "--resource=pods");
    await ok("create", "rolebinding", "reader", "--role=reader", "--group=devs");
    await ok("get", "pods", "--as=bob", "--as-group=devs");
    expect(await ok("auth", "can-i", "--list", "--as=bob", "--as-group=devs")).toMatch(
      /pods\s+\[\]\s+\[\]\s+\[get list\]/,
    );
    expect((await kubectl(["auth", "can-i", "delete", "pods", "--as=bob"])).stdout.trim()).toBe("no");
    const events = readFileSync(join(dir, "audit.log"), "utf8").trimEnd().split("\n");
    const refused = events.map((line) => JSON.parse(line)).find(({ responseStatus }) => responseStatus.code === 403);
    expect(refused, "both are recorded").toMatchObject({
      verb: "list",
      user: { username: "admin", groups: ["system:masters", "system:authenticated"] },
      impersonatedUser: { username: "bob", groups: ["system:authenticated"] },
      objectRef: { resource: "pods", namespace: "default", apiVersion: "v1" },
      annotations: { "authorization.k8s.io/decision": "forbid" },
    });
  });
});
