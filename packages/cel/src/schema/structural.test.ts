import { describe, expect, it } from "vitest";
import { createSchemaEnvironments } from "../cluster/schema-environments.ts";
import type { StructuralSchema } from "./structural.ts";

const forms: readonly [name: string, wrap: (schema: StructuralSchema) => StructuralSchema][] = [
  ["lists", (items) => ({ type: "array", maxItems: 1, items })],
  ["maps", (values) => ({ type: "object", maxProperties: 1, additionalProperties: values })],
  ["objects", (a) => ({ type: "object", properties: { a } })],
];

function nested(levels: number, wrap: (schema: StructuralSchema) => StructuralSchema): StructuralSchema {
  let schema: StructuralSchema = { type: "string", maxLength: 1 };
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
}

describe("schemas of many levels", () => {
  it.each(forms)("%s in 990 levels: rules compile", (_, wrap) => {
    const schema: StructuralSchema = {
      type: "object",
      properties: { deep: nested(990, wrap), size: { type: "integer" } },
    };
    const environment = createSchemaEnvironments()(schema, {});
    const compiled = environment?.env({ optionalOldSelf: true }).compile("self.size > 1");
    expect(compiled).not.toHaveProperty("error");
    expect(environment?.env({ optionalOldSelf: false })).toBeDefined();
  });

  it.each(forms)("%s in 100,000 levels: do not end the process", (_, wrap) => {
    const schema: StructuralSchema = { type: "object", properties: { deep: nested(100_000, wrap) } };
    expect(createSchemaEnvironments()(schema, {})).toBeDefined();
  });
});

it.each<[string, string]>([
  ["x-y", "selfType.x__dash__y.@idx"],
  ["namespace", "selfType.__namespace__.@idx"],
  ["plain", "selfType.plain.@idx"],
])("the type of items of %s is %s", (property, name) => {
  const list = { type: "array", items: { type: "object", properties: { a: { type: "string" } } } };
  const self = createSchemaEnvironments()({ type: "object", properties: { [property]: list } }, {});
  const field = /selfType\.([^.]+)/.exec(name)?.[1];
  expect(() => self?.env({ optionalOldSelf: false }).compile(`self.${field} == 1`)).toThrow(`list(${name})`);
});
