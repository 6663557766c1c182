import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { type JWTPayload, SignJWT } from "jose";
import Provider, { type Adapter, type AdapterPayload } from "oidc-provider";
import type { HttpDocument, HttpsGet } from "../oidc/https-get.ts";

/** A real issuer in this process, at a fictional address. */
export interface TestIssuer extends AsyncDisposable {
  readonly url: string;
  readonly clientId: string;
  /** Reaches it, and counts. */
  readonly get: HttpsGet;
  readonly requests: () => number;
  /** The ID token after signing in as an account. */
  idToken(account: string): Promise<string>;
  /** A token of its key with other claims. */
  sign(claims: JWTPayload, header?: { readonly kid?: string; readonly alg?: string }): Promise<string>;
  readonly publicKey: () => KeyObject;
  /** Replaces the key; the previous one is gone. */
  rotate(): void;
  /** From now on it cannot be reached, or can again. */
  setDown(down: boolean): void;
}

const url = "https://issuer.example";
const client = { id: "cluster", secret: "c".repeat(32), redirectUri: "https://client.example/callback" };

interface Generation {
  readonly provider: Provider;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly kid: string;
}

export async function startIssuer(): Promise<TestIssuer> {
  let current = generation();
  let down = false;
  let requests = 0;
  const server = createServer((message, response) => void current.provider.callback()(message, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const get: HttpsGet = (to) => {
    requests++;
    const { pathname, search, host } = new URL(to);
    if (down || host !== "issuer.example") return Promise.reject(new Error("connect ECONNREFUSED"));
    return send(port, { method: "GET", path: pathname + search });
  };
  return {
    url,
    clientId: client.id,
    get,
    requests: () => requests,
    idToken: (account) => signIn(current.provider, port, account),
    sign: (claims, { kid = current.kid, alg = "RS256" } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(current.privateKey),
    publicKey: () => current.publicKey,
    rotate: () => {
      current = generation();
    },
    setDown: (now) => {
      down = now;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function generation(): Generation {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = randomUUID();
  const provider = new Provider(url, {
    adapter: memoryAdapter(),
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" }] },
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [client.redirectUri] }],
    pkce: { required: () => false },
    cookies: { keys: ["test"] },
    features: { devInteractions: { enabled: false } },
    ttl: { IdToken: 3600, AuthorizationCode: 60, AccessToken: 60, Grant: 60 },
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true }),
    }),
  });
  provider.proxy = true;
  return { provider, privateKey, publicKey, kid };
}

/** The provider's store, in memory. */
function memoryAdapter(): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>();
  return (model) => {
    const key = (id: string): string => `${model} ${id}`;
    const nothing = (): Promise<undefined> => Promise.resolve(undefined);
    return {
      upsert: (id, payload) => Promise.resolve(void kept.set(key(id), payload)),
      find: (id) => Promise.resolve(kept.get(key(id))),
      destroy: (id) => Promise.resolve(void kept.delete(key(id))),
      findByUserCode: nothing,
      findByUid: nothing,
      consume: nothing,
      revokeByGrantId: nothing,
    };
  };
}

/** Signs in without the pages on which a user would type a password. */
async function signIn(provider: Provider, port: number, accountId: string): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId: client.id });
  grant.addOIDCScope("openid email");
  const grantId = await grant.save();
  const known = await provider.Client.find(client.id);
  if (known === undefined) throw new TypeError("the client is not registered");
  const code = await new provider.AuthorizationCode({
    accountId,
    client: known,
    grantId,
    gty: "authorization_code",
    redirectUri: client.redirectUri,
    scope: "openid email",
  }).save();
  const body = new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: client.redirectUri });
  const { status, body: answer } = await send(port, {
    method: "POST",
    path: "/token",
    headers: {
      authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: body.toString(),
  });
  const { id_token: token } = JSON.parse(answer.toString()) as { id_token?: string };
  if (status !== 200 || token === undefined) throw new Error(`no token: ${answer.toString()}`);
  return token;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function send(port: number, { method, path, headers = {}, body }: Sent): Promise<HttpDocument> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, host: "issuer.example", "x-forwarded-proto": "https" };
    const sent = request({ port, method, path, headers: all, host: "127.0.0.1" }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
