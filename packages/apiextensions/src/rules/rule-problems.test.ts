import { createSchemaEnvironments, type StructuralSchema } from "@svc/cel";
import { fieldErrorText } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { evaluateRules } from "./evaluate-rules.ts";
import { compileRules } from "./rule-tree.ts";

const prefix = "x-kubernetes-";
const environments = createSchemaEnvironments();
const validations = `${prefix}validations`;
const ruled = (schema: StructuralSchema, ...rules: readonly object[]): StructuralSchema => ({
  ...schema,
  [validations]: rules,
});

/** What the rules of a schema have against a default value, which is the one before itself, too. */
function errorsOf(schema: StructuralSchema, value: unknown): readonly string[] {
  const tree = compileRules(schema, { prefix, environments, isRoot: false });
  return tree === undefined ? [] : evaluateRules(tree, value, { old: value }).map(fieldErrorText);
}

const word: StructuralSchema = { type: "string" };
const compileError = "rule compile error: compilation failed: ERROR: <input>:1";

describe("a rule that does not compile is an error of each value", () => {
  it.each<[string, StructuralSchema, unknown, readonly string[]]>([
    [
      "and other rules are evaluated",
      ruled(word, { rule: "zz == 1" }, { rule: "self == 'b'" }),
      "a",
      [
        `<nil>: Invalid value: "string": ${compileError}:1: undeclared reference to 'zz' (in container '')\n | zz == 1\n | ^`,
        "<nil>: Invalid value: \"string\": failed rule: self == 'b'",
      ],
    ],
    [
      "of a map",
      { type: "object", additionalProperties: ruled(word, { rule: "self" }) },
      { a: "1", "": "2" },
      ["[a]", "[]"].map(
        (at) => `${at}: Invalid value: "string": rule compile error: cel expression must evaluate to a bool`,
      ),
    ],
    [
      "with an optional value before",
      ruled(word, { rule: "self == oldSelf", optionalOldSelf: true }),
      "a",
      [
        `<nil>: Invalid value: "string": ${compileError}:6: found no matching overload for '_==_' applied to '(string, optional_type(string))'\n | self == oldSelf\n | .....^`,
      ],
    ],
  ])("%s", (_, schema, value, errors) => {
    expect(errorsOf(schema, value)).toEqual(errors);
  });
});

describe("rules of a value without accessible parts", () => {
  const free = ruled({ [`${prefix}preserve-unknown-fields`]: true }, { rule: "true" }, { rule: "self == self" });
  const problem =
    'Invalid value: "": rule compiler initialization error: failed to convert to declType for CEL validation rules';
  it.each<[string, StructuralSchema, unknown, readonly string[]]>([
    ["are one error", free, 1, [`<nil>: ${problem}`]],
    ["are one error of an item", { type: "array", items: free }, [1], [`[0]: ${problem}`]],
    ["are one error of a member", { type: "object", additionalProperties: free }, { b: {} }, [`[b]: ${problem}`]],
    ["are not evaluated for a field", { type: "object", properties: { b: free } }, { b: 1 }, []],
  ])("%s", (_, schema, value, errors) => {
    expect(errorsOf(schema, value)).toEqual(errors);
  });
});

it.each<[string]>([["self.zz"], ["1"], ["self + 1"]])("the unusable message expression %s is ignored", (expression) => {
  const rules = [
    { rule: "self == 'b'", messageExpression: expression },
    { rule: "self == 'c'", messageExpression: expression, message: "must be c" },
  ];
  expect(errorsOf(ruled(word, ...rules), "a")).toEqual([
    "<nil>: Invalid value: \"string\": failed rule: self == 'b'",
    '<nil>: Invalid value: "string": must be c',
  ]);
});

it.each<[string, string]>([
  [".q", "q"],
  ["['q']", "q"],
  [".q.r", "q.r"],
  [".m.k", "m[k]"],
  ["", "<nil>"],
  [".zz", "<nil>"],
  [".q.zz", "<nil>"],
  ["q", "<nil>"],
  [".", "<nil>"],
  [".q..r", "<nil>"],
  [".q[0]", "<nil>"],
  ["['q", "<nil>"],
])("the field path %j leads to %s", (fieldPath, field) => {
  const part: StructuralSchema = { type: "object", properties: { r: { type: "integer" } } };
  const properties = { q: part, m: { type: "object", additionalProperties: word } };
  const errors = errorsOf(ruled({ type: "object", properties }, { rule: "false", fieldPath }), {});
  expect(errors).toEqual([`${field}: Invalid value: "object": failed rule: false`]);
});
