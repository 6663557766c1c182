import { kubernetesDialect } from "@svc/meta";
import type { AdmissionExpressions, Expressions } from "@svc/schema";
import { describe, expect, it } from "vitest";
import { judge } from "../testing/judge.ts";
import { admissionregistrationValidation } from "./index.ts";

/** A language of few words: a word is of the type that it names, and variables are `$name`. */
const expressions: Expressions = {
  devices: () => {
    throw new TypeError("nothing is asked of devices");
  },
  values: () => undefined,
  failures: () => [],
  admission: ({ params }): AdmissionExpressions => {
    const known = new Map<string, string>(params ? [["$params", "dyn"]] : []);
    const compile = (text: string) => {
      if (text === "constant") return { error: "cannot be run", isInternal: true };
      if (!text.startsWith("$")) return text === "wrong" ? { error: "no such word" } : { type: text };
      const type = known.get(text);
      return type === undefined ? { error: `no ${text}` } : { type };
    };
    return {
      compile,
      compileMutation: (text) => (text === "Object" ? { type: text } : compile(text)),
      compileMessage: (text) => (text === "authorizer" ? { error: "no authorizer" } : compile(text)),
      declare: (name, text) => {
        known.set(`$${name}`, "bool");
        return compile(text);
      },
    };
  },
};
const kinds = admissionregistrationValidation(kubernetesDialect, expressions);

describe("webhooks", () => {
  const hook = {
    name: "a.b.c",
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    clientConfig: { url: "https://a" },
  };
  const webhooks = judge(kinds["ValidatingWebhookConfiguration"], {});

  it.each<[string, readonly string[]]>([
    ["bool", []],
    ["int", ['Invalid value: "int": must evaluate to bool but got int']],
    ["wrong", ['Invalid value: "wrong": compilation failed: no such word']],
    ["constant", ["Internal error: cannot be run"]],
    ["$params", ['Invalid value: "$params": compilation failed: no $params']],
    [" ", ["Required value"]],
  ])("match where %s", (expression, errors) => {
    expect(webhooks.create({ webhooks: [{ ...hook, matchConditions: [{ name: "a", expression }] }] })).toEqual(
      errors.map((error) => `webhooks[0].matchConditions[0].expression: ${error}`),
    );
  });

  it("match under at most 64 conditions", () => {
    const matchConditions = Array.from({ length: 65 }, (_, i) => ({ name: `a${i}`, expression: "bool" }));
    expect(webhooks.create({ webhooks: [{ ...hook, matchConditions }] })).toEqual([
      "webhooks[0].matchConditions: Too many: 65: must have at most 64 items",
    ]);
  });
});

const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] };

describe("mutating policies", () => {
  const policy = judge(kinds["MutatingAdmissionPolicy"], {
    spec: { matchConstraints: { resourceRules: [rule] }, reinvocationPolicy: "Never" },
  });
  const mutation = (expression: string): object => ({
    mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }],
  });

  it.each<[object, readonly string[]]>([
    [mutation("Object"), []],
    [
      mutation("int"),
      ['spec.mutations[0].applyConfiguration.expression: Invalid value: "int": must evaluate to Object but got int'],
    ],
    [
      { mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: "Object" } }] },
      [
        'spec.mutations[0].jsonPatch.expression: Invalid value: "Object": must evaluate to list(JSONPatch) but got Object',
      ],
    ],
    [
      { ...mutation("Object"), variables: [{ name: "a", expression: "wrong" }] },
      ['spec.variables[0].expression: Invalid value: "wrong": compilation failed: no such word'],
    ],
    [
      { ...mutation("Object"), matchConditions: [{ name: "m", expression: "Object" }] },
      ['spec.matchConditions[0].expression: Invalid value: "Object": must evaluate to bool but got Object'],
    ],
  ])("%j", (spec, errors) => {
    expect(policy.create({ spec })).toEqual(errors);
  });
});

describe("policies", () => {
  const policy = judge(kinds["ValidatingAdmissionPolicy"], {
    spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: "bool" }] },
  });

  it.each<[object, readonly string[]]>([
    [{}, []],
    [
      { validations: [{ expression: "int" }] },
      ['spec.validations[0].expression: Invalid value: "int": must evaluate to bool but got int'],
    ],
    [
      { validations: [{ expression: "bool", messageExpression: "int" }] },
      ['spec.validations[0].messageExpression: Invalid value: "int": must evaluate to string but got int'],
    ],
    [
      { validations: [{ expression: "bool", messageExpression: "authorizer" }] },
      ['spec.validations[0].messageExpression: Invalid value: "authorizer": compilation failed: no authorizer'],
    ],
    [
      {
        auditAnnotations: [
          { key: "k", valueExpression: "int" },
          { key: "l", valueExpression: "null_type" },
        ],
      },
      [
        'spec.auditAnnotations[0].valueExpression: Invalid value: "int": must evaluate to one of [string null_type] but got int',
      ],
    ],
    [{ variables: [{ name: "a", expression: "int" }], validations: [{ expression: "$a" }] }, []],
    [
      { variables: [{ name: "a", expression: "wrong" }], validations: [{ expression: "$a" }] },
      ['spec.variables[0].expression: Invalid value: "wrong": compilation failed: no such word'],
    ],
    [
      { variables: [{ name: "a", expression: "int" }], matchConditions: [{ name: "m", expression: "$a" }] },
      ['spec.matchConditions[0].expression: Invalid value: "$a": compilation failed: no $a'],
    ],
    [
      { paramKind: { apiVersion: "v1", kind: "ConfigMap" }, matchConditions: [{ name: "m", expression: "$params" }] },
      ['spec.matchConditions[0].expression: Invalid value: "$params": must evaluate to bool but got dyn'],
    ],
  ])("%j", (spec, errors) => {
    expect(policy.create({ spec })).toEqual(errors);
  });

  it("hold at most 20 annotations, of at most 5 KiB", () => {
    const many = Array.from({ length: 21 }, (_, i) => ({ key: `k${i}`, valueExpression: "string" }));
    expect(policy.create({ spec: { auditAnnotations: many } })).toEqual([
      expect.stringMatching(/^spec\.auditAnnotations: Invalid value: .*: must not have more than 20 auditAnnotations$/),
    ]);
    expect(policy.create({ spec: { auditAnnotations: [{ key: "k", valueExpression: "x".repeat(5121) }] } })).toEqual([
      "spec.auditAnnotations[0].valueExpression: Required value: must not exceed 5120 bytes in length",
    ]);
  });
});
