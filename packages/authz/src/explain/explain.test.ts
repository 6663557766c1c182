import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Attributes } from "../authorizer.ts";
import type { PolicyRule } from "../policy-rule.ts";
import type { Subject } from "../rbac/binding.ts";
import { createRbac, type Rbac } from "../rbac/rbac.ts";
import { attributesWith, pathAttributes, userOf } from "../testing/attributes.ts";
import { whoCan } from "./who-can.ts";
import { explanationText, whyDenied } from "./why-denied.ts";

const pods: PolicyRule = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };

function filled(...bindings: readonly [string, readonly PolicyRule[] | undefined, readonly Subject[]][]): Rbac {
  const rbac = createRbac("g");
  for (const [i, [namespace, rules, subjects]] of bindings.entries()) {
    if (rules !== undefined) rbac.setRole("", `r${i}`, rules);
    rbac.setBinding(namespace, `b${i}`, {
      namespace,
      name: `b${i}`,
      roleRef: { kind: "ClusterRole", name: `r${i}` },
      subjects,
    });
  }
  return rbac;
}
const alice: Subject = { kind: "User", name: "alice" };
const developers: Subject = { kind: "Group", name: "developers" };
const bot: Subject = { kind: "ServiceAccount", name: "bot" };

describe("the question who can", () => {
  const rbac = filled(
    ["", [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }], [developers]],
    ["default", [pods], [alice, bot]],
    ["other", [pods], [{ kind: "User", name: "eve" }]],
    ["default", [{ ...pods, resourceNames: ["p2"] }], [{ kind: "User", name: "bob" }]],
    ["", [{ verbs: ["get"], nonResourceURLs: ["/metrics"] }], [{ kind: "User", name: "scraper" }]],
    ["default", undefined, [{ kind: "User", name: "unbound" }]],
  );
  const subjects = (deed: Attributes): readonly string[] =>
    whoCan(rbac, deed).map(({ subject }) => `${subject.kind} ${subject.name}`);

  test("do something in a namespace: with the bindings and rules that let them", () => {
    expect(whoCan(rbac, attributesWith())).toEqual([
      {
        subject: developers,
        binding: { namespace: "", name: "b0" },
        roleRef: { kind: "ClusterRole", name: "r0" },
        rule: { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
      },
      {
        subject: alice,
        binding: { namespace: "default", name: "b1" },
        roleRef: { kind: "ClusterRole", name: "r1" },
        rule: pods,
      },
      {
        subject: { ...bot, namespace: "default" },
        binding: { namespace: "default", name: "b1" },
        roleRef: { kind: "ClusterRole", name: "r1" },
        rule: pods,
      },
    ]);
  });

  test.each([
    [
      "another name",
      attributesWith({ name: "p2" }),
      ["Group developers", "User alice", "ServiceAccount bot", "User bob"],
    ],
    ["all namespaces", attributesWith({ namespace: "", name: "" }), ["Group developers"]],
    ["another verb", attributesWith({ verb: "delete" }), ["Group developers"]],
    ["a path", pathAttributes("/metrics"), ["User scraper"]],
  ] as const)("with %s", (_name, deed, want) => expect(subjects(deed)).toEqual(want));

  test("equals the authorizer's decision for each of them", () => {
    const users = [
      userOf("alice"),
      userOf("bob"),
      userOf("eve"),
      userOf("x", "developers"),
      userOf("system:serviceaccount:default:bot"),
    ];
    const question = fc.record({
      user: fc.constantFrom(...users),
      verb: fc.constantFrom("get", "delete"),
      name: fc.constantFrom("", "p1", "p2"),
      namespace: fc.constantFrom("", "default", "other"),
    });
    fc.assert(
      fc.property(question, (changes) => {
        const deed = attributesWith(changes);
        const listed = whoCan(rbac, deed).some(({ subject: { kind, name, namespace } }) =>
          kind === "Group"
            ? changes.user.groups.includes(name)
            : changes.user.name === (kind === "User" ? name : `system:serviceaccount:${namespace}:${name}`),
        );
        expect(listed).toBe(rbac.authorize(deed).verdict === "allow");
      }),
    );
  });
});

describe("why denied", () => {
  const rbac = filled(
    ["", [{ verbs: ["get"], nonResourceURLs: ["/version"] }], [developers]],
    ["default", [{ ...pods, verbs: ["list"] }, pods], [alice]],
    ["other", [{ verbs: ["*"], apiGroups: [""], resources: ["secrets"] }], [alice]],
    ["default", undefined, [alice]],
    ["default", [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }], [{ kind: "User", name: "bob" }]],
  );
  const cases: readonly [string, Attributes, string][] = [
    [
      "allowed",
      attributesWith(),
      'allowed: RBAC: allowed by RoleBinding "b1/default" of ClusterRole "r1" to User "alice"',
    ],
    [
      "another verb",
      attributesWith({ verb: "delete" }),
      'the nearest rule, of ClusterRole "r1" by RoleBinding "b1/default", does not fit in verb; not found: ClusterRole "r3"',
    ],
    [
      "another namespace",
      attributesWith({ resource: "secrets" }),
      'the nearest rule, of ClusterRole "r1" by RoleBinding "b1/default", does not fit in resource; not found: ClusterRole "r3"',
    ],
    [
      "right but elsewhere",
      attributesWith({ namespace: "third", verb: "delete", resource: "secrets" }),
      'the nearest rule, of ClusterRole "r2" by RoleBinding "b2/other", does not fit in namespace',
    ],
    [
      "a path",
      pathAttributes("/metrics"),
      'the nearest rule, of ClusterRole "r0" by ClusterRoleBinding "b0", does not fit in path',
    ],
    ["nothing at all", attributesWith({ user: userOf("eve") }), "no binding gives the user anything"],
  ];
  test.each(cases)("%s", async (_name, question, want) => {
    expect(explanationText(await whyDenied({ authorizer: rbac, rbac }, question))).toBe(want);
  });

  test("names every binding of the user", async () => {
    const { checked, nearest, decision } = await whyDenied(
      { authorizer: rbac, rbac },
      attributesWith({ verb: "delete" }),
    );
    expect(decision.verdict).toBe("noOpinion");
    expect(checked.map((c) => [c.binding.name, c.inScope, c.rules])).toEqual([
      ["b0", true, 1],
      ["b1", true, 2],
      ["b2", false, 1],
      ["b3", true, undefined],
    ]);
    expect(nearest).toMatchObject({ rule: { verbs: ["list"] }, differs: ["verb"] });
  });
});
