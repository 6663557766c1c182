import fc from "fast-check";
import { expect, test } from "vitest";
import type { PolicyRule } from "../policy-rule.ts";
import { attributesWith, userOf } from "../testing/attributes.ts";
import type { Binding, Subject } from "./binding.ts";
import { createRbac } from "./rbac.ts";
import { ruleAllows } from "./rule-matching.ts";

const some = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const rule: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: fc.array(some("get", "list", "*"), { maxLength: 2 }),
  apiGroups: fc.array(some("", "apps", "*"), { maxLength: 2 }),
  resources: fc.array(some("pods", "pods/log", "*/log", "*"), { maxLength: 2 }),
  resourceNames: fc.array(some("p1", "p2"), { maxLength: 1 }),
});
const subject: fc.Arbitrary<Subject> = fc.oneof(
  fc.record({ kind: some("User"), name: some("alice", "bob", "system:serviceaccount:a:bot") }),
  fc.record({ kind: some("Group"), name: some("dev", "ops") }),
  fc.record({ kind: some("ServiceAccount"), name: some("bot"), namespace: some("a", "b") }),
);
const namespace = some("", "a", "b");
const change = fc.oneof(
  fc.record({
    kind: some("role" as const),
    namespace,
    name: some("r1", "r2"),
    rules: fc.option(fc.array(rule, { maxLength: 3 }), { nil: undefined }),
  }),
  fc.record({
    kind: some("binding" as const),
    namespace,
    name: some("b1", "b2", "b3"),
    roleRef: fc.record({ kind: some("Role", "ClusterRole"), name: some("r1", "r2") }),
    subjects: fc.option(fc.array(subject, { maxLength: 3 }), { nil: undefined }),
  }),
);
const question = fc.record({
  user: some(userOf("alice", "dev"), userOf("bob", "ops", "dev"), userOf("system:serviceaccount:a:bot"), userOf("eve")),
  verb: some("get", "list"),
  group: some("", "apps"),
  resource: some("pods", "secrets"),
  subresource: some("", "log"),
  name: some("", "p1", "p2"),
  namespace,
});

test("after any history, decisions equal those of a search through all stored objects", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), fc.array(question, { maxLength: 12 }), (changes, questions) => {
      const rbac = createRbac("g");
      const roles = new Map<string, readonly PolicyRule[]>();
      const bindings = new Map<string, Binding>();
      const ask = (q: (typeof questions)[number]): void => {
        const naive = [...bindings.values()].some(
          (b) =>
            (b.namespace === "" || b.namespace === q.namespace) &&
            b.subjects.some((s) => names(s, q.user.name, q.user.groups)) &&
            (roles.get(`${b.roleRef.kind === "Role" ? b.namespace : ""}/${b.roleRef.name}`) ?? []).some((r) =>
              ruleAllows(r, attributesWith(q)),
            ),
        );
        expect(rbac.authorize(attributesWith(q)).verdict).toBe(naive ? "allow" : "noOpinion");
      };
      for (const [i, c] of changes.entries()) {
        const key = `${c.namespace}/${c.name}`;
        if (c.kind === "role") {
          rbac.setRole(c.namespace, c.name, c.rules);
          if (c.rules === undefined) roles.delete(key);
          else roles.set(key, c.rules);
        } else {
          const { subjects, roleRef } = c;
          const made = subjects === undefined ? undefined : { namespace: c.namespace, name: c.name, roleRef, subjects };
          rbac.setBinding(c.namespace, c.name, made);
          if (made === undefined) bindings.delete(key);
          else bindings.set(key, made);
        }
        const q = questions[i % Math.max(1, questions.length)];
        if (q !== undefined) ask(q);
      }
      questions.forEach(ask);
    }),
  );
});

function names({ kind, name, namespace: of = "" }: Subject, user: string, groups: readonly string[]): boolean {
  if (kind === "Group") return groups.includes(name);
  return user === (kind === "User" ? name : `system:serviceaccount:${of}:${name}`);
}
