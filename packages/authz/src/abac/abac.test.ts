import { kubernetesDialect, svcDialect } from "@svc/meta";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Attributes, Authorizer } from "../authorizer.ts";
import { authorizerConformance } from "../conformance/suite.ts";
import { attributesWith, pathAttributes, userOf } from "../testing/attributes.ts";
import { createAbac } from "./abac.ts";
import { parsePolicies } from "./parse-policies.ts";

const everybody = "system:authenticated";

function abac(...specs: readonly object[]): Authorizer {
  const lines = specs.map((spec) =>
    JSON.stringify({ apiVersion: "abac.authorization.svc.io/v1beta1", kind: "Policy", spec }),
  );
  return fileOf(lines.join("\n"));
}

function fileOf(text: string): Authorizer {
  const parsed = parsePolicies(text, svcDialect);
  if (!parsed.ok) throw new Error(`line ${parsed.problem.line}: ${parsed.problem.message}`);
  return createAbac(parsed.policies);
}

describe("conformance", () =>
  authorizerConformance({
    open: () => ({
      authorizer: abac({ user: "alice", namespace: "default", resource: "pods", readonly: true }),
      allowed: attributesWith(),
      ignores: ["name", "subresource"],
    }),
    test,
  }));

const of = (name: string, groups: readonly string[], changes: Partial<Attributes> = {}): Attributes =>
  attributesWith({ user: userOf(name, ...groups), resource: "x", namespace: "n", ...changes });

describe("a policy with a version", () => {
  const both = { user: "u", group: "g", namespace: "n", resource: "*", apiGroup: "*" };
  const star = { user: "*", resource: "x", namespace: "n" };
  const cases: readonly { name: string; policy: object; ask: Attributes; want: boolean }[] = [
    { name: "names a user and a group: both count", policy: both, ask: of("u", ["g"]), want: true },
    { name: "the user alone is not enough", policy: both, ask: of("u", []), want: false },
    { name: "the group alone is not enough", policy: both, ask: of("v", ["g"]), want: false },
    { name: "another namespace", policy: both, ask: of("u", ["g"], { namespace: "m" }), want: false },
    { name: "any user means any authenticated user", policy: star, ask: of("v", [everybody]), want: true },
    { name: "and to no other user", policy: star, ask: of("v", []), want: false },
    {
      name: "a group in addition is ignored",
      policy: { ...star, group: "g" },
      ask: of("v", [everybody]),
      want: true,
    },
    {
      name: "a policy without a subject",
      policy: { resource: "x", namespace: "n" },
      ask: of("v", [everybody]),
      want: false,
    },
    {
      name: "no namespace is that of the cluster",
      policy: { user: "u", resource: "x" },
      ask: of("u", []),
      want: false,
    },
    {
      name: "another group of the API",
      policy: { ...star, user: "u" },
      ask: of("u", [], { group: "apps" }),
      want: false,
    },
    {
      name: "reads only: a read",
      policy: { ...both, readonly: true },
      ask: of("u", ["g"], { verb: "watch" }),
      want: true,
    },
    {
      name: "reads only: a write",
      policy: { ...both, readonly: true },
      ask: of("u", ["g"], { verb: "proxy" }),
      want: false,
    },
    {
      name: "the beginning of a path",
      policy: { user: "u", nonResourcePath: "/x*" },
      ask: pathAttributes("/x/y", { user: userOf("u"), verb: "post" }),
      want: true,
    },
    { name: "no path", policy: both, ask: pathAttributes("/x", { user: userOf("u", "g") }), want: false },
  ];
  test.each(cases)("$name", ({ policy, ask, want }) => {
    const decision = abac(policy).authorize(ask);
    expect(decision).toEqual(
      want ? { verdict: "allow", reason: "" } : { verdict: "noOpinion", reason: "No policy matched." },
    );
  });
});

describe("a line of the form before versions", () => {
  const cases: readonly { name: string; line: string; ask: Attributes; want: boolean }[] = [
    { name: "leaves everything open", line: '{"user":"u"}', ask: of("u", [], { group: "apps" }), want: true },
    { name: "paths too", line: '{"user":"u"}', ask: pathAttributes("/q", { user: userOf("u") }), want: true },
    {
      name: "but no paths where it names a resource",
      line: '{"user":"u","resource":"pods"}',
      ask: pathAttributes("/q", { user: userOf("u") }),
      want: false,
    },
    {
      name: "without a user it applies to authenticated users",
      line: '{"resource":"x"}',
      ask: of("v", [everybody]),
      want: true,
    },
    { name: "and to no other user", line: '{"resource":"x"}', ask: of("v", []), want: false },
    { name: "any group is the authenticated", line: '{"user":"u","group":"*"}', ask: of("v", [everybody]), want: true },
    { name: "reads only", line: '{"user":"u","readonly":true}', ask: of("u", [], { verb: "create" }), want: false },
    { name: "another namespace", line: '{"user":"u","namespace":"m"}', ask: of("u", []), want: false },
  ];
  test.each(cases)("$name", ({ line, ask, want }) => {
    expect(fileOf(line).authorize(ask)).toMatchObject({ verdict: want ? "allow" : "noOpinion" });
  });
});

describe("policy files", () => {
  test("may have comments, empty lines, and ends of lines of other systems", () => {
    const parsed = parsePolicies('# who\r\n\r\n{"user":"a"}\r\n  {"user":"b"}\n', svcDialect);
    expect(parsed).toMatchObject({ ok: true, legacyLines: 2, policies: [{ user: "a" }, { user: "b" }] });
  });

  const versioned = (spec: string): string =>
    `{"apiVersion":"abac.authorization.svc.io/v1beta1","kind":"Policy","spec":${spec}}`;
  const bad: readonly [string, string, RegExp][] = [
    ["no JSON", "x", /^no JSON: /],
    ["a list", "[]", /must be a JSON object/],
    ["null", "null", /must be a JSON object/],
    ["a number for a name", versioned('{"user":1}'), /^user must be a string$/],
    ["a list for a name", versioned('{"group":["a"]}'), /^group must be a string$/],
    ["a text for a flag", versioned('{"user":"a","readonly":"yes"}'), /^readonly must be true or false$/],
    ["a list for the policy", versioned("[]"), /^spec must be an object$/],
    ["another kind", versioned("{}").replace("Policy", "Role"), /there is no kind "Role"/],
    ["another version", versioned("{}").replace("v1beta1", "v2"), /there is no kind "Policy" of version/],
    ["a version that is no text", '{"apiVersion":1}', /must be strings/],
    ["a line that never ends", `{"user":"${"a".repeat(1_100_000)}"}`, /longer than/],
    ["half a line", '{"user":"a"', /^no JSON: /],
  ];
  test.each(bad)("with %s are refused, with the line", (_name, line, message) => {
    const parsed = parsePolicies(`{"user":"fine"}\n${line}\n`, svcDialect);
    expect(parsed).toEqual({ ok: false, problem: { line: 2, message: expect.stringMatching(message) } });
  });

  test("names of prototypes are names like any other", () => {
    const parsed = parsePolicies('{"__proto__":{"user":"eve"},"constructor":1,"user":"a"}', svcDialect);
    expect(parsed).toMatchObject({ ok: true, policies: [{ user: "a" }] });
  });

  test("speak the dialect", () => {
    const line = versioned('{"user":"a"}').replace("svc.io", "kubernetes.io");
    expect(parsePolicies(line, kubernetesDialect)).toMatchObject({ ok: true, legacyLines: 0 });
    expect(parsePolicies(line, svcDialect).ok).toBe(false);
  });

  test("any content is parsed or refused", () => {
    fc.assert(fc.property(fc.string(), (text) => typeof parsePolicies(text, svcDialect).ok === "boolean"));
    fc.assert(
      fc.property(fc.json(), (json) => {
        const parsed = parsePolicies(json, svcDialect);
        expect(parsed.ok ? parsed.policies.length <= 1 : parsed.problem.line === 1).toBe(true);
      }),
    );
  });
});

test("rules are listed for the users they name", () => {
  const authorizer = abac(
    { user: "alice", namespace: "default", resource: "pods", readonly: true },
    { user: "alice", nonResourcePath: "/x*" },
    { user: "bob", namespace: "*", resource: "secrets" },
  );
  expect(authorizer.rulesFor?.(userOf("alice"), "default")).toEqual({
    rules: [
      { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
      { verbs: ["*"], nonResourceURLs: ["/x*"] },
    ],
    errors: [],
    incomplete: false,
  });
});
