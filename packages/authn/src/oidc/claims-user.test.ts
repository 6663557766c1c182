import { kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { readAuthenticationConfig } from "../config-file/authentication-config.ts";
import { userFromClaims } from "./claims-user.ts";
import { compileAuthentication } from "./compile.ts";

function userOf(mappings: object, claims: Readonly<Record<string, unknown>>, rules: object = {}): unknown {
  const jwt = [{ issuer: { url: "https://a.example", audiences: ["a"] }, claimMappings: mappings, ...rules }];
  const kind = { apiVersion: "apiserver.config.k8s.io/v1beta1", kind: "AuthenticationConfiguration" };
  const read = readAuthenticationConfig(JSON.stringify({ ...kind, jwt }), kubernetesDialect);
  if (!read.ok) throw new TypeError(read.message);
  const compiled = compileAuthentication(read.config, { dialect: kubernetesDialect, disallowedIssuers: [] });
  const first = compiled.ok ? compiled.jwt[0] : undefined;
  if (first === undefined) throw new TypeError(JSON.stringify(compiled));
  return userFromClaims(first, claims, "credential-id");
}

const bySub = { username: { claim: "sub", prefix: "" } };
const sub = "alice";

describe("claims", () => {
  it.each([
    { name: "a name", mappings: bySub, claims: { sub }, want: { name: "alice", uid: "", groups: [], extra: {} } },
    {
      name: "a prefix",
      mappings: { username: { claim: "sub", prefix: "p:" } },
      claims: { sub },
      want: { name: "p:alice" },
    },
    {
      name: "groups with a prefix, one or several",
      mappings: { ...bySub, groups: { claim: "g", prefix: "g:" } },
      claims: { sub, g: ["a", "b"] },
      want: { groups: ["g:a", "g:b"] },
    },
    {
      name: "one group as text",
      mappings: { ...bySub, groups: { claim: "g", prefix: "" } },
      claims: { sub, g: "a" },
      want: { groups: ["a"] },
    },
    {
      name: "no groups",
      mappings: { ...bySub, groups: { claim: "g", prefix: "" } },
      claims: { sub, g: null },
      want: { groups: [] },
    },
    { name: "a uid", mappings: { ...bySub, uid: { claim: "id" } }, claims: { sub, id: "7" }, want: { uid: "7" } },
    {
      name: "expressions",
      mappings: {
        username: { expression: "claims.first + '.' + claims.last" },
        groups: { expression: "claims.teams.map(t, 'team:' + t)" },
        uid: { expression: "string(claims.n + 1)" },
        extra: [
          { key: "a.b/one", valueExpression: "claims.first" },
          { key: "a.b/two", valueExpression: "claims.teams" },
          { key: "a.b/none", valueExpression: "''" },
        ],
      },
      claims: { first: "a", last: "b", teams: ["x", "y"], n: 5 },
      want: {
        name: "a.b",
        uid: "6",
        groups: ["team:x", "team:y"],
        extra: { "a.b/one": ["a"], "a.b/two": ["x", "y"] },
      },
    },
    {
      name: "an address that is verified",
      mappings: { username: { claim: "email", prefix: "" } },
      claims: { email: "a@b.c", email_verified: true },
      want: { name: "a@b.c" },
    },
    {
      name: "an email without email_verified",
      mappings: { username: { claim: "email", prefix: "" } },
      claims: { email: "a@b.c" },
      want: { name: "a@b.c" },
    },
    {
      name: "the id of the token",
      mappings: bySub,
      claims: { sub, jti: "t1" },
      want: { extra: { "credential-id": ["JTI=t1"] } },
    },
  ])("$name", ({ mappings, claims, want }) => {
    expect(userOf(mappings, claims)).toMatchObject(want);
  });

  it.each([
    { name: "no name", claims: {}, want: 'parse username claims "sub": claim not present' },
    {
      name: "a name of the prototype",
      mappings: { username: { claim: "constructor", prefix: "" } },
      claims: {},
      want: 'parse username claims "constructor": claim not present',
    },
    { name: "a name that is a number", claims: { sub: 5 }, want: 'parse username claims "sub": it is no text' },
    { name: "an empty name", claims: { sub: "" }, want: "empty username" },
    {
      name: "an empty name by expression",
      mappings: { username: { expression: "claims.sub" } },
      claims: { sub: "" },
      want: "empty username via CEL expression is not allowed",
    },
    {
      name: "an address that is not verified",
      mappings: { username: { claim: "email", prefix: "" } },
      claims: { email: "a@b.c", email_verified: false },
      want: "email not verified",
    },
    {
      name: "an address that is verified by a text",
      mappings: { username: { claim: "email", prefix: "" } },
      claims: { email: "a@b.c", email_verified: "true" },
      want: "parse 'email_verified' claim: it is neither true nor false",
    },
    {
      name: "groups that are numbers",
      mappings: { ...bySub, groups: { claim: "g", prefix: "" } },
      claims: { sub, g: [1] },
      want: 'parse groups claim "g": it is no list of text',
    },
    {
      name: "an expression that fails",
      mappings: { username: { expression: "claims.nope" } },
      claims: { sub },
      want: "error evaluating username claim expression: expression 'claims.nope' resulted in error: no such key: nope",
    },
    {
      name: "an expression that gives no text",
      mappings: { username: { expression: "claims.sub" } },
      claims: { sub: 5 },
      want: "error evaluating username claim expression: expression must return a string",
    },
    {
      name: "an expression that never ends",
      mappings: { username: { expression: "claims.l.map(a, claims.l.map(b, claims.l.map(c, a + b + c)))[0][0][0]" } },
      claims: { l: Array.from({ length: 2_000 }, () => "x".repeat(50)) },
      want: expect.stringMatching(/^error evaluating username claim expression: .*cost/),
    },
  ])("claims without a user: $name", ({ mappings = bySub, claims, want }) => {
    expect(userOf(mappings, claims)).toEqual(want);
  });
});

describe("rules", () => {
  const claim = { claimValidationRules: [{ claim: "hd", requiredValue: "x" }] };
  const expression = { claimValidationRules: [{ expression: "claims.hd == 'x'", message: "not ours" }] };
  const user = { userValidationRules: [{ expression: "!user.username.startsWith('system:')", message: "reserved" }] };
  it.each([
    { name: "a claim as it must be", rules: claim, claims: { hd: "x" }, want: undefined },
    { name: "no claim", rules: claim, claims: {}, want: "required claim hd not present in ID token" },
    { name: "a claim that is no text", rules: claim, claims: { hd: 5 }, want: "parse claim hd: it is no text" },
    {
      name: "another claim",
      rules: claim,
      claims: { hd: "y" },
      want: "required claim hd value does not match. Got = y, want = x",
    },
    { name: "an expression that holds", rules: expression, claims: { hd: "x" }, want: undefined },
    {
      name: "one that does not",
      rules: expression,
      claims: { hd: "y" },
      want: "error evaluating claim validation expression: validation expression 'claims.hd == 'x'' failed: not ours",
    },
    { name: "a user as it must be", rules: user, claims: {}, want: undefined },
    {
      name: "one that may not be",
      rules: user,
      claims: { sub: "system:admin" },
      want: "error evaluating user info validation rule: validation expression '!user.username.startsWith('system:')' failed: reserved",
    },
  ])("$name", ({ rules, claims, want }) => {
    const result = userOf(bySub, { sub, ...claims }, rules);
    expect(typeof result === "string" ? result : undefined).toBe(want);
  });
});
