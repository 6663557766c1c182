import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PolicyRule } from "../policy-rule.ts";
import { attributesWith, pathAttributes } from "../testing/attributes.ts";
import { compactText, uncoveredRules } from "./rule-coverage.ts";
import { ruleAllows } from "./rule-matching.ts";

const pods: PolicyRule = { verbs: ["get", "list"], apiGroups: [""], resources: ["pods"] };

describe("rules cover", () => {
  const cases: readonly {
    name: string;
    owned: readonly PolicyRule[];
    expected: PolicyRule;
    missing: readonly string[];
  }[] = [
    { name: "themselves", owned: [pods], expected: pods, missing: [] },
    {
      name: "not rules that the user does not hold",
      owned: [],
      expected: pods,
      missing: ['{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}'],
    },
    {
      name: "part by part",
      owned: [
        { ...pods, verbs: ["get"] },
        { ...pods, verbs: ["list"] },
      ],
      expected: pods,
      missing: [],
    },
    {
      name: "a part",
      owned: [{ ...pods, verbs: ["get"] }],
      expected: pods,
      missing: ['{APIGroups:[""], Resources:["pods"], Verbs:["list"]}'],
    },
    { name: "names by all names", owned: [pods], expected: { ...pods, resourceNames: ["a"] }, missing: [] },
    {
      name: "not all names by some",
      owned: [{ ...pods, resourceNames: ["a"] }],
      expected: pods,
      missing: ['{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}'],
    },
    {
      name: "all by a wildcard",
      owned: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
      expected: pods,
      missing: [],
    },
    {
      name: "a wildcard only by a wildcard",
      owned: [{ ...pods, verbs: ["get", "list", "create", "delete"] }],
      expected: { ...pods, verbs: ["*"] },
      missing: ['{APIGroups:[""], Resources:["pods"], Verbs:["*"]}'],
    },
    {
      name: "a subresource of all",
      owned: [{ ...pods, resources: ["*/log"] }],
      expected: { ...pods, resources: ["pods/log"] },
      missing: [],
    },
    {
      name: "not all subresources by one",
      owned: [{ ...pods, resources: ["pods/log"] }],
      expected: { ...pods, resources: ["*/log"] },
      missing: ['{APIGroups:[""], Resources:["*/log"], Verbs:["get" "list"]}'],
    },
    {
      name: "longer paths",
      owned: [{ verbs: ["get"], nonResourceURLs: ["/a/*"] }],
      expected: { verbs: ["get"], nonResourceURLs: ["/a/b", "/a/c/*", "/d"] },
      missing: ['{NonResourceURLs:["/d"], Verbs:["get"]}'],
    },
  ];
  test.each(cases)("$name", ({ owned, expected, missing }) => {
    expect(uncoveredRules(owned, [expected]).map(compactText)).toEqual(missing);
  });
});

test("a user with covering rules is allowed everything that the covered ones allow", () => {
  const list = (...values: readonly string[]): fc.Arbitrary<string[]> =>
    fc.array(fc.constantFrom(...values), { maxLength: 2 });
  const rule = fc.record({
    verbs: list("get", "list", "*"),
    apiGroups: list("", "apps", "*"),
    resources: list("pods", "pods/log", "*/log", "*"),
    resourceNames: list("a", "b"),
    nonResourceURLs: list("/a", "/a/*", "/a/b", "*"),
  });
  const resources = cross(["get", "list"], ["", "apps"], ["pods", "secrets"], ["", "log"], ["", "a", "b"]).map(
    ([verb = "", group = "", resource = "", subresource = "", name = ""]) =>
      attributesWith({ verb, group, resource, subresource, name }),
  );
  const paths = cross(["get", "list"], ["/a", "/a/b", "/c"]).map(([verb = "", path = ""]) =>
    pathAttributes(path, { verb }),
  );
  const universe = [...resources, ...paths];
  let covered = 0;
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 3 }), rule, (owned, expected) => {
      if (uncoveredRules(owned, [expected]).length > 0) return;
      covered++;
      for (const question of universe.filter((q) => ruleAllows(expected, q)))
        expect(owned.some((r) => ruleAllows(r, question))).toBe(true);
    }),
    { numRuns: 500 },
  );
  expect(covered).toBeGreaterThan(0);
});

function cross(...lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.reduce<readonly (readonly string[])[]>(
    (rows, list) => rows.flatMap((r) => list.map((x) => [...r, x])),
    [[]],
  );
}
