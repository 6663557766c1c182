import { finishSteps } from "@svc/base";
import { createStruct, type Schema } from "@svc/schema";
import { describe, expect, it } from "vitest";
import { type CheckedKind, type CheckedKinds, typeWarnings } from "./check-types.ts";

const text = { type: "string" } as const;
const struct = (fields: Readonly<Record<string, Schema>>) =>
  createStruct(Object.entries(fields).map(([name, schema]) => ({ name, schema, presence: "omitEmpty" }) as const));
const metadata = struct({ name: text, creationTimestamp: { type: "time" }, labels: { type: "map", values: text } });
const kind = (group: string, name: string, fields: Readonly<Record<string, Schema>>): CheckedKind => ({
  group,
  version: "v1",
  kind: name,
  schema: struct({ metadata, ...fields }),
});
const served: ReadonlyMap<string, CheckedKind> = new Map([
  [
    "pods",
    kind("", "Pod", {
      spec: struct({
        containers: {
          type: "list",
          items: struct({ image: text, limits: { type: "map", values: { type: "quantity" } } }),
        },
      }),
    }),
  ],
  ["widgets", kind("example.com", "Widget", { size: { type: "integer", format: "int64" }, any: { type: "json" } })],
  ["configmaps", kind("", "ConfigMap", { data: { type: "map", values: text } })],
  ...Array.from({ length: 12 }, (_, i) => [`k${i}`, kind("", `K${i}`, {})] as const),
]);
const kinds: CheckedKinds = {
  ofResource: (group, version, resource) => {
    const found = served.get(resource);
    return found !== undefined && version === "v1" && (group === "" || group === found.group) ? [found] : [];
  },
  ofKind: (_, name) => [...served.values()].find((one) => one.kind === name),
};

interface Spec {
  readonly resources?: readonly string[];
  readonly validations?: readonly object[];
  readonly variables?: readonly object[];
  readonly paramKind?: object;
}

function warningsOf(expressions: readonly string[], { resources = ["pods"], ...spec }: Spec = {}): readonly string[] {
  const resourceRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources }];
  const validations = expressions.map((expression) => ({ expression }));
  const policy = { metadata: { name: "p" }, spec: { matchConstraints: { resourceRules }, validations, ...spec } };
  return finishSteps(typeWarnings(policy, kinds)).map(({ fieldRef, warning }) => `${fieldRef}: ${warning}`);
}

describe("types of policies", () => {
  it.each([
    "object.metadata.name == 'a'",
    "object.spec.containers.all(c, c.image != '' && c.limits.cpu == 1)",
    "oldObject == null || oldObject.metadata.labels.a == 'b'",
    "request.operation == 'CREATE' && namespaceObject.metadata.name == 'a'",
  ])("there is no warning for %s", (expression) => {
    expect(warningsOf([expression])).toEqual([]);
  });

  it.each([
    ["object.nope", "1:7: undefined field 'nope'"],
    ["object.metadata.name == 1", "1:22: found no matching overload for '_==_' applied to '(string, int)'"],
    ["object.spec.containers[0] == 1", "applied to '(Pod.spec.containers.@idx, int)'"],
    ["object.metadata.creationTimestamp == 1", "applied to '(timestamp, int)'"],
    ["params.a == 1", "undeclared reference to 'params'"],
  ])("%s has a warning", (expression, issue) => {
    const [first, ...more] = warningsOf([expression]);
    expect(first).toContain("spec.validations[0].expression: /v1, Kind=Pod: ERROR: <input>:");
    expect(first).toContain(issue);
    expect(more).toEqual([]);
  });

  it("each expression has one warning, with a part for each kind in their order", () => {
    expect(warningsOf(["true", "object.x"], { resources: ["widgets", "pods", "pods/status", "none", "*"] })).toEqual([
      "spec.validations[1].expression: /v1, Kind=Pod: ERROR: <input>:1:7: undefined field 'x'\n | object.x\n | ......^\n\n" +
        "example.com/v1, Kind=Widget: ERROR: <input>:1:7: undefined field 'x'\n | object.x\n | ......^\n",
    ]);
  });

  it("messages are checked too", () => {
    const validations = [{ expression: "true", messageExpression: "object.x" }];
    expect(warningsOf([], { validations })[0]).toContain("spec.validations[0].messageExpression: ");
  });

  it("params have the type of their kind, and are undeclared if it is not served", () => {
    const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
    expect(warningsOf(["params.data.a == 'b'"], { paramKind })).toEqual([]);
    expect(warningsOf(["params.x"], { paramKind })[0]).toContain("undefined field 'x'");
    expect(warningsOf(["params.x"], { paramKind: { ...paramKind, kind: "None" } })[0]).toContain(
      "undeclared reference",
    );
  });

  it("variables have the types of their expressions, down to fields of objects", () => {
    const variables = [
      { name: "name", expression: "object.metadata.name" },
      { name: "spec", expression: "object.spec" },
      { name: "bad", expression: "object.nope" },
    ];
    const found = warningsOf(["variables.name == 1", "variables.spec.x == 1", "variables.bad == 1"], { variables });
    expect(found.map((warning) => warning.split(":")[0])).toEqual(["spec.validations[0].expression"]);
  });

  it("a rule is checked for ten kinds at most", () => {
    const resources = Array.from({ length: 12 }, (_, i) => `k${i}`);
    expect(warningsOf(["object.x"], { resources })[0]?.match(/Kind=/g)).toHaveLength(10);
  });

  it("a schema within itself is described once", () => {
    const fields: { name: string; schema: Schema; presence: "omitEmpty" }[] = [];
    const recursive = { ...struct({}), fields };
    fields.push({ name: "child", schema: recursive, presence: "omitEmpty" });
    const only: CheckedKinds = {
      ofResource: () => [{ group: "", version: "v1", kind: "Tree", schema: recursive }],
      ofKind: () => undefined,
    };
    const resourceRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["trees"] }];
    const validations = [{ expression: "object.child.child.child == 1" }];
    const policy = { metadata: {}, spec: { matchConstraints: { resourceRules }, validations } };
    expect(finishSteps(typeWarnings(policy, only))[0]?.warning).toContain("undefined field 'child'");
  });
});
