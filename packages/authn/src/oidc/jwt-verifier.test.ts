import { createHmac } from "node:crypto";
import { createManualClock, type ManualClock, silentLog } from "@svc/base";
import { kubernetesDialect } from "@svc/meta";
import type { JWTPayload } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuthenticationResult } from "../authenticator.ts";
import { startIssuer, type TestIssuer } from "../testing/oidc-issuer.ts";
import type { TokenVerifier } from "../token/token-verifier.ts";
import { compileAuthentication } from "./compile.ts";
import type { JwtConfig } from "./config.ts";
import { jwtVerifier } from "./jwt-verifier.ts";

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer[Symbol.asyncDispose]());

let clock: ManualClock;
beforeEach(() => {
  issuer.setDown(false);
  // The issuer's tokens begin now.
  clock = createManualClock(Date.now());
});

type Loose = { readonly [K in keyof JwtConfig]?: Partial<JwtConfig[K]> };

function verifierWith(over: Loose = {}): TokenVerifier {
  const none = { claim: "", expression: "" };
  const config: JwtConfig = {
    issuer: {
      url: issuer.url,
      discoveryURL: "",
      certificateAuthority: "",
      audiences: [issuer.clientId],
      audienceMatchPolicy: "",
      ...over.issuer,
    },
    claimMappings: {
      username: { claim: "sub", prefix: "", expression: "" },
      groups: none,
      uid: none,
      extra: [],
      ...over.claimMappings,
    },
    claimValidationRules: (over.claimValidationRules ?? []) as JwtConfig["claimValidationRules"],
    userValidationRules: (over.userValidationRules ?? []) as JwtConfig["userValidationRules"],
    ...(over.algorithms === undefined ? {} : { algorithms: over.algorithms as readonly string[] }),
  };
  const compiled = compileAuthentication({ jwt: [config] }, { dialect: kubernetesDialect, disallowedIssuers: [] });
  if (!compiled.ok) throw new TypeError(JSON.stringify(compiled.errors));
  return jwtVerifier({
    jwt: compiled.jwt,
    dialect: kubernetesDialect,
    clock,
    log: silentLog,
    httpsGetFor: () => issuer.get,
  });
}

const verify = async (verifier: TokenVerifier, token: string): Promise<AuthenticationResult> =>
  verifier.verify(token, { audiences: [] });

const now = (): number => Math.floor(clock.now() / 1000);
const claims = (over: JWTPayload = {}): JWTPayload => ({
  iss: issuer.url,
  aud: issuer.clientId,
  sub: "alice",
  exp: now() + 36_000,
  ...over,
});

describe("an ID token of a real issuer", () => {
  it("names its user", async () => {
    const result = await verify(verifierWith(), await issuer.idToken("alice"));
    expect(result).toMatchObject({ kind: "authenticated", user: { name: "alice", groups: [], uid: "" } });
  });

  it("is cached: the second result is immediate, without a request", async () => {
    const verifier = verifierWith();
    const token = await issuer.idToken("alice");
    await verify(verifier, token);
    const before = issuer.requests();
    expect(verifier.verify(token, { audiences: [] })).toMatchObject({ kind: "authenticated" });
    expect(issuer.requests()).toBe(before);
  });

  it("is forgotten when it expires", async () => {
    const verifier = verifierWith();
    const token = await issuer.idToken("alice");
    await verify(verifier, token);
    clock.advance(3_601_000);
    expect(await verify(verifier, token)).toMatchObject({ kind: "rejected" });
  });

  it("is forgotten when it expires, also where the time is a text", async () => {
    const verifier = verifierWith();
    const token = await issuer.sign(claims({ exp: `${now() + 60}` as unknown as number }));
    expect(await verify(verifier, token)).toMatchObject({ kind: "authenticated" });
    clock.advance(61_000);
    expect(await verify(verifier, token)).toMatchObject({ kind: "rejected" });
  });

  it("of another issuer is absent", async () => {
    const token = await issuer.sign(claims({ iss: "https://other.example" }));
    expect(verifierWith().verify(token, { audiences: [] })).toEqual({ kind: "absent" });
  });

  it.each(["", "x", "a.b.c", "..", "e30.e30.e30"])("is not %j", (token) => {
    expect(verifierWith().verify(token, { audiences: [] })).toEqual({ kind: "absent" });
  });
});

describe("key rotation", () => {
  it("is noticed by a token that names a new key", async () => {
    const verifier = verifierWith();
    await verify(verifier, await issuer.idToken("alice"));
    issuer.rotate();
    clock.advance(2_000);
    expect(await verify(verifier, await issuer.idToken("alice"))).toMatchObject({ kind: "authenticated" });
  });

  it("takes the old key away", async () => {
    const verifier = verifierWith();
    const old = await issuer.sign(claims());
    await verify(verifier, old);
    issuer.rotate();
    // Keys older than five minutes are still used while new ones are fetched, and so are cached
    // results.
    clock.advance(301_000);
    expect(await verify(verifier, old)).toMatchObject({ kind: "authenticated" });
    await vi.waitFor(async () => {
      clock.advance(301_000);
      expect(await verify(verifier, old)).toMatchObject({ kind: "rejected" });
    }, 60_000);
  });

  it("cannot cause requests without bound", async () => {
    const verifier = verifierWith();
    await verify(verifier, await issuer.idToken("alice"));
    clock.advance(2_000);
    const before = issuer.requests();
    const token = await issuer.sign(claims(), { kid: "unknown" });
    for (let i = 0; i < 20; i++) expect(await verify(verifier, token)).toMatchObject({ kind: "rejected" });
    // One for the issuer's description, one for its keys.
    expect(issuer.requests() - before).toBe(2);
  });

  it("that fails leaves the keys that are known", async () => {
    const verifier = verifierWith();
    await verify(verifier, await issuer.sign(claims()));
    issuer.setDown(true);
    clock.advance(700_000);
    const token = await issuer.sign(claims({ sub: "bob" }));
    expect(await verify(verifier, token)).toMatchObject({ kind: "authenticated", user: { name: "bob" } });
  });
});

it("an unreachable issuer is retried later", async () => {
  const verifier = verifierWith();
  const token = await issuer.sign(claims());
  issuer.setDown(true);
  const why = 'oidc: authenticator for issuer "https://issuer.example" is not initialized';
  expect(await verify(verifier, token)).toEqual({ kind: "rejected", reason: why });
  issuer.setDown(false);
  expect(await verify(verifier, token)).toEqual({ kind: "rejected", reason: why });
  clock.advance(10_000);
  expect(await verify(verifier, token)).toMatchObject({ kind: "authenticated" });
});

it("an issuer that calls itself otherwise is not believed", async () => {
  const verifier = verifierWith({
    issuer: { url: "https://alias.example", discoveryURL: `${issuer.url}/.well-known/openid-configuration` },
  });
  const token = await issuer.sign(claims({ iss: "https://alias.example" }));
  expect(await verify(verifier, token)).toMatchObject({ kind: "rejected" });
});

describe("clock skew", () => {
  it.each([
    { name: "expired a second ago", over: () => ({ exp: now() - 1 }), kind: "rejected" },
    { name: "expires now", over: () => ({ exp: now() }), kind: "rejected" },
    { name: "expires in two seconds", over: () => ({ exp: now() + 2 }), kind: "authenticated" },
    { name: "never expires", over: () => ({ exp: undefined }), kind: "rejected" },
    { name: "expires at a text", over: () => ({ exp: "tomorrow" as unknown as number }), kind: "rejected" },
    {
      name: "expires at a number in text",
      over: () => ({ exp: `${now() + 2}` as unknown as number }),
      kind: "authenticated",
    },
    {
      name: "expired at a number in text",
      over: () => ({ exp: `${now() - 1}` as unknown as number }),
      kind: "rejected",
    },
    {
      name: "expires at no decimal number",
      over: () => ({ exp: "0xfffffffff" as unknown as number }),
      kind: "rejected",
    },
    { name: "begins later, in text", over: () => ({ nbf: `${now() + 70}` as unknown as number }), kind: "rejected" },
    { name: "begins within a minute", over: () => ({ nbf: now() + 59 }), kind: "authenticated" },
    { name: "begins later", over: () => ({ nbf: now() + 70 }), kind: "rejected" },
    { name: "was issued in the future", over: () => ({ iat: now() + 4_000 }), kind: "authenticated" },
  ])("a token that $name: $kind", async ({ over, kind }) => {
    const { exp, ...rest } = { ...claims(), ...over() };
    const token = await issuer.sign(exp === undefined ? rest : { ...rest, exp });
    expect((await verify(verifierWith(), token)).kind).toBe(kind);
  });
});

describe("a question for audiences", () => {
  it("is answered by the audiences that the token names, also from the cache", async () => {
    const verifier = verifierWith();
    const token = await issuer.idToken("alice");
    for (let i = 0; i < 2; i++) {
      expect(await verifier.verify(token, { audiences: ["vault"] })).toEqual({
        kind: "rejected",
        reason: `token audiences ["${issuer.clientId}"] is invalid for the target audiences ["vault"]`,
      });
      expect(await verifier.verify(token, { audiences: ["vault", issuer.clientId] })).toMatchObject({
        kind: "authenticated",
        audiences: [issuer.clientId],
      });
    }
  });
});

describe("the wrong audience", () => {
  it.each([
    { name: "another", aud: "other", kind: "rejected" },
    { name: "none", aud: undefined, kind: "rejected" },
    { name: "no text", aud: 5 as unknown as string, kind: "rejected" },
    { name: "one of several", aud: ["other", "cluster"], kind: "authenticated" },
  ])("$name: $kind", async ({ aud, kind }) => {
    const { aud: _, ...rest } = claims();
    const token = await issuer.sign(aud === undefined ? rest : { ...rest, aud });
    expect((await verify(verifierWith(), token)).kind).toBe(kind);
  });
});

describe("invalid signatures", () => {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

  it.each(["none", "None", "NONE", ""])("alg %j", async (alg) => {
    for (const signature of ["", "AAAA"]) {
      const token = `${encode({ alg })}.${encode(claims())}.${signature}`;
      expect((await verify(verifierWith(), token)).kind).toBe("rejected");
    }
  });

  it("key confusion: the public key as a shared secret", async () => {
    const pem = issuer.publicKey().export({ type: "spki", format: "pem" });
    const { n = "" } = issuer.publicKey().export({ format: "jwk" });
    for (const secret of [pem, pem.toString().trim(), n, Buffer.from(n, "base64url")]) {
      const signed = `${encode({ alg: "HS256" })}.${encode(claims())}`;
      const token = `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
      expect(await verify(verifierWith(), token)).toMatchObject({ kind: "rejected" });
    }
  });

  it("another key under the same id", async () => {
    const token = await issuer.sign(claims());
    const [header = "", payload = "", signature = ""] = token.split(".");
    const changed = encode({ ...claims(), sub: "admin" });
    expect(await verify(verifierWith(), `${header}.${changed}.${signature}`)).toMatchObject({ kind: "rejected" });
    expect(await verify(verifierWith(), `${header}.${payload}.${signature.slice(0, -8)}AAAAAAAA`)).toMatchObject({
      kind: "rejected",
    });
  });

  it("a key in the token itself", async () => {
    const jwk = issuer.publicKey().export({ format: "jwk" });
    const token = `${encode({ alg: "RS256", jwk })}.${encode(claims())}.AAAA`;
    expect(await verify(verifierWith(), token)).toMatchObject({ kind: "rejected" });
  });

  it("a secure algorithm that is not configured", async () => {
    const token = await issuer.sign(claims(), { alg: "PS256" });
    expect(await verify(verifierWith({ algorithms: ["RS256"] }), token)).toMatchObject({ kind: "rejected" });
  });
});
