import { kubernetesDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { type AuditSubject, compilePolicy } from "./match.ts";
import { parseAuditPolicy } from "./parse-policy.ts";
import type { AuditPolicy } from "./policy.ts";

const head = { apiVersion: "audit.k8s.io/v1", kind: "Policy" };
const parse = (value: unknown) => parseAuditPolicy(value, kubernetesDialect);

function policy(...rules: readonly object[]): AuditPolicy {
  const parsed = parse({ ...head, rules });
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.policy;
}

const stages = "allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic";
const urls = "rules[0].nonResourceURLs";

describe("a policy file is refused", () => {
  test.each([
    ["without rules", { ...head }, "loaded illegal policy with 0 rules"],
    [
      "of another version",
      { ...head, apiVersion: "audit.k8s.io/v1beta1", rules: [{ level: "None" }] },
      "failed decoding: no kind",
    ],
    ["of another kind", { ...head, kind: "Event" }, 'failed decoding: no kind "Event" is registered for version'],
    ["of no kind", {}, "failed decoding: no kind"],
    ["that is a list", [], "failed decoding: the file must be an object"],
    ["that is nothing", null, "failed decoding: no kind"],
    ["without rules", { ...head, rules: "all" }, "failed decoding: rules must be a list"],
    ["with a rule that is none", { ...head, rules: [3] }, "failed decoding: rules[0] must be an object"],
    [
      "with a number for a user",
      { ...head, rules: [{ level: "None", users: [7] }] },
      "rules[0].users[0] must be a string",
    ],
    ["with a text for a list", { ...head, rules: [{ level: "None", verbs: "get" }] }, "rules[0].verbs must be a list"],
    [
      "with a text for a flag",
      { ...head, rules: [{ level: "None" }], omitManagedFields: "yes" },
      "omitManagedFields must be true or false",
    ],
    ["with a level that is a number", { ...head, rules: [{ level: 3 }] }, "rules[0].level must be a string"],
    ["without a level", { ...head, rules: [{}] }, "rules[0].level: Required value"],
    [
      "with an unknown level",
      { ...head, rules: [{ level: "All" }] },
      'rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse"',
    ],
    [
      "with unknown stages",
      { ...head, omitStages: ["A"], rules: [{ level: "None", omitStages: ["B"] }] },
      `[omitStages[0]: Invalid value: "A": ${stages}, rules[0].omitStages[0]: Invalid value: "B": ${stages}]`,
    ],
    [
      "with paths that are none",
      { ...head, rules: [{ level: "None", nonResourceURLs: ["x", "/a*b", "*", "/ok*"] }] },
      `[${urls}[0]: Invalid value: "x": non-resource URL rules must begin with a '/' character, ${urls}[1]: Invalid value: "/a*b": non-resource URL wildcards '*' must be the final character of the rule]`,
    ],
    [
      "for paths and resources at once",
      { ...head, rules: [{ level: "None", nonResourceURLs: ["/a"], namespaces: ["b"] }] },
      "rules cannot apply to both regular resources and non-resource URLs",
    ],
    [
      "with names of no resource",
      { ...head, rules: [{ level: "None", resources: [{ resourceNames: ["a"] }] }] },
      "using resourceNames requires at least one resource",
    ],
    [
      "with a group that is none",
      { ...head, rules: [{ level: "None", resources: [{ group: "apps/v1" }] }] },
      'rules[0].resources.group: Invalid value: "apps/v1": a lowercase RFC 1123 subdomain',
    ],
  ])("%s", (_name, value, message) => {
    const parsed = parse(value);
    expect(parsed.ok ? "taken" : parsed.message).toContain(message);
  });

  test("but not for unknown fields, which become warnings", () => {
    const parsed = parse({
      ...head,
      later: 1,
      rules: [{ level: "None", omitStage: ["Panic"], resources: [{ kind: "Pod" }] }],
    });
    expect(parsed).toMatchObject({ ok: true, warnings: ["later", "rules[0].omitStage", "rules[0].resources[0].kind"] });
  });
});

const subject: AuditSubject = {
  user: { name: "alice", groups: ["devs", "system:authenticated"] },
  verb: "get",
  isResource: true,
  group: "",
  resource: "pods",
  subresource: "",
  name: "p",
  namespace: "default",
  path: "/api/v1/namespaces/default/pods/p",
};
const log = { ...subject, subresource: "log" };
const node = { ...subject, resource: "nodes", namespace: "" };
const path = { ...subject, isResource: false, resource: "", path: "/healthz/etcd" };

describe("a rule", () => {
  const fits = (rule: object, of: AuditSubject): boolean =>
    compilePolicy(policy({ level: "Metadata", ...rule }))(of).level === "Metadata";
  test.each<[string, object, AuditSubject, boolean]>([
    ["of nothing fits everything", {}, subject, true],
    ["of a user", { users: ["alice"] }, subject, true],
    ["of another user", { users: ["bob"] }, subject, false],
    ["of a group", { userGroups: ["ops", "devs"] }, subject, true],
    ["of other groups", { userGroups: ["ops"] }, subject, false],
    ["of a verb", { verbs: ["list", "get"] }, subject, true],
    ["of the verb *, which is none", { verbs: ["*"] }, subject, false],
    ["of other verbs", { verbs: ["list"] }, subject, false],
    ["of a namespace", { namespaces: ["default"] }, subject, true],
    ["of the empty namespace, for cluster-scoped resources", { namespaces: ["default"] }, node, false],
    ["of no namespace", { namespaces: [""] }, node, true],
    ["of a namespace, for a path", { namespaces: [""] }, path, false],
    ["of a group of resources", { resources: [{ group: "" }] }, subject, true],
    ["of another group", { resources: [{ group: "apps" }] }, subject, false],
    ["of a resource", { resources: [{ resources: ["pods"] }] }, subject, true],
    ["of a resource, for its subresource", { resources: [{ resources: ["pods"] }] }, log, false],
    ["of a subresource", { resources: [{ resources: ["pods/log"] }] }, log, true],
    ["of all subresources", { resources: [{ resources: ["pods/*"] }] }, log, true],
    ["of all subresources, for the resource", { resources: [{ resources: ["pods/*"] }] }, subject, false],
    ["of a subresource of all", { resources: [{ resources: ["*/log"] }] }, log, true],
    ["of everything in a group", { resources: [{ resources: ["*"] }] }, log, true],
    ["of a name", { resources: [{ resources: ["pods"], resourceNames: ["p"] }] }, subject, true],
    ["of another name", { resources: [{ resources: ["pods"], resourceNames: ["q"] }] }, subject, false],
    ["of a path", { nonResourceURLs: ["/healthz/etcd"] }, path, true],
    ["of paths that begin so", { nonResourceURLs: ["/healthz*"] }, path, true],
    ["of all paths", { nonResourceURLs: ["*"] }, path, true],
    ["of other paths", { nonResourceURLs: ["/healthz"] }, path, false],
    ["of paths, for a resource", { nonResourceURLs: ["*"] }, subject, false],
  ])("%s", (_name, rule, of, want) => {
    expect(fits(rule, of)).toBe(want);
  });

  test("that comes first decides; without a matching one no event is recorded", () => {
    const settings = compilePolicy(policy({ level: "Request", users: ["bob"] }, { level: "Metadata", verbs: ["get"] }));
    expect(settings(subject).level).toBe("Metadata");
    expect(settings({ ...subject, verb: "list" }).level).toBe("None");
  });

  test("omits the stages of rule and policy, and managed fields by the rule, else by the policy", () => {
    const parsed = parse({
      ...head,
      omitStages: ["RequestReceived"],
      omitManagedFields: true,
      rules: [
        { level: "Metadata", verbs: ["get"], omitStages: ["Panic"], omitManagedFields: false },
        { level: "Metadata" },
      ],
    });
    const settings = compilePolicy((parsed as { policy: AuditPolicy }).policy);
    expect([...settings(subject).omitStages]).toEqual(["RequestReceived", "Panic"]);
    expect(settings(subject).omitManagedFields).toBe(false);
    expect(settings(node).omitManagedFields).toBe(false);
    expect(settings({ ...node, verb: "list" }).omitManagedFields).toBe(true);
  });
});
