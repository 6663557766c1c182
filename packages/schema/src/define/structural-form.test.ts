import { kubernetesDialect, svcDialect } from "@svc/meta";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromOpenApi } from "../structural/from-openapi.ts";
import { validate } from "../structural/validator.ts";
import { jsonSchemaOf } from "./declaration.ts";
import { structuralForm } from "./structural-form.ts";

const free = { nullable: true, "x-svc-preserve-unknown-fields": true };

const tree = z.object({
  name: z.string(),
  get kids() {
    return z.array(tree).optional();
  },
});

describe("the form of", () => {
  const a = z.object({ t: z.literal("a"), v: z.string() });
  const b = z.object({ t: z.literal("b"), w: z.int().max(5) });
  const cases: readonly [name: string, type: z.ZodType, want: unknown][] = [
    ["text", z.string().min(1).regex(/^a/), { type: "string", minLength: 1, pattern: "^a" }],
    ["formats", z.email(), { type: "string", format: "email" }],
    ["patterns with flags", z.string().regex(/^a$/imu), { type: "string", pattern: "(?im)^a$" }],
    [
      "several patterns, of which the first counts",
      z.string().regex(/a/i).regex(/b/s),
      { type: "string", pattern: "(?i)a" },
    ],
    ["formats that only the library has", z.string().startsWith("ab"), { type: "string", pattern: "^ab.*" }],
    ["formats that clusters take for another", z.hostname(), { type: "string" }],
    [
      "formats that the declaration names itself",
      z.string().meta({ format: "byte" }),
      { type: "string", format: "byte" },
    ],
    ["multiples of an integer", z.number().multipleOf(2), { type: "number", multipleOf: 2 }],
    ["multiples of a fraction", z.number().multipleOf(0.5), { type: "number" }],
    [
      "objects within their like",
      tree,
      {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string" },
          kids: { type: "array", items: { type: "object", properties: {}, "x-svc-preserve-unknown-fields": true } },
        },
      },
    ],
    [
      "any JSON",
      z.object({ v: z.json().optional() }),
      { type: "object", properties: { v: expect.objectContaining(free) } },
    ],
    ["patterns with assertions", z.string().regex(/(?!a)b/), { type: "string" }],
    ["integers", z.int(), { type: "integer" }],
    ["small integers", z.int32(), { type: "integer", format: "int32" }],
    ["null", z.string().nullable(), { type: "string", nullable: true }],
    ["null as an alternative", z.union([z.int(), z.null()]), { type: "integer", nullable: true }],
    ["null among values", z.enum(["a"]).nullable(), { type: "string", nullable: true }],
    [
      "values of an item or null",
      z.array(z.enum(["a"]).nullable()),
      { type: "array", items: { type: "string", nullable: true } },
    ],
    ["anything", z.unknown(), free],
    ["records", z.record(z.string(), z.int()), { type: "object", additionalProperties: { type: "integer" } }],
    [
      "open objects",
      z.looseObject({ a: z.string() }),
      { type: "object", properties: { a: { type: "string" } }, required: ["a"], "x-svc-preserve-unknown-fields": true },
    ],
    ["choices", z.union([z.literal("a"), z.enum(["b", "c"])]), { type: "string", enum: ["a", "b", "c"] }],
    [
      "number or text",
      z.union([z.string(), z.int()]),
      { "x-svc-int-or-string": true, anyOf: [{ type: "string" }, { type: "integer" }] },
    ],
    ["mixed types", z.union([z.string(), z.boolean()]), { ...free, anyOf: [{ type: "string" }, { type: "boolean" }] }],
    [
      "objects told apart",
      z.discriminatedUnion("t", [a, b]),
      {
        type: "object",
        properties: {
          t: { type: "string", enum: ["a", "b"] },
          v: { type: "string" },
          w: { type: "integer", maximum: 5 },
        },
        required: ["t"],
        oneOf: [
          {
            type: "object",
            properties: { t: { type: "string", enum: ["a"] }, v: { type: "string" } },
            required: ["t", "v"],
          },
          {
            type: "object",
            properties: { t: { type: "string", enum: ["b"] }, w: { type: "integer", maximum: 5 } },
            required: ["t", "w"],
          },
        ],
      },
    ],
    [
      "both of two",
      z.intersection(z.object({ a: z.string() }), z.object({ b: z.int() })),
      { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } }, required: ["a", "b"] },
    ],
  ];
  for (const [name, type, want] of cases) {
    it(name, () => {
      const form = structuralForm(jsonSchemaOf(z.object({ x: type })), svcDialect);
      expect((form["properties"] as Record<string, unknown>)["x"]).toEqual(want);
    });
  }

  it("markers is that of the dialect", () => {
    const type = z.object({ x: z.array(z.string()).meta({ "x-list-type": "set", "x-other": 1 }) });
    for (const dialect of [svcDialect, kubernetesDialect]) {
      const form = structuralForm(jsonSchemaOf(type), dialect);
      expect(form["properties"]).toMatchObject({
        x: { [`${dialect.extensionPrefix}list-type`]: "set", "x-other": 1 },
      });
    }
  });

  it("a definition outside of the schema", () => {
    const shared = z.object({ a: z.string() }).meta({ id: "Shared" });
    const form = structuralForm(jsonSchemaOf(z.object({ x: shared, y: shared })), svcDialect);
    expect(form["properties"]).toMatchObject({ y: { type: "object", properties: { a: { type: "string" } } } });
  });
});

it("is never stricter than the declaration", () => {
  const type = z.object({
    a: z.union([z.string().min(2), z.object({ n: z.int() }), z.array(z.boolean()), z.null()]).optional(),
    b: z.discriminatedUnion("t", [
      z.object({ t: z.literal("x"), v: z.number().nullable() }),
      z.strictObject({ t: z.literal("y"), w: z.record(z.string(), z.string()) }),
    ]),
    c: z.tuple([z.string(), z.int()]).optional(),
    d: z.iso.datetime({ local: true }).optional(),
    e: z.looseObject({ f: z.string().nullish() }).optional(),
  });
  const schema = fromOpenApi(structuralForm(jsonSchemaOf(type), svcDialect), { dialect: svcDialect });
  const text = fc.constantFrom("", "x", "yy", "2020-01-01T00:00:00");
  const value = fc.record(
    {
      a: fc.oneof(text, fc.record({ n: fc.integer() }), fc.array(fc.boolean()), fc.constant(null)),
      b: fc.oneof(
        fc.record({ t: fc.constant("x"), v: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })) }),
        fc.record({ t: fc.constant("y"), w: fc.dictionary(text, text) }),
      ),
      c: fc.tuple(text, fc.integer()),
      d: text,
      e: fc.record({ f: fc.option(text), g: fc.anything({ maxDepth: 1 }) }, { requiredKeys: [] }),
    },
    { requiredKeys: ["b"] },
  );
  fc.assert(
    fc.property(value, (object) => {
      const json = JSON.parse(JSON.stringify(object)) as unknown;
      fc.pre(type.safeParse(json).success);
      expect(validate(schema, json)).toEqual([]);
    }),
  );
});
