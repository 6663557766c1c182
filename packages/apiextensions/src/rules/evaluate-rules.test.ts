import { createSchemaEnvironments, type StructuralSchema } from "@svc/cel";
import { fieldErrorText } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { evaluateRules } from "./evaluate-rules.ts";
import { compileRules } from "./rule-tree.ts";

const prefix = "x-kubernetes-";
const environments = createSchemaEnvironments();

interface Outcome {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

function judge(schema: StructuralSchema, value: unknown, old?: unknown, budget?: number): Outcome {
  const tree = compileRules({ type: "object", properties: { spec: schema } }, { prefix, environments });
  if (tree === undefined) throw new TypeError("a schema without rules");
  const warnings: string[] = [];
  const errors = evaluateRules(
    tree,
    { spec: value },
    {
      old: old === undefined ? undefined : { spec: old },
      warn: (text) => void warnings.push(text),
      ...(budget === undefined ? {} : { budget }),
    },
  );
  return { errors: errors.map(fieldErrorText), warnings };
}

const word: StructuralSchema = { type: "string", maxLength: 20 };
const on = (schema: StructuralSchema, ...rules: readonly object[]): StructuralSchema => ({
  ...schema,
  [`${prefix}validations`]: rules,
});

describe("a failing rule has a reason", () => {
  it.each<[string, object, string]>([
    ["by its text", {}, "spec: Invalid value: \"string\": failed rule: self == 'ok'"],
    ["by its message", { message: "must be ok" }, 'spec: Invalid value: "string": must be ok'],
    ["by its message expression", { messageExpression: "'not ' + self" }, 'spec: Invalid value: "string": not x'],
    [
      "by its message when the expression results in several lines",
      { message: "plain", messageExpression: "self + '\\n'+ self" },
      'spec: Invalid value: "string": plain',
    ],
    ["as forbidden", { reason: "FieldValueForbidden", message: "no" }, "spec: Forbidden: no"],
    ["as required", { reason: "FieldValueRequired", message: "want" }, "spec: Required value: want"],
    ["as a duplicate", { reason: "FieldValueDuplicate" }, 'spec: Duplicate value: "string"'],
  ])("%s", (_, rule, error) => {
    expect(judge(on(word, { rule: "self == 'ok'", ...rule }), "x").errors).toEqual([error]);
  });
});

it("a field path points below the value, by keys where members are free", () => {
  const schema = on(
    { type: "object", properties: { b: word, m: { type: "object", additionalProperties: word } } },
    { rule: "false", fieldPath: ".b" },
    { rule: "false", fieldPath: ".m.k" },
  );
  expect(judge(schema, {}).errors.map((text) => text.split(":")[0])).toEqual(["spec.b", "spec.m[k]"]);
});

describe("rules about changes", () => {
  const changing = on(word, { rule: "self == oldSelf", message: "stays" });
  const keyed: StructuralSchema = {
    type: "array",
    [`${prefix}list-type`]: "map",
    [`${prefix}list-map-keys`]: ["k"],
    items: { type: "object", properties: { k: word, v: changing } },
  };

  it("are not evaluated for a new object", () => {
    expect(judge(changing, "a").errors).toEqual([]);
  });

  it("see the value before", () => {
    expect(judge(changing, "a", "b").errors).toEqual(['spec: Invalid value: "string": stays']);
  });

  it("find items of keyed lists by their keys", () => {
    const before = [
      { k: "a", v: "1" },
      { k: "b", v: "2" },
    ];
    const after = [
      { k: "b", v: "2" },
      { k: "a", v: "3" },
      { k: "c", v: "4" },
    ];
    expect(judge(keyed, after, before).errors).toEqual(['spec[1].v: Invalid value: "string": stays']);
  });

  it("are evaluated for a new object when the old value is optional", () => {
    const schema = on(word, { rule: "oldSelf.hasValue() || self == 'first'", optionalOldSelf: true });
    expect(judge(schema, "x").errors).toHaveLength(1);
    expect(judge(schema, "first").errors).toEqual([]);
    expect(judge(schema, "x", "first").errors).toEqual([]);
  });

  it.each<[string, string]>([
    ["type(oldSelf) == string ? 'plain' : 'optional'", "plain"],
    ["oldSelf.hasValue() ? 'some' : 'none'", "stated"],
  ])("oldSelf of the message expression %s is no optional", (messageExpression, received) => {
    const rule = { rule: "oldSelf.orValue('') != self", optionalOldSelf: true, message: "stated", messageExpression };
    expect(judge(on(word, rule), "x", "x").errors).toEqual([`spec: Invalid value: "string": ${received}`]);
  });

  it.each<[string, string]>([
    ["self != 'b'", 'spec: Invalid value: "string": stated'],
    ["self != 'b' || oldSelf == 'x'", 'spec: Invalid value: "string": was a'],
  ])("a message has oldSelf where the rule uses it: %s", (rule, received) => {
    const stated = { rule, message: "stated", messageExpression: "'was ' + oldSelf" };
    expect(judge(on(word, stated), "b", "a").errors).toEqual([received]);
  });
});

describe("a failure that is unchanged by an update is a warning", () => {
  const never = { rule: "self != 'bad'", message: "is bad" };

  it.each<[string, StructuralSchema, unknown, unknown, Outcome]>([
    ["a value", on(word, never), "bad", "bad", { errors: [], warnings: ['spec: Invalid value: "string": is bad'] }],
    [
      "not one that changed",
      on(word, never),
      "bad",
      "ok",
      { errors: ['spec: Invalid value: "string": is bad'], warnings: [] },
    ],
    [
      "an item of an atomic list while the list is the same",
      { type: "array", items: on(word, never) },
      ["bad"],
      ["bad"],
      { errors: [], warnings: ['spec[0]: Invalid value: "string": is bad'] },
    ],
    [
      "not an item of an atomic list that grew",
      { type: "array", items: on(word, never) },
      ["bad", "x"],
      ["bad"],
      { errors: ['spec[0]: Invalid value: "string": is bad'], warnings: [] },
    ],
    [
      "not an object with fields that are not declared",
      on({ type: "object", properties: { a: word } }, { rule: "false", message: "is bad" }),
      { b: "x" },
      { b: "x" },
      { errors: ['spec: Invalid value: "object": is bad'], warnings: [] },
    ],
    [
      "an object with declared fields",
      on({ type: "object", properties: { a: word } }, { rule: "false", message: "is bad" }),
      { a: "x" },
      { a: "x" },
      { errors: [], warnings: ['spec: Invalid value: "object": is bad'] },
    ],
    [
      "not a rule about changes",
      on(word, { rule: "self != oldSelf", message: "must change" }),
      "a",
      "a",
      { errors: ['spec: Invalid value: "string": must change'], warnings: [] },
    ],
  ])("%s", (_, schema, value, old, outcome) => {
    expect(judge(schema, value, old)).toEqual(outcome);
  });
});

it("no rule is evaluated once the budget of the write is spent", () => {
  const schema = on({ type: "array", items: { type: "integer" } }, { rule: "self.all(x, x == 1)" }, { rule: "false" });
  expect(judge(schema, [1, 1, 1, 1], undefined, 5).errors).toEqual([
    'spec: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run',
  ]);
});

it("a list of objects may have a rule with an optional old value", () => {
  const items = { type: "object", properties: { a: word } } as const;
  const list: StructuralSchema = { type: "array", maxItems: 5, items };
  const rule = "!oldSelf.hasValue() || oldSelf.value().all(o, self.exists(s, s.a == o.a))";
  const schema = on(list, { rule, optionalOldSelf: true, message: "items stay" });
  expect(judge(schema, [{ a: "x" }]).errors).toEqual([]);
  expect(judge(schema, [{ a: "x" }, { a: "y" }], [{ a: "x" }]).errors).toEqual([]);
  expect(judge(schema, [{ a: "y" }], [{ a: "x" }]).errors).toEqual(['spec: Invalid value: "array": items stay']);
});

it("a rule without a value that it could be about is no part of the tree", () => {
  expect(compileRules({ type: "object" }, { prefix, environments })).toBeUndefined();
});

describe("an update of an object that passed before", () => {
  const positive = { rule: "self.n > 0", message: "n must be positive" };
  const part = (...rules: readonly object[]): StructuralSchema =>
    on({ type: "object", properties: { n: { type: "integer" } } }, ...rules);
  const bad = { n: -1 };
  const update = (
    schema: StructuralSchema,
    { cost, next = { a: bad, b: { n: 2 } } }: { readonly cost: number | undefined; readonly next?: object },
  ): Outcome & { readonly passed: boolean } => {
    const tree = compileRules({ type: "object", properties: { a: schema, b: schema } }, { prefix, environments });
    if (tree === undefined) throw new TypeError("a schema without rules");
    const old = { a: bad, b: { n: 1 } };
    const passed = new WeakMap<object, number>(cost === undefined ? [] : [[old, cost]]);
    const warnings: string[] = [];
    const errors = evaluateRules(tree, next, { old, budget: 100, passed, warn: (text) => void warnings.push(text) });
    return { errors: errors.map(fieldErrorText), warnings, passed: passed.has(next) };
  };

  it("is not evaluated where it shares parts", () => {
    expect(update(part(positive), { cost: 10 })).toEqual({ errors: [], warnings: [], passed: true });
  });
  it("is evaluated where it has equal parts of its own", () => {
    const next = { a: { n: -1 }, b: { n: 2 } };
    expect(update(part(positive), { cost: 10, next }).warnings).toEqual([
      'a: Invalid value: "object": n must be positive',
    ]);
  });
  it("is evaluated where a rule reads the value before", () => {
    const rule = { rule: "self.n > oldSelf.n", message: "n must grow" };
    expect(update(part(rule), { cost: 10 })).toEqual({
      errors: ['a: Invalid value: "object": n must grow'],
      warnings: [],
      passed: false,
    });
  });
  it.each([
    ["it is not known to have passed", undefined],
    ["its cost is most of the budget", 60],
  ])("is evaluated as a whole when %s", (_, cost) => {
    const { warnings, passed } = update(part(positive), { cost });
    expect(warnings).toEqual(['a: Invalid value: "object": n must be positive']);
    expect(passed).toBe(false);
  });
});

describe("a rule without a result fails a value that is as it was", () => {
  const rule = (text: string): object => ({ rule: text, message: "nope" });
  it.each<[string, StructuralSchema, unknown, string]>([
    ["by its evaluation", on({ type: "integer" }, rule("10 / self > 1")), 0, "division by zero"],
    [
      "of the type it had before",
      on({ type: "integer" }, rule("self > 3")),
      "a",
      "invalid data, expected int, got string",
    ],
    ["with a fraction", on({ type: "integer" }, rule("self > 0")), 1.5, "invalid data, expected int, got float64"],
    ["that is no number", on({ type: "number" }, rule("self > 0.5")), true, "invalid data, expected float, got bool"],
    [
      "that is no text",
      on({ type: "string" }, rule("self.startsWith('a')")),
      5,
      "invalid data, expected string, got int64",
    ],
    [
      "that is neither true nor false",
      on({ type: "boolean" }, rule("self")),
      "a",
      "invalid data, expected bool, got string",
    ],
    [
      "in a list that was one of numbers",
      on({ type: "array", maxItems: 3, items: { type: "string" } }, rule("self.all(text, text.startsWith('a'))")),
      [5],
      "invalid data, expected string, got int64",
    ],
    [
      "in a map that was one of numbers",
      on(
        { type: "object", additionalProperties: { type: "string" } },
        rule("self.all(key, self[key].startsWith('a'))"),
      ),
      { a: 5 },
      "invalid data, expected string, got int64",
    ],
    [
      "that is no integer or text",
      on({ [`${prefix}int-or-string`]: true }, rule("type(self) == int")),
      false,
      "invalid data, expected XIntOrString value to be either a string or integer",
    ],
    [
      "that is a list instead of a map",
      on({ type: "object", additionalProperties: { type: "string" } }, rule("self.all(key, key.size() > 0)")),
      ["a"],
      "invalid data, expected a map for the provided schema with type=object",
    ],
    [
      "that is a map instead of a list",
      on({ type: "array", maxItems: 3, items: { type: "string" } }, rule("self.all(text, text.size() > 0)")),
      { a: "b" },
      "invalid data, expected an array for the provided schema with type=array",
    ],
    [
      "that is a text instead of an object",
      on({ type: "object", properties: { x: { type: "string" } } }, rule("has(self.x)")),
      "v",
      "invalid data, expected a map for the provided schema with type=object",
    ],
    [
      "of a field that is a text instead of an object",
      on(
        { type: "object", properties: { x: { type: "object", properties: { z: { type: "string" } } } } },
        rule("self.x.z == 'a'"),
      ),
      { x: "y" },
      "invalid data, expected a map for the provided schema with type=object",
    ],
    [
      "in a list that was one of texts, instead of objects",
      on(
        { type: "array", maxItems: 3, items: { type: "object", properties: { k: { type: "string" } } } },
        rule("self.exists(x, x.k == 'a')"),
      ),
      ["a"],
      "invalid data, expected a map for the provided schema with type=object",
    ],
    [
      "in a list that was one of texts",
      on({ type: "array", maxItems: 3, items: { type: "integer" } }, rule("self[0] > 0")),
      ["a"],
      "invalid data, expected int, got string",
    ],
    [
      "that is no list",
      on({ type: "array", maxItems: 3, items: { type: "integer" } }, rule("self.size() > 0")),
      { a: 1 },
      "invalid data, expected an array for the provided schema with type=array",
    ],
    [
      "that is no object",
      on({ type: "object", properties: { a: { type: "string" } } }, rule("self == oldSelf")),
      "a",
      "invalid data, expected a map for the provided schema with type=object",
    ],
    [
      "that is no duration",
      on({ type: "string", format: "duration" }, rule("self > duration('1s')")),
      "zzz",
      "Invalid duration zzz: unable to parse zzz as duration",
    ],
    ...[
      ["2024-01-01t00:00:00Z", ' as "2006-01-02T15:04:05": cannot parse "t00:00:00Z" as "T"'],
      ["2024-01-01T00:00:00.5z", ': extra text: "z"'],
      ["2024-01-01T00:00:00+25:00", ': extra text: "+25:00"'],
      ["2024-13-01T00:00:00Z", ": month out of range"],
      ["2024-02-30T00:00:00", ": day out of range"],
      ["x", ' as "2006-01-02T15:04:05": cannot parse "x" as "2006"'],
    ].map(([text = "", problem]): [string, StructuralSchema, unknown, string] => [
      `that is no timestamp: ${text}`,
      on({ type: "string", format: "date-time" }, rule("self.getFullYear() > 0")),
      text,
      `Invalid date-time formatted string ${text}: parsing time "${text}"${problem}`,
    ]),
    [
      "that is not base64",
      on({ type: "string", format: "byte", maxLength: 9 }, rule("self.size() > 0")),
      "a?",
      "Invalid byte formatted string a?: illegal base64 data at input byte 1",
    ],
  ])("%s", (_, schema, value, problem) => {
    const shown = schema.type ?? "";
    const errors = [`spec: Invalid value: "${shown}": ${problem} evaluating rule: nope`];
    expect(judge(schema, value, value)).toEqual({ errors, warnings: [] });
  });
});
