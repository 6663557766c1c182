import { createManualClock, silentLog } from "@svc/base";
import { type ApiObject, kubernetesDialect } from "@svc/meta";
import { readCertificate } from "@svc/pki";
import { beforeAll, describe, expect, it } from "vitest";
import type { Authenticator } from "../authenticator.ts";
import { bootstrapTokenVerifier } from "../bootstrap/bootstrap-token.ts";
import { compileAuthentication } from "../oidc/compile.ts";
import { jwtVerifier } from "../oidc/jwt-verifier.ts";
import { requestHeaderAuthenticator } from "../request-header/request-header.ts";
import { createTokenIssuer } from "../service-account/issuer.ts";
import { serviceAccountVerifier } from "../service-account/verifier.ts";
import { makeCertificate, nowMs, type TestCertificate } from "../testing/certificates.ts";
import { makeKey } from "../testing/keys.ts";
import { testRequest, withToken } from "../testing/request.ts";
import { bearerAuthenticator } from "../token/bearer.ts";
import { forAudiences } from "../token/for-audiences.ts";
import { staticTokens } from "../token/static-tokens.ts";
import type { TokenVerifier } from "../token/token-verifier.ts";
import { unionAuthenticator } from "../union.ts";
import { webhookVerifier } from "../webhook/webhook-verifier.ts";
import { clientCertificateAuthenticator } from "../x509/client-certificate.ts";
import type { AuthenticatorUnderTest } from "./authenticator-case.ts";
import { authenticatorCases } from "./cases.ts";
import { authenticatorConformance, runAuthenticatorCase } from "./suite.ts";

const clock = createManualClock(nowMs);
const dialect = kubernetesDialect;
const users = new Map([["a-static-token", { name: "alice", uid: "1", groups: ["g"], extra: {} }]]);
const unknown = withToken("an-unknown-token");

const bearing = (verifier: TokenVerifier, token: string): AuthenticatorUnderTest => ({
  authenticator: bearerAuthenticator(verifier, { audiences: ["api"] }),
  accepted: withToken(token),
  refused: [unknown],
});

describe("static tokens", () =>
  authenticatorConformance({
    open: () => bearing(forAudiences(staticTokens(users), ["api"]), "a-static-token"),
    test: it,
  }));

describe("a union", () =>
  authenticatorConformance({
    open: () => {
      const refusing = bearerAuthenticator(staticTokens([]));
      const accepting = bearing(forAudiences(staticTokens(users), ["api"]), "a-static-token");
      return { ...accepting, authenticator: unionAuthenticator([refusing, accepting.authenticator]) };
    },
    test: it,
  }));

describe("bootstrap tokens", () => {
  const data = { "token-id": "abcdef", "token-secret": "0123456789abcdef", "usage-bootstrap-authentication": "true" };
  const encoded = Object.entries(data).map(([k, v]) => [k, Buffer.from(v).toString("base64")]);
  const secret: ApiObject = { metadata: {}, type: "bootstrap.kubernetes.io/token", data: Object.fromEntries(encoded) };
  const objects = {
    getCached: (_r: string, _n: string, name: string) => (name.endsWith("-abcdef") ? secret : undefined),
  };
  const verifier = forAudiences(bootstrapTokenVerifier({ dialect, clock, objects }), ["api"]);
  const open = () => bearing(verifier, "abcdef.0123456789abcdef");
  authenticatorConformance({ open, test: it });
});

describe("service accounts", () => {
  const { key } = makeKey("P-256");
  const options = { dialect, clock, apiAudiences: ["api"] };
  const issuer = createTokenIssuer({ ...options, issuer: "https://own", key, randomUid: () => "id" });
  const open = async (): Promise<AuthenticatorUnderTest> => {
    const serviceAccount = { name: "bot", uid: "u" };
    const requested = { namespace: "default", serviceAccount, audiences: ["api"], expirationSeconds: 600 };
    const { token } = await issuer.issue(requested);
    return bearing(serviceAccountVerifier({ ...options, issuers: ["https://own"], keys: [key] }), token);
  };
  authenticatorConformance({ open, test: it });
});

describe("webhooks", () => {
  const open = () => {
    const send = (body: string) => {
      const { spec } = JSON.parse(body) as { spec: { token: string } };
      const status = spec.token === "known-to-the-webhook" ? { authenticated: true, user: { username: "joe" } } : {};
      const answer = { kind: "TokenReview", apiVersion: "authentication.k8s.io/v1beta1", status };
      return Promise.resolve({ status: 200, body: JSON.stringify(answer) });
    };
    return bearing(webhookVerifier({ dialect, clock, apiAudiences: ["api"], send }), "known-to-the-webhook");
  };
  authenticatorConformance({ open, test: it });
});

describe("OpenID Connect", () => {
  const { key } = makeKey();
  const none = { claim: "", expression: "" };
  const config = {
    issuer: {
      url: "https://issuer.example",
      discoveryURL: "",
      certificateAuthority: "",
      audiences: ["app"],
      audienceMatchPolicy: "",
    },
    claimValidationRules: [],
    claimMappings: { username: { claim: "sub", prefix: "", expression: "" }, groups: none, uid: none, extra: [] },
    userValidationRules: [],
  };
  const documents: Readonly<Record<string, object>> = {
    "/.well-known/openid-configuration": { issuer: config.issuer.url, jwks_uri: `${config.issuer.url}/keys` },
    "/keys": { keys: [{ ...key.key.export({ format: "jwk" }), kid: key.id, alg: "RS256" }] },
  };
  const get = (url: string) =>
    Promise.resolve({ status: 200, body: Buffer.from(JSON.stringify(documents[new URL(url).pathname])) });
  const open = async (): Promise<AuthenticatorUnderTest> => {
    const compiled = compileAuthentication({ jwt: [config] }, { dialect, disallowedIssuers: [] });
    if (!compiled.ok) throw new TypeError("the configuration is no good");
    const issued = createTokenIssuer({
      dialect,
      clock,
      issuer: config.issuer.url,
      key,
      randomUid: () => "id",
      apiAudiences: [],
    });
    const serviceAccount = { name: "bot", uid: "u" };
    const requested = { namespace: "default", serviceAccount, audiences: ["app"], expirationSeconds: 600 };
    const { token } = await issued.issue(requested);
    const verifier = jwtVerifier({ jwt: compiled.jwt, dialect, clock, log: silentLog, httpsGetFor: () => get });
    return bearing(forAudiences(verifier, ["api"]), token);
  };
  authenticatorConformance({ open, test: it });
});

describe("certificates", () => {
  let root: TestCertificate;
  let alice: TestCertificate;
  let stranger: TestCertificate;
  const usages = ["1.3.6.1.5.5.7.3.2"];
  beforeAll(async () => {
    root = await makeCertificate({ name: [{ CN: ["root"] }], ca: true });
    alice = await makeCertificate({ name: [{ CN: ["alice"] }], issuer: root, usages });
    stranger = await makeCertificate({ name: [{ CN: ["alice"] }], usages });
  });
  const bearers = () => ({ known: [alice.der], unknown: [stranger.der] });

  describe("of clients", () =>
    authenticatorConformance({
      open: () => {
        const authorities = [readCertificate(root.der)];
        return {
          authenticator: clientCertificateAuthenticator({ dialect, clock, authorities: () => authorities }),
          accepted: testRequest({ certificates: bearers().known }),
          refused: [testRequest({ certificates: bearers().unknown })],
        };
      },
      test: it,
    }));

  describe("of proxies", () =>
    authenticatorConformance({
      open: () => {
        const authorities = [readCertificate(root.der)];
        const headers = { "x-remote-user": "joe" };
        return {
          authenticator: requestHeaderAuthenticator({
            clock,
            authorities: () => authorities,
            allowedNames: ["alice"],
            usernameHeaders: ["x-remote-user"],
          }),
          accepted: testRequest({ headers, certificates: bearers().known }),
          refused: [testRequest({ headers, certificates: bearers().unknown })],
        };
      },
      test: it,
    }));
});

describe("a broken authenticator is found out", () => {
  const sound = bearerAuthenticator(staticTokens(users));
  const alice = { kind: "authenticated", user: users.get("a-static-token") } as const;
  const tokenIn = (header: string | undefined): string => header?.replace(/^Bearer /, "") ?? "";
  const mutants: readonly [string, Authenticator][] = [
    ["accepts everything", { authenticate: () => alice as never }],
    ["accepts nothing", { authenticate: () => ({ kind: "rejected", reason: "no" }) }],
    [
      "rejects requests without a credential",
      {
        authenticate: (r) =>
          r.header("authorization") === undefined ? { kind: "rejected", reason: "" } : sound.authenticate(r),
      },
    ],
    [
      "does not report requests with an invalid credential",
      {
        authenticate: async (r) => {
          const result = await sound.authenticate(r);
          return result.kind === "rejected" ? { kind: "absent" } : result;
        },
      },
    ],
    [
      "compares the beginning",
      {
        authenticate: (r) =>
          tokenIn(r.header("authorization")).startsWith("a-static-token") ? (alice as never) : sound.authenticate(r),
      },
    ],
    [
      "ignores case",
      {
        authenticate: (r) => sound.authenticate(withToken(tokenIn(r.header("authorization")).toLowerCase())),
      },
    ],
    [
      "takes any scheme",
      { authenticate: (r) => sound.authenticate(withToken(tokenIn(r.header("authorization")).replace(/^Basic /, ""))) },
    ],
    [
      "tells the token",
      {
        authenticate: async (r) => {
          const result = await sound.authenticate(r);
          return result.kind === "rejected"
            ? { ...result, reason: `no user has ${r.header("authorization")}` }
            : result;
        },
      },
    ],
    [
      "throws",
      {
        authenticate: (r) => {
          if (r.header("authorization")?.includes("\u0000")) throw new Error("a zero");
          return sound.authenticate(r);
        },
      },
    ],
    ["answers late", { authenticate: async (r) => sound.authenticate(r) }],
    [
      "names no user",
      {
        authenticate: (r) =>
          r.header("authorization") === "Bearer a-static-token"
            ? { kind: "authenticated", user: { name: "", uid: "", groups: [], extra: {} } }
            : sound.authenticate(r),
      },
    ],
  ];
  it.each(mutants)("that %s", async (_name, authenticator) => {
    const underTest = { authenticator, accepted: withToken("a-static-token"), refused: [unknown] };
    const failures = await Promise.all(authenticatorCases.map((c) => runAuthenticatorCase(c, underTest)));
    expect(failures.filter((f) => f !== undefined)).not.toEqual([]);
  });

  it("a known failure must fail, and be one", async () => {
    const bodies: (() => Promise<void>)[] = [];
    const register = (_name: string, body: () => Promise<void>): void => void bodies.push(body);
    const open = () => bearing(forAudiences(staticTokens(users), ["api"]), "a-static-token");
    expect(() => authenticatorConformance({ open, test: register, knownFailures: { nope: "x" } })).toThrow(TypeError);
    authenticatorConformance({ open, test: register, knownFailures: { "no reason contains a secret": "x" } });
    const settled = await Promise.allSettled(bodies.map((body) => body()));
    expect(settled.filter((s) => s.status === "rejected")).toHaveLength(1);
  });
});
