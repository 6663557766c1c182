import { fieldErrorText, kubernetesDialect, svcDialect } from "@svc/meta";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAuthenticationConfig } from "../config-file/authentication-config.ts";
import { compileAuthentication } from "./compile.ts";

const issuer = { url: "https://a.example", audiences: ["a"] };
const username = { claim: "sub", prefix: "" };
const good = { issuer, claimMappings: { username } };
const file = (jwt: readonly unknown[], more: object = {}): string =>
  JSON.stringify({ apiVersion: "apiserver.config.k8s.io/v1beta1", kind: "AuthenticationConfiguration", jwt, ...more });

/** The errors of a file; empty for a valid one. */
function problems(source: string): readonly string[] {
  const read = readAuthenticationConfig(source, kubernetesDialect);
  if (!read.ok) return [read.message];
  const disallowedIssuers = ["https://own.example"];
  const compiled = compileAuthentication(read.config, { dialect: kubernetesDialect, disallowedIssuers });
  return compiled.ok ? [] : compiled.errors.map(fieldErrorText);
}

describe("a file that is no configuration", () => {
  it.each([
    { source: "", want: "empty config data" },
    { source: "{}", want: "Object 'Kind' is missing" },
    { source: "[]", want: "it is no map" },
    { source: "junk: [", want: /^yaml: / },
    { source: "apiVersion: x/v1\nkind: Foo", want: /^no kind "Foo" is registered for version "x\/v1"/ },
    { source: "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration", want: /^no kind / },
    { source: file([], { zz: 1 }), want: 'strict decoding error: unknown field "zz"' },
    {
      source: file([{ ...good, issuer: { ...issuer, zz: 1 } }]),
      want: 'strict decoding error: unknown field "jwt[0].issuer.zz"',
    },
    {
      source: file([{ ...good, issuer: { ...issuer, url: 5 } }]),
      want: "strict decoding error: jwt[0].issuer.url: must be text, not a number",
    },
    { source: file([5]), want: "strict decoding error: jwt[0]: must be a map, not a number" },
    { source: file([], { jwt: {} }), want: "strict decoding error: jwt: must be a list, not a map" },
    { source: `${file([]).slice(0, -1)},"jwt":[]}`, want: /^yaml: Map keys must be unique/ },
  ])("$source", ({ source, want }) => {
    expect(problems(source)).toEqual([typeof want === "string" ? want : expect.stringMatching(want)]);
  });

  it("never makes the parser fail otherwise", () => {
    fc.assert(fc.property(fc.string(), (source) => void problems(source)));
    fc.assert(fc.property(fc.jsonValue(), (jwt) => void problems(file([jwt]))));
  });

  it("a document that grows when aliases are expanded is rejected", () => {
    const level = (n: number): string =>
      `a${n}: &a${n} [${Array(10)
        .fill(`*a${n - 1}`)
        .join(",")}]`;
    const bomb = ["a0: &a0 [x]", ...Array.from({ length: 9 }, (_, i) => level(i + 1))].join("\n");
    expect(problems(bomb)).toEqual([expect.stringMatching(/^yaml: /)]);
  });
});

it("both versions are accepted, in the dialect's group", () => {
  const of = (version: string, domain: string): string =>
    file([good]).replace("k8s.io/v1beta1", `${domain}/${version}`);
  expect(problems(of("v1alpha1", "k8s.io"))).toEqual([]);
  expect(readAuthenticationConfig(of("v1beta1", "svc.io"), svcDialect)).toMatchObject({ ok: true });
  expect(readAuthenticationConfig(of("v1beta1", "k8s.io"), svcDialect)).toMatchObject({ ok: false });
});

const reserved = "k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use";
const path = 'must be a domain-prefixed path (such as "acme.io/foo")';
const verified =
  "claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression";
const noPrefix = "prefix is required when claim is set. It can be set to an empty string to disable prefixing";

const withIssuer = (more: object) => [{ ...good, issuer: { ...issuer, ...more } }];
const withMappings = (more: object) => [{ ...good, claimMappings: { username, ...more } }];
const withExtra = (...extra: object[]) => withMappings({ extra });
const withRules = (...claimValidationRules: object[]) => [{ ...good, claimValidationRules }];
const withUserRules = (...userValidationRules: object[]) => [{ ...good, userValidationRules }];
const extra = { key: "a.b/c", valueExpression: "claims.x" };

describe("the errors of", () => {
  it.each([
    { name: "no url", jwt: withIssuer({ url: "" }), want: ["jwt[0].issuer.url: Required value: URL is required"] },
    {
      name: "http",
      jwt: withIssuer({ url: "http://x" }),
      want: ['jwt[0].issuer.url: Invalid value: "http://x": URL scheme must be https'],
    },
    {
      name: "a password in a url",
      jwt: withIssuer({ url: "https://u:p@a.example" }),
      want: ['jwt[0].issuer.url: Invalid value: "https://u:p@a.example": URL must not contain a username or password'],
    },
    {
      name: "a query",
      jwt: withIssuer({ url: "https://a.example?x=1" }),
      want: ['jwt[0].issuer.url: Invalid value: "https://a.example?x=1": URL must not contain a query'],
    },
    {
      name: "a fragment",
      jwt: withIssuer({ url: "https://a.example#x" }),
      want: ['jwt[0].issuer.url: Invalid value: "https://a.example#x": URL must not contain a fragment'],
    },
    {
      name: "the server's own issuer",
      jwt: withIssuer({ url: "https://own.example" }),
      want: [
        'jwt[0].issuer.url: Invalid value: "https://own.example": URL must not overlap with disallowed issuers: [https://own.example]',
      ],
    },
    { name: "an issuer twice", jwt: [good, good], want: ['jwt[1].issuer.url: Duplicate value: "https://a.example"'] },
    {
      name: "a discovery URL that is the issuer",
      jwt: withIssuer({ discoveryURL: "https://a.example/" }),
      want: [
        'jwt[0].issuer.discoveryURL: Invalid value: "https://a.example/": discoveryURL must be different from URL',
      ],
    },
    {
      name: "a discovery URL twice",
      jwt: [
        ...withIssuer({ discoveryURL: "https://b/x" }),
        ...withIssuer({ url: "https://c", discoveryURL: "https://b/x" }),
      ],
      want: ['jwt[1].issuer.discoveryURL: Duplicate value: "https://b/x"'],
    },
    {
      name: "an authority that is none",
      jwt: withIssuer({ certificateAuthority: "x" }),
      want: [
        'jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates',
      ],
    },
    {
      name: "no audience",
      jwt: withIssuer({ audiences: [] }),
      want: ["jwt[0].issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required"],
    },
    {
      name: "an empty audience among several without a policy",
      jwt: withIssuer({ audiences: ["a", ""] }),
      want: [
        "jwt[0].issuer.audiences[1]: Required value: audience can't be empty",
        'jwt[0].issuer.audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences',
      ],
    },
    {
      name: "an audience twice",
      jwt: withIssuer({ audiences: ["a", "a"], audienceMatchPolicy: "MatchAny" }),
      want: ['jwt[0].issuer.audiences[1]: Duplicate value: "a"'],
    },
    {
      name: "an unknown policy",
      jwt: withIssuer({ audienceMatchPolicy: "x" }),
      want: [
        'jwt[0].issuer.audienceMatchPolicy: Invalid value: "x": audienceMatchPolicy must be empty or MatchAny for single audience',
      ],
    },
    {
      name: "too many issuers",
      jwt: Array.from({ length: 65 }, (_, i) => ({ ...good, issuer: { ...issuer, url: `https://a${i}` } })),
      want: ["jwt: Too many: 65: must have at most 64 items"],
    },
    {
      name: "no username",
      jwt: withMappings({ username: {} }),
      want: ["jwt[0].claimMappings.username: Required value: claim or expression is required"],
    },
    {
      name: "a username without a prefix",
      jwt: withMappings({ username: { claim: "sub" } }),
      want: [`jwt[0].claimMappings.username.prefix: Required value: ${noPrefix}`],
    },
    {
      name: "a username of claim and expression",
      jwt: withMappings({ username: { claim: "sub", expression: "claims.sub" } }),
      want: [`jwt[0].claimMappings.username: Invalid value: "": claim and expression can't both be set`],
    },
    {
      name: "an expression with a prefix",
      jwt: withMappings({ username: { expression: "claims.sub", prefix: "" } }),
      want: [`jwt[0].claimMappings.username.prefix: Invalid value: "": prefix can't be set when expression is set`],
    },
    {
      name: "an expression that cannot be read",
      jwt: withMappings({ username: { expression: "claims." } }),
      want: [
        `jwt[0].claimMappings.username.expression: Invalid value: "claims.": compilation failed: ERROR: <input>:1:8: Syntax error: no viable alternative at input '.'\n | claims.\n | .......^`,
      ],
    },
    {
      name: "groups without a prefix",
      jwt: withMappings({ groups: { claim: "g" } }),
      want: [`jwt[0].claimMappings.groups.prefix: Required value: ${noPrefix}`],
    },
    {
      name: "a uid of claim and expression",
      jwt: withMappings({ uid: { claim: "a", expression: "claims.b" } }),
      want: [`jwt[0].claimMappings.uid: Invalid value: "": claim and expression can't both be set`],
    },
    {
      name: "no key of an extra",
      jwt: withExtra({ ...extra, key: "" }),
      want: ["jwt[0].claimMappings.extra[0].key: Required value"],
    },
    {
      name: "a key without a domain",
      jwt: withExtra({ ...extra, key: "foo" }),
      want: [`jwt[0].claimMappings.extra[0].key: Invalid value: "foo": ${path}`],
    },
    {
      name: "a key in upper case",
      jwt: withExtra({ ...extra, key: "a.b/C" }),
      want: ['jwt[0].claimMappings.extra[0].key: Invalid value: "a.b/C": key must be lowercase'],
    },
    {
      name: "a key with a space",
      jwt: withExtra({ ...extra, key: "a.b/c d" }),
      want: [
        "jwt[0].claimMappings.extra[0].key: Invalid value: \"c d\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
      ],
    },
    {
      name: "a key of the product's own domain",
      jwt: withExtra({ ...extra, key: "a.k8s.io/c" }, { ...extra, key: "kubernetes.io/c" }),
      want: [
        `jwt[0].claimMappings.extra[0].key: Invalid value: "a.k8s.io/c": ${reserved}`,
        `jwt[0].claimMappings.extra[1].key: Invalid value: "kubernetes.io/c": ${reserved}`,
      ],
    },
    {
      name: "no value of an extra",
      jwt: withExtra({ ...extra, valueExpression: "" }),
      want: ["jwt[0].claimMappings.extra[0].valueExpression: Required value: valueExpression is required"],
    },
    {
      name: "a key twice",
      jwt: withExtra(extra, extra),
      want: ['jwt[0].claimMappings.extra[1].key: Duplicate value: "a.b/c"'],
    },
    {
      name: "an empty rule",
      jwt: withRules({}),
      want: ["jwt[0].claimValidationRules[0]: Required value: claim or expression is required"],
    },
    {
      name: "a claim's rule twice",
      jwt: withRules({ claim: "a", requiredValue: "b" }, { claim: "a", requiredValue: "c" }),
      want: ['jwt[0].claimValidationRules[1].claim: Duplicate value: "a"'],
    },
    {
      name: "a rule of claim and expression",
      jwt: withRules({ claim: "a", expression: "true" }),
      want: [`jwt[0].claimValidationRules[0]: Invalid value: "a": claim and expression can't both be set`],
    },
    {
      name: "a claim's rule with a message",
      jwt: withRules({ claim: "a", message: "x" }),
      want: [`jwt[0].claimValidationRules[0].message: Invalid value: "x": message can't be set when claim is set`],
    },
    {
      name: "an expression's rule with a value",
      jwt: withRules({ expression: "true", requiredValue: "x" }),
      want: [
        `jwt[0].claimValidationRules[0].requiredValue: Invalid value: "x": requiredValue can't be set when expression is set`,
      ],
    },
    {
      name: "a rule that is not true or false",
      jwt: withRules({ expression: "claims.x" }),
      want: ['jwt[0].claimValidationRules[0].expression: Invalid value: "claims.x": must evaluate to bool'],
    },
    {
      name: "a user's rule without an expression",
      jwt: withUserRules({}),
      want: ["jwt[0].userValidationRules[0].expression: Required value: expression is required"],
    },
    {
      name: "a user's rule twice",
      jwt: withUserRules({ expression: "true" }, { expression: "true" }),
      want: ['jwt[0].userValidationRules[1].expression: Duplicate value: "true"'],
    },
    {
      name: "an email whose verification is not checked",
      jwt: withMappings({ username: { expression: "claims.email" } }),
      want: [`jwt[0].claimMappings.username.expression: Invalid value: "claims.email": ${verified}`],
    },
  ])("$name", ({ jwt, want }) => {
    expect(problems(file(jwt))).toEqual(want);
  });

  it.each(['claims.?email.orValue("")', 'has(claims.email) ? claims.sub : "x"', 'claims.email + "x"'])(
    "an unverified address in %s",
    (expression) => {
      expect(problems(file(withMappings({ username: { expression } })))).toEqual([expect.stringContaining(verified)]);
    },
  );

  it("unknown conditions of anonymous requests", () => {
    const anonymous = { enabled: false, conditions: [{ path: "/x" }] };
    expect(problems(file([], { anonymous }))).toEqual([
      expect.stringMatching(/^anonymous.conditions: Invalid value: .*: enabled should be set to true/),
    ]);
  });
});

describe("valid configurations", () => {
  it.each([
    { name: "the smallest valid configuration", jwt: [good] },
    { name: "no issuer", jwt: [] },
    { name: "several audiences", jwt: withIssuer({ audiences: ["a", "b"], audienceMatchPolicy: "MatchAny" }) },
    { name: "a claim that must be empty", jwt: withRules({ claim: "a" }) },
    {
      name: "all parts of a user",
      jwt: withUserRules({ expression: 'user.extra["a"] == ["b"] && user.uid == "" && "x" in user.groups' }),
    },
    {
      name: "an address that is verified in an extra",
      jwt: withMappings({
        username: { expression: "claims.email" },
        extra: [{ key: "a.b/v", valueExpression: "string(claims.email_verified)" }],
      }),
    },
    { name: "an address by its key", jwt: withMappings({ username: { expression: 'claims["email"]' } }) },
    { name: "the URL of another document", jwt: withMappings({ username: { expression: "claims.x.email" } }) },
  ])("$name", ({ jwt }) => {
    expect(problems(file(jwt))).toEqual([]);
  });
});
