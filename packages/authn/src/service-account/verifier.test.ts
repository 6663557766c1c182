import { createHmac } from "node:crypto";
import { createManualClock, type ManualClock } from "@svc/base";
import { type ApiObject, kubernetesDialect, svcDialect } from "@svc/meta";
import { CompactSign } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import type { AuthenticationResult } from "../authenticator.ts";
import { makeKey } from "../testing/keys.ts";
import type { TokenVerifier } from "../token/token-verifier.ts";
import { createTokenIssuer, type TokenIssueRequest } from "./issuer.ts";
import type { SigningKey } from "./keys.ts";
import { createLegacyTokenIssuer } from "./legacy-issuer.ts";
import { type ServiceAccountVerifierOptions, serviceAccountVerifier } from "./verifier.ts";

const issuer = "https://issuer.example";
const key = makeKey().key;
const otherKey = makeKey().key;
const ecKey = makeKey("P-256").key;

const bot = { name: "bot", uid: "u-bot" };
const pod = { name: "p", uid: "u-p" };
const requested: TokenIssueRequest = {
  namespace: "default",
  serviceAccount: bot,
  audiences: ["api"],
  expirationSeconds: 3600,
};

let clock: ManualClock;
let stored: Map<string, ApiObject>;

function object(resource: string, name: string, uid: string, more: Partial<ApiObject> = {}, meta: object = {}): void {
  const namespace = resource === "nodes" ? "" : "default";
  stored.set(`${resource}/${namespace}/${name}`, { ...more, metadata: { name, uid, ...meta } });
}

beforeEach(() => {
  clock = createManualClock();
  stored = new Map();
  object("serviceaccounts", "bot", "u-bot");
  object("pods", "p", "u-p");
  object("nodes", "n", "u-n");
  object("secrets", "s", "u-s");
});

const inMemory = { get: (r: string, ns: string, n: string) => stored.get(`${r}/${ns}/${n}`) };

function verifierWith(options: Partial<ServiceAccountVerifierOptions> = {}): TokenVerifier {
  return serviceAccountVerifier({
    dialect: kubernetesDialect,
    clock,
    issuers: [issuer],
    keys: [key, ecKey],
    apiAudiences: ["api"],
    objects: inMemory,
    ...options,
  });
}

async function issue(change: Partial<TokenIssueRequest> = {}, signingKey = key): Promise<string> {
  const made = createTokenIssuer({
    dialect: kubernetesDialect,
    clock,
    issuer,
    key: signingKey,
    randomUid: () => "id-1",
    apiAudiences: ["api"],
  });
  return (await made.issue({ ...requested, ...change })).token;
}

const now = (): number => clock.now() / 1000;
const goodPayload = (): Record<string, unknown> => ({
  aud: ["api"],
  exp: now() + 3600,
  iat: now(),
  nbf: now(),
  iss: issuer,
  jti: "id-1",
  sub: "system:serviceaccount:default:bot",
  "kubernetes.io": { namespace: "default", serviceaccount: bot },
});

function sign(payload: object, header: object = {}, signingKey: SigningKey = key): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: signingKey.algorithm, kid: signingKey.id, ...header })
    .sign(signingKey.privateKey);
}

const verify = async (
  token: string,
  audiences: readonly string[] = ["api"],
  options = {},
): Promise<AuthenticationResult> => await verifierWith(options).verify(token, { audiences });

const rejected = (reason: string): AuthenticationResult => ({ kind: "rejected", reason });

describe("a token that was issued", () => {
  it("authenticates its service account", async () => {
    expect(await verify(await issue())).toEqual({
      kind: "authenticated",
      audiences: ["api"],
      user: {
        name: "system:serviceaccount:default:bot",
        uid: "u-bot",
        groups: ["system:serviceaccounts", "system:serviceaccounts:default"],
        extra: { "authentication.kubernetes.io/credential-id": ["JTI=id-1"] },
      },
    });
  });

  it("names its pod and node", async () => {
    const token = await issue({ bound: { kind: "pod", object: pod }, node: { name: "n", uid: "u-n" } });
    expect(await verify(token)).toMatchObject({
      user: {
        extra: {
          "authentication.kubernetes.io/credential-id": ["JTI=id-1"],
          "authentication.kubernetes.io/node-name": ["n"],
          "authentication.kubernetes.io/node-uid": ["u-n"],
          "authentication.kubernetes.io/pod-name": ["p"],
          "authentication.kubernetes.io/pod-uid": ["u-p"],
        },
      },
    });
  });

  it.each([{ curve: "P-256" }, { curve: "P-384" }, { curve: "P-521" }] as const)(
    "may be signed on $curve",
    async ({ curve }) => {
      const { key: curveKey } = makeKey(curve);
      expect(await verify(await issue({}, curveKey), ["api"], { keys: [key, curveKey] })).toMatchObject({
        kind: "authenticated",
      });
    },
  );

  it("uses the dialect of its server", async () => {
    const made = createTokenIssuer({ dialect: svcDialect, clock, issuer, key, randomUid: () => "i", apiAudiences: [] });
    const { token } = await made.issue(requested);
    expect(await verify(token, ["api"], { dialect: svcDialect })).toMatchObject({
      user: { extra: { "authentication.svc.io/credential-id": ["JTI=i"] } },
    });
    expect(await verify(token)).toEqual(rejected("resource name may not be empty"));
  });

  it("is cached: the second result is immediate and has the same user", async () => {
    const verifier = verifierWith();
    const token = await issue();
    const first = await verifier.verify(token, { audiences: ["api"] });
    const second = verifier.verify(token, { audiences: ["api"] });
    expect(second).toEqual(first);
    expect(second).toHaveProperty("user", (first as { user: unknown }).user);
  });

  it("lives a year for a pod that requests an hour, and is stale after it", async () => {
    const token = await issue({ bound: { kind: "pod", object: pod }, expirationSeconds: 3607 });
    clock.advance(3607_000 + 5_000);
    expect(await verify(token)).toMatchObject({
      kind: "authenticated",
      annotations: {
        "authentication.k8s.io/stale-token":
          "subject: system:serviceaccount:default:bot, seconds after warning threshold: 5",
      },
    });
    clock.advance(366 * 86_400_000);
    expect(await verify(token)).toEqual(rejected("service account token has expired"));
  });

  it.each([
    { name: "for another", change: { audiences: ["else"], bound: { kind: "pod", object: pod } } },
    { name: "without a pod", change: {} },
  ] as const)("does not live longer $name", async ({ change }) => {
    const token = await issue({ ...change, expirationSeconds: 3607 });
    clock.advance(3607_000 + 61_000);
    expect(await verify(token, [])).toEqual(rejected("service account token has expired"));
  });
});

describe("the claims of a token", () => {
  it.each<{ name: string; change: () => Record<string, unknown>; want: string | undefined }>([
    { name: "nothing wrong", change: () => ({}), want: undefined },
    { name: "expired a little", change: () => ({ exp: now() - 59 }), want: undefined },
    { name: "expired", change: () => ({ exp: now() - 61 }), want: "service account token has expired" },
    { name: "soon valid", change: () => ({ nbf: now() + 59 }), want: undefined },
    { name: "not yet valid", change: () => ({ nbf: now() + 61 }), want: "service account token is not valid yet" },
    {
      name: "from the future",
      change: () => ({ iat: now() + 61 }),
      want: "service account token is issued in the future",
    },
    { name: "no expiry", change: () => ({ exp: undefined }), want: undefined },
    { name: "an expiry of text", change: () => ({ exp: "x" }), want: "exp is no number" },
    { name: "no audience", change: () => ({ aud: undefined }), want: undefined },
    { name: "one audience", change: () => ({ aud: "api" }), want: undefined },
    { name: "an odd audience", change: () => ({ aud: [1] }), want: "the audiences are no list of text" },
    {
      name: "another audience",
      change: () => ({ aud: ["y"] }),
      want: 'token audiences ["y"] is invalid for the target audiences ["api"]',
    },
    { name: "no own claims", change: () => ({ "kubernetes.io": undefined }), want: "resource name may not be empty" },
    {
      name: "no namespace",
      change: () => ({ "kubernetes.io": { serviceaccount: bot } }),
      want: "the namespace is missing",
    },
    {
      name: "another namespace",
      change: () => ({ "kubernetes.io": { namespace: "x", serviceaccount: bot } }),
      want: 'serviceaccounts "bot" not found',
    },
    {
      name: "another uid",
      change: () => ({ "kubernetes.io": { namespace: "default", serviceaccount: { name: "bot", uid: "zz" } } }),
      want: "service account UID (u-bot) does not match claim (zz)",
    },
    {
      name: "a pod of the wrong shape",
      change: () => ({ "kubernetes.io": { namespace: "default", serviceaccount: bot, pod: "p" } }),
      want: "the claim of a pod cannot be read",
    },
    {
      name: "a namespace of the wrong type",
      change: () => ({ "kubernetes.io": { namespace: ["default"], serviceaccount: bot } }),
      want: "the namespace is missing",
    },
  ])("$name", async ({ change, want }) => {
    const result = await verify(await sign({ ...goodPayload(), ...change() }));
    if (want === undefined) expect(result.kind).toBe("authenticated");
    else expect(result).toEqual(rejected(want));
  });

  it.each([
    { name: "another issuer", payload: { iss: "https://else.example" } },
    { name: "no issuer", payload: { iss: undefined } },
    { name: "an issuer of the wrong type", payload: { iss: [issuer] } },
  ])("with $name is absent", async ({ payload }) => {
    expect(await verify(await sign({ ...goodPayload(), ...payload }))).toEqual({ kind: "absent" });
  });
});

describe("a signature", () => {
  const badSignature = "go-jose/go-jose: error in cryptographic primitive";
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  it.each<{ name: string; token: () => Promise<string> | string; want: string }>([
    {
      name: "with an unknown key",
      token: () => sign(goodPayload(), {}, otherKey),
      want: "invalid signature, no keys found",
    },
    {
      name: "of a stranger under a known name",
      token: () => sign(goodPayload(), { kid: key.id }, otherKey),
      want: badSignature,
    },
    {
      name: "that is none",
      token: () => `${part({ alg: "none" })}.${part(goodPayload())}.`,
      want: badSignature,
    },
    {
      name: "that is none, in capitals",
      token: () => `${part({ alg: "None", kid: key.id })}.${part(goodPayload())}.AAAA`,
      want: badSignature,
    },
    {
      name: "signed with the public key as a secret",
      token: () => {
        const text = `${part({ alg: "HS256", kid: key.id })}.${part(goodPayload())}`;
        const secret = key.key.export({ type: "spki", format: "pem" });
        return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
      },
      want: badSignature,
    },
    { name: "of another algorithm", token: () => sign(goodPayload(), { alg: "RS512" }), want: badSignature },
    {
      name: "over something else",
      token: async () =>
        (await sign(goodPayload())).replace(/\.[^.]+\./, `.${part({ ...goodPayload(), sub: "admin" })}.`),
      want: badSignature,
    },
    {
      name: "with a header that must be understood",
      token: () => `${part({ alg: "RS256", kid: key.id, crit: ["x"], x: 1 })}.${part(goodPayload())}.AAAA`,
      want: badSignature,
    },
    {
      name: "of a key that the token brings",
      token: () => sign(goodPayload(), { kid: undefined, jwk: otherKey.key.export({ format: "jwk" }) }, otherKey),
      want: badSignature,
    },
    {
      name: "that is cut off",
      token: async () => (await sign(goodPayload())).slice(0, -40),
      want: badSignature,
    },
  ])("$name is no good", async ({ token, want }) => {
    expect(await verify(await token())).toEqual(rejected(want));
  });

  it("in other characters than those of base64url makes no token", async () => {
    expect(await verify((await sign(goodPayload())).replace(/[^.]+$/, "!!"))).toEqual({ kind: "absent" });
  });

  it("may leave its key unnamed", async () => {
    expect(await verify(await sign(goodPayload(), { kid: undefined }, ecKey))).toMatchObject({ kind: "authenticated" });
  });

  it.each(["", "x", "a.b.c", "..", "e30.e30.", "x".repeat(70_000), "bnVsbA.bnVsbA.bnVsbA", "W10.W10.AA"])(
    "is not in %.20s",
    async (token) => {
      expect(await verify(token)).toEqual({ kind: "absent" });
    },
  );
});

describe("objects that a token is bound to", () => {
  const marked = (secondsAgo: number) => ({
    deletionTimestamp: new Date(clock.now() - secondsAgo * 1000).toISOString().replace(/\.\d+/, ""),
  });
  it.each<{ name: string; bound?: TokenIssueRequest["bound"]; change: () => void; want: string | undefined }>([
    { name: "all there", bound: { kind: "pod", object: pod }, change: () => undefined, want: undefined },
    {
      name: "account deleted",
      change: () => stored.delete("serviceaccounts/default/bot"),
      want: 'serviceaccounts "bot" not found',
    },
    {
      name: "account made anew",
      change: () => object("serviceaccounts", "bot", "new"),
      want: "service account UID (new) does not match claim (u-bot)",
    },
    {
      name: "account that is being deleted",
      change: () => object("serviceaccounts", "bot", "u-bot", {}, marked(59)),
      want: undefined,
    },
    {
      name: "account whose deletion has taken long",
      change: () => object("serviceaccounts", "bot", "u-bot", {}, marked(61)),
      want: "service account default/bot has been deleted",
    },
    {
      name: "pod deleted",
      bound: { kind: "pod", object: pod },
      change: () => stored.delete("pods/default/p"),
      want: "service account token has been invalidated",
    },
    {
      name: "pod made anew",
      bound: { kind: "pod", object: pod },
      change: () => object("pods", "p", "new"),
      want: "pod UID (new) does not match service account pod ref claim (u-p)",
    },
    {
      name: "pod whose deletion has taken long",
      bound: { kind: "pod", object: pod },
      change: () => object("pods", "p", "u-p", {}, marked(61)),
      want: "service account token has been invalidated",
    },
    {
      name: "node deleted",
      bound: { kind: "node", object: { name: "n", uid: "u-n" } },
      change: () => stored.delete("nodes//n"),
      want: "service account token has been invalidated",
    },
    {
      name: "secret deleted",
      bound: { kind: "secret", object: { name: "s", uid: "u-s" } },
      change: () => stored.delete("secrets/default/s"),
      want: "service account token has been invalidated",
    },
  ])("$name", async ({ bound, change, want }) => {
    const verifier = verifierWith();
    const later = verifierWith({ objects: { get: async (r, ns, n) => stored.get(`${r}/${ns}/${n}`) } });
    const token = await issue(bound === undefined ? {} : { bound });
    expect(await verifier.verify(token, { audiences: ["api"] })).toMatchObject({ kind: "authenticated" });
    change();
    for (const v of [verifier, later]) {
      const result = await v.verify(token, { audiences: ["api"] });
      if (want === undefined) expect(result.kind).toBe("authenticated");
      else expect(result).toEqual(rejected(want));
    }
  });

  it("do not matter without a lookup", async () => {
    stored.clear();
    const verifier = serviceAccountVerifier({
      dialect: kubernetesDialect,
      clock,
      issuers: [issuer],
      keys: [key],
      apiAudiences: ["api"],
    });
    expect(await verifier.verify(await issue(), { audiences: [] })).toMatchObject({ kind: "authenticated" });
  });
});

describe("a token out of a secret", () => {
  const legacy = (change: object = {}): Promise<string> =>
    sign({
      iss: "kubernetes/serviceaccount",
      sub: "system:serviceaccount:default:bot",
      "kubernetes.io/serviceaccount/namespace": "default",
      "kubernetes.io/serviceaccount/secret.name": "s",
      "kubernetes.io/serviceaccount/service-account.name": "bot",
      "kubernetes.io/serviceaccount/service-account.uid": "u-bot",
      ...change,
    });
  const keep = (token: string, meta: object = {}): void =>
    object("secrets", "s", "u-s", { data: { token: Buffer.from(token).toString("base64") } }, meta);

  // Dialects of different products have different legacy issuers; this test's dialect calls its
  // product kubernetes.
  it("is valid while its secret exists, and its use is reported", async () => {
    const token = await legacy();
    keep(token);
    const used: ApiObject[] = [];
    const result = await verify(token, ["api"], { onLegacyToken: (s: ApiObject) => used.push(s) });
    expect(result).toMatchObject({
      kind: "authenticated",
      audiences: ["api"],
      user: { name: "system:serviceaccount:default:bot", extra: {} },
    });
    expect(used.map((s) => s.metadata.name)).toEqual(["s"]);
  });

  it("that was created for the secret is one", async () => {
    const make = createLegacyTokenIssuer({ dialect: kubernetesDialect, key: ecKey });
    const token = await make({ namespace: "default", serviceAccount: bot, secretName: "s" });
    expect(await verify(token)).toMatchObject({ kind: "rejected" });
    keep(token);
    expect(await verify(token)).toMatchObject({ kind: "authenticated", user: { uid: "u-bot" } });
  });

  it("warns when no audience was requested", async () => {
    const token = await legacy();
    keep(token);
    object("serviceaccounts", "bot", "u-bot", { secrets: [{ name: "s" }] });
    expect(await verify(token)).toMatchObject({
      warnings: [expect.stringContaining("Use tokens from the TokenRequest API")],
    });
  });

  it.each([
    {
      name: "deleted",
      change: () => void stored.delete("secrets/default/s"),
      want: "service account token has been invalidated",
    },
    {
      name: "being deleted",
      change: () => object("secrets", "s", "u-s", {}, { deletionTimestamp: "2025-12-31T23:59:59Z" }),
      want: "service account token has been invalidated",
    },
    {
      name: "holding another",
      change: () => keep("another"),
      want: "service account token does not match server's copy",
    },
    {
      name: "holding none",
      change: () => object("secrets", "s", "u-s"),
      want: "service account token does not match server's copy",
    },
  ])("is no good with the secret $name", async ({ change, want }) => {
    const token = await legacy();
    keep(token);
    change();
    expect(await verify(token)).toEqual(rejected(want));
  });

  const marked = { labels: { "kubernetes.io/legacy-token-invalid-since": "2025-01-01" } };

  it("is invalid once it is marked", async () => {
    const token = await legacy();
    keep(token, marked);
    expect(await verify(token)).toMatchObject({ reason: expect.stringContaining("has been marked invalid") });
  });

  it.each([
    { name: "that was created by hand", listed: [], meta: {}, want: "legacy-manual" },
    { name: "that its account lists", listed: [{ name: "s" }], meta: {}, want: "legacy-auto" },
    { name: "that is marked invalid", listed: [{ name: "s" }], meta: marked, want: "legacy-invalid" },
    { name: "that is marked invalid and not listed", listed: [], meta: marked, want: "legacy-invalid" },
  ])("$name is $want", async ({ listed, meta, want }) => {
    const token = await legacy();
    keep(token, meta);
    object("serviceaccounts", "bot", "u-bot", { secrets: listed });
    const kinds: string[] = [];
    await verify(token, ["api"], { onToken: (kind: string) => kinds.push(kind) });
    expect(kinds).toEqual([want]);
  });

  it.each([
    {
      name: "without a namespace",
      change: { "kubernetes.io/serviceaccount/namespace": "" },
      want: "namespace claim is missing",
    },
    {
      name: "without a secret",
      change: { "kubernetes.io/serviceaccount/secret.name": 7 },
      want: "secret claim is missing",
    },
    { name: "of another subject", change: { sub: "system:serviceaccount:default:else" }, want: "sub claim is invalid" },
  ])("is no good $name", async ({ change, want }) => {
    expect(await verify(await legacy(change))).toEqual(rejected(want));
  });
});
