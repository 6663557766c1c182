import { sign } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFolder, startServer, type TestFolder, type TestServer } from "../testing/running-server.ts";

let folder: TestFolder;
let server: TestServer;
let webhook: Server;

beforeAll(async () => {
  folder = await openFolder();
  webhook = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const { apiVersion, spec } = JSON.parse(text) as { apiVersion: string; spec: { token: string } };
      const known = spec.token === "known-to-the-webhook";
      const status = known ? { authenticated: true, user: { username: "from-the-webhook" } } : {};
      response.end(JSON.stringify({ kind: "TokenReview", apiVersion, status }));
    });
  });
  await new Promise<void>((resolve) => webhook.listen(0, "127.0.0.1", resolve));
  const kubeconfig = {
    "current-context": "c",
    clusters: [{ name: "c", cluster: { server: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/` } }],
    contexts: [{ name: "c", context: { cluster: "c" } }],
  };
  server = await startServer(
    folder,
    "ways-in",
    `--client-ca-file=${folder.path}/ca.crt`,
    `--token-auth-file=${await folder.write("tokens.csv", 'static-token,carol,1,"a,b"\n')}`,
    `--authentication-token-webhook-config-file=${await folder.write("kubeconfig", JSON.stringify(kubeconfig))}`,
    "--enable-bootstrap-token-auth",
    "--service-account-max-token-expiration=2h",
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  webhook.closeAllConnections();
  webhook.close();
  await folder[Symbol.asyncDispose]();
});

const admin = () => ({ token: server.adminToken });
const accounts = "/api/v1/namespaces/default/serviceaccounts";

async function accountToken(name: string, spec: object = {}): Promise<string> {
  await server.ask(accounts, { ...admin(), method: "POST", body: { metadata: { name } } });
  const answer = await server.ask(`${accounts}/${name}/token`, { ...admin(), method: "POST", body: { spec } });
  return (answer.body as { status: { token: string } }).status.token;
}

describe("a user is authenticated", () => {
  test("with the administrator's token", async () => {
    expect(await server.whoami(admin())).toBe("admin");
  });

  test("with a token of the file", async () => {
    expect(await server.whoami({ token: "static-token" })).toBe("carol");
  });

  test("with a certificate", async () => {
    expect(await server.whoami({ certificate: await folder.certificate("dave", ["devs"]) })).toBe("dave");
  });

  test("with a token that the webhook accepts", async () => {
    expect(await server.whoami({ token: "known-to-the-webhook" })).toBe("from-the-webhook");
  });

  test("with a bootstrap token", async () => {
    const stringData = {
      "token-id": "abcdef",
      "token-secret": "0123456789abcdef",
      "usage-bootstrap-authentication": "true",
    };
    const body = { metadata: { name: "bootstrap-token-abcdef" }, type: "bootstrap.kubernetes.io/token", stringData };
    await server.ask("/api/v1/namespaces/kube-system/secrets", { ...admin(), method: "POST", body });
    expect(await server.whoami({ token: "abcdef.0123456789abcdef" })).toBe("system:bootstrap:abcdef");
  });

  test("with the token of a service account, until the account goes", async () => {
    const token = await accountToken("goes");
    expect(await server.whoami({ token })).toBe("system:serviceaccount:default:goes");
    await server.ask(`${accounts}/goes`, { ...admin(), method: "DELETE" });
    expect(await server.whoami({ token })).toBe("401");
  });

  test("and a request without any of these is not", async () => {
    expect(await server.whoami({ token: "unknown" })).toBe("401");
    // Anonymous requests have a user, without permission for this.
    expect(await server.whoami({})).toBe("403");
    expect((await server.ask("/healthz")).status).toBe(200);
  });
});

test("a token out of a secret is good as long as the secret holds it, and its use is noted", async () => {
  const account = await server.ask(accounts, { ...admin(), method: "POST", body: { metadata: { name: "old" } } });
  const { uid } = (account.body as { metadata: { uid: string } }).metadata;
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const about = "kubernetes.io/serviceaccount/";
  const claims = {
    iss: "kubernetes/serviceaccount",
    sub: "system:serviceaccount:default:old",
    [`${about}namespace`]: "default",
    [`${about}secret.name`]: "old-token",
    [`${about}service-account.name`]: "old",
    [`${about}service-account.uid`]: uid,
  };
  const signed = `${encode({ alg: "ES256" })}.${encode(claims)}`;
  const key = { key: server.signingKey, dsaEncoding: "ieee-p1363" } as const;
  const token = `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
  expect(await server.whoami({ token })).toBe("401");

  const secrets = "/api/v1/namespaces/default/secrets";
  const body = { metadata: { name: "old-token" }, stringData: { token } };
  await server.ask(secrets, { ...admin(), method: "POST", body });
  expect(await server.whoami({ token })).toBe("system:serviceaccount:default:old");
  const labels = async () => {
    const secret = await server.ask(`${secrets}/old-token`, admin());
    return (secret.body as { metadata: { labels?: Record<string, string> } }).metadata.labels;
  };
  await expect
    .poll(labels)
    .toEqual({ "kubernetes.io/legacy-token-last-used": expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });

  const marked = {
    ...body,
    metadata: { ...body.metadata, labels: { "kubernetes.io/legacy-token-invalid-since": "2026-01-01" } },
  };
  await server.ask(`${secrets}/old-token`, { ...admin(), method: "PUT", body: marked });
  expect(await server.whoami({ token })).toBe("401");
});

test("servers behind this one learn how to authenticate clients", async () => {
  const maps = "/api/v1/namespaces/kube-system/configmaps";
  const { body } = await server.ask(`${maps}/extension-apiserver-authentication`, admin());
  const { data } = body as { data: Record<string, string> };
  expect(Object.keys(data)).toEqual(["client-ca-file"]);
  expect(data["client-ca-file"]).toContain(folder.authority.certificate.trim());
});

describe("a token of a service account", () => {
  test("that is bound to a pod goes with it", async () => {
    const spec = { serviceAccountName: "bound", containers: [{ name: "c", image: "i" }] };
    await accountToken("bound");
    await server.ask("/api/v1/namespaces/default/pods", {
      ...admin(),
      method: "POST",
      body: { metadata: { name: "p" }, spec },
    });
    const token = await accountToken("bound", { boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "p" } });
    expect(await server.whoami({ token })).toBe("system:serviceaccount:default:bound");
    const gone = { ...admin(), method: "DELETE", body: { gracePeriodSeconds: 0 } };
    await server.ask("/api/v1/namespaces/default/pods/p", gone);
    expect(await server.whoami({ token })).toBe("401");
  });

  test("for another audience is rejected, and its review names the audience", async () => {
    const token = await accountToken("elsewhere", { audiences: ["vault"] });
    expect(await server.whoami({ token })).toBe("401");
    const review = async (audiences: readonly string[]) =>
      (
        await server.ask("/apis/authentication.k8s.io/v1/tokenreviews", {
          ...admin(),
          method: "POST",
          body: { spec: { token, audiences } },
        })
      ).body as { status: object };
    expect((await review(["vault", "other"])).status).toMatchObject({
      authenticated: true,
      audiences: ["vault"],
      user: { username: "system:serviceaccount:default:elsewhere" },
    });
    expect((await review(["other"])).status).toEqual({
      user: {},
      error: '[invalid bearer token, token audiences ["vault"] is invalid for the target audiences ["other"]]',
    });
  });

  test("lives no longer than it may", async () => {
    await accountToken("short");
    const body = { spec: { expirationSeconds: 9_999 } };
    const answer = await server.ask(`${accounts}/short/token`, { ...admin(), method: "POST", body });
    expect(answer.body).toMatchObject({ spec: { expirationSeconds: 7_200 } });
    expect(answer.headers["warning"]).toBe('299 - "requested expiration of 9999 seconds shortened to 7200 seconds"');
  });

  test("can be checked by others", async () => {
    const { body } = await server.ask("/.well-known/openid-configuration", admin());
    expect(body).toMatchObject({
      issuer: "https://kubernetes.default.svc",
      jwks_uri: `${server.url}/openid/v1/jwks`,
      id_token_signing_alg_values_supported: ["ES256"],
    });
    const keys = await server.ask("/openid/v1/jwks", admin());
    expect(keys.headers["content-type"]).toBe("application/jwk-set+json");
    expect(keys.body).toMatchObject({ keys: [{ kty: "EC", alg: "ES256", use: "sig" }] });
  });

  const bound = (kind: string, name: string, more: object = {}) => ({
    boundObjectRef: { kind, apiVersion: "v1", name, ...more },
  });
  test.each([
    {
      body: { spec: { expirationSeconds: 599 } },
      code: 422,
      message: /may not specify a duration less than 10 minutes$/,
    },
    {
      body: { spec: { expirationSeconds: 4_294_967_297 } },
      code: 422,
      message: /may not specify a duration larger than 2\^32 seconds$/,
    },
    {
      body: { metadata: { name: "other" } },
      code: 422,
      message:
        /^TokenRequest.authentication.k8s.io "asks" is invalid: metadata.name: Invalid value: "other": must match/,
    },
    { body: { metadata: { namespace: "other" } }, code: 400, message: /^the namespace of the provided object/ },
    { body: { spec: bound("Pod", "nope") }, code: 404, message: /^pods "nope" not found$/ },
    { body: { spec: bound("Pod", "") }, code: 400, message: /^Name parameter required.$/ },
    {
      body: { spec: bound("ConfigMap", "x") },
      code: 400,
      message: /^cannot bind token to object of type \/v1, Kind=ConfigMap$/,
    },
    {
      body: { spec: bound("Pod", "others") },
      code: 400,
      message: /^cannot bind token for serviceaccount "asks" to pod running with different serviceaccount name.$/,
    },
    {
      body: { spec: bound("Secret", "s", { uid: "zz" }) },
      code: 409,
      message:
        /^Operation cannot be fulfilled on Secret "s": the UID in the bound object reference \(zz\) does not match/,
    },
  ])("is refused: $message", async ({ body, code, message }) => {
    const post = (path: string, object: object) =>
      server.ask(`/api/v1/namespaces/default/${path}`, { ...admin(), method: "POST", body: object });
    await post("serviceaccounts", { metadata: { name: "asks" } });
    await post("secrets", { metadata: { name: "s" } });
    const spec = { serviceAccountName: "default", containers: [{ name: "c", image: "i" }] };
    await post("pods", { metadata: { name: "others" }, spec });
    const answer = await post("serviceaccounts/asks/token", body);
    expect(answer.status).toBe(code);
    expect((answer.body as { message: string }).message).toMatch(message);
  });

  test("has labels, but neither selfLink nor deletionTimestamp", async () => {
    const post = (path: string, object: object) =>
      server.ask(`/api/v1/namespaces/default/${path}`, { ...admin(), method: "POST", body: object });
    await post("serviceaccounts", { metadata: { name: "plain" } });
    const metadata = { labels: { a: "b" }, selfLink: "/x", deletionTimestamp: "2020-01-01T00:00:00Z" };
    const answer = await post("serviceaccounts/plain/token", { metadata, spec: {} });
    expect(answer.status).toBe(201);
    const sent = (answer.body as { metadata: object }).metadata;
    expect(sent).toMatchObject({ name: "plain", labels: { a: "b" } });
    expect(Object.keys(sent)).not.toContain("selfLink");
    expect(Object.keys(sent)).not.toContain("deletionTimestamp");
  });
});
