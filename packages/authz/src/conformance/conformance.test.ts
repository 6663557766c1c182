import { describe, expect, test } from "vitest";
import type { Attributes, Authorizer } from "../authorizer.ts";
import { createRbac } from "../rbac/rbac.ts";
import { attributesWith, userOf } from "../testing/attributes.ts";
import { unionAuthorizer } from "../union.ts";
import { authorizerCases } from "./cases.ts";
import { authorizerConformance, runAuthorizerCase } from "./suite.ts";

const user = userOf("alice", "developers");
const allowed = attributesWith({ user, group: "apps", resource: "deployments", subresource: "scale", name: "web" });

function rbac(subject: { readonly kind: string; readonly name: string }): Authorizer {
  const made = createRbac("g");
  const rule = { verbs: ["get"], apiGroups: ["apps"], resources: ["deployments/scale"], resourceNames: ["web"] };
  made.setRole("default", "r", [rule]);
  const roleRef = { kind: "Role", name: "r" };
  made.setBinding("default", "b", { namespace: "default", name: "b", roleRef, subjects: [subject] });
  return made;
}

describe("RBAC by user", () =>
  authorizerConformance({ open: () => ({ authorizer: rbac({ kind: "User", name: "alice" }), allowed }), test }));
describe("RBAC by group, in a union", () =>
  authorizerConformance({
    open: () => ({
      authorizer: unionAuthorizer([rbac({ kind: "Group", name: "developers" }), createRbac("g")]),
      allowed,
    }),
    test,
  }));

function keptBy(authorizer: Authorizer): Authorizer["authorize"] {
  const kept = new Map<string, ReturnType<Authorizer["authorize"]>>();
  return (attributes) => {
    const key = `${attributes.user.name} ${attributes.verb}`;
    const decision = kept.get(key) ?? authorizer.authorize(attributes);
    kept.set(key, decision);
    return decision;
  };
}

describe("a broken authorizer is found out", () => {
  const sound = rbac({ kind: "User", name: "alice" });
  const verdict = (may: boolean): ReturnType<Authorizer["authorize"]> => ({
    verdict: may ? "allow" : "noOpinion",
    reason: "",
  });
  const matches = (a: Attributes): boolean => a.verb === "get" && a.resource === "deployments" && a.isResource;
  const seen = new Map<string, boolean>();
  const mutants: readonly [string, Authorizer][] = [
    ["allows everything", { authorize: () => verdict(true) }],
    ["allows nothing", { authorize: () => verdict(false) }],
    ["compares the beginning of names", { authorize: (a) => verdict(matches(a) && a.user.name.startsWith("alice")) }],
    [
      "takes groups for users",
      { authorize: (a) => verdict(matches(a) && [a.user.name, ...a.user.groups].includes("alice")) },
    ],
    ["ignores case", { authorize: (a) => sound.authorize({ ...a, verb: a.verb.toLowerCase() }) }],
    ["ignores names", { authorize: (a) => sound.authorize({ ...a, name: "web" }) }],
    [
      "takes paths for resources",
      { authorize: (a) => sound.authorize({ ...a, isResource: true, ...(a.isResource ? {} : allowed) }) },
    ],
    [
      "throws",
      {
        authorize: (a) => {
          if (a.user.name === "") throw new Error("no name");
          return sound.authorize(a);
        },
      },
    ],
    [
      "takes an empty name for any name",
      { authorize: (a) => sound.authorize({ ...a, name: a.name === "" ? "web" : a.name }) },
    ],
    [
      "takes a wildcard in a question for any resource",
      { authorize: (a) => sound.authorize({ ...a, resource: a.resource === "*" ? "deployments" : a.resource }) },
    ],
    [
      "allows a resource where it allows a subresource",
      { authorize: (a) => sound.authorize({ ...a, subresource: a.subresource === "" ? "scale" : a.subresource }) },
    ],
    [
      "takes a verb that grants more for a usual one",
      { authorize: (a) => sound.authorize({ ...a, verb: a.verb === "escalate" ? "get" : a.verb }) },
    ],
    [
      "knows users by their uid, too",
      { authorize: (a) => sound.authorize({ ...a, user: a.user.uid === "alice" ? allowed.user : a.user }) },
    ],
    [
      "believes extra data",
      { authorize: (a) => sound.authorize({ ...a, user: a.user.extra["name"] ? allowed.user : a.user }) },
    ],
    ["keeps a decision for all questions of a user and verb", { authorize: keptBy(sound) }],
    [
      "changes questions",
      {
        authorize: (a) => {
          if (!Object.isFrozen(a.user)) Object.assign(a.user, { uid: "1" });
          return sound.authorize(a);
        },
      },
    ],
    ["answers late", { authorize: async (a) => sound.authorize(a) }],
    ["has no verdict", { authorize: () => ({ verdict: "yes" as "allow", reason: "" }) }],
    [
      "remembers too much",
      {
        authorize: async (a) => {
          const known = seen.get(a.resource) ?? (await sound.authorize(a)).verdict === "allow";
          seen.set(a.resource, known);
          return verdict(known);
        },
      },
    ],
  ];
  test.each(mutants)("that %s", async (_name, authorizer) => {
    const failures = await Promise.all(authorizerCases.map((c) => runAuthorizerCase(c, { authorizer, allowed })));
    expect(failures.filter((f) => f !== undefined)).not.toEqual([]);
  });

  test("a known failure must fail, and be one", async () => {
    const bodies: (() => Promise<void>)[] = [];
    const register = (_name: string, body: () => Promise<void>): void => void bodies.push(body);
    const open = () => ({ authorizer: sound, allowed });
    expect(() => authorizerConformance({ open, test: register, knownFailures: { nope: "x" } })).toThrow(TypeError);
    authorizerConformance({ open, test: register, knownFailures: { "a resource is no path": "x" } });
    const settled = await Promise.allSettled(bodies.map((body) => body()));
    expect(settled.filter((s) => s.status === "rejected")).toHaveLength(1);
  });
});
