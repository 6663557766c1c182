import { finishSteps } from "@svc/base";
import { type ApiObject, fieldErrorText, invalid, svcDialect } from "@svc/meta";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import type { Definitions, ResourceDefinition } from "../definition.ts";
import { validationErrors, type WriteContext } from "../strategy.ts";
import { type DefinedResource, defineResource, type InputObjectOf, type ObjectOf } from "./define-resource.ts";
import type { PluralOf } from "./names.ts";
import type { TypesOf } from "./types-of.ts";

const context: WriteContext = {
  now: "2026-01-01T00:00:00Z",
  nowMs: Date.parse("2026-01-01T00:00:00Z"),
  gates: { enabled: () => false },
  group: "",
  version: "v1",
  namespace: "default",
  warn: () => undefined,
};

const spec = z
  .object({
    size: z.int32().min(1).max(10).default(3),
    color: z.enum(["red", "blue"]).optional(),
    replicas: z.int32().optional(),
    minimum: z.int().optional(),
    maximum: z.int().optional(),
    tags: z.array(z.string()).meta({ "x-list-type": "set" }).optional(),
  })
  .refine((s) => s.minimum === undefined || s.maximum === undefined || s.minimum <= s.maximum, {
    path: ["minimum"],
    error: "must not be above the maximum",
  });

const widgets = defineResource({
  group: "shop.example.com",
  version: "v1",
  kind: "Widget",
  schema: z.object({ spec, status: z.object({ replicas: z.int32(), selector: z.string() }).partial().optional() }),
  shortNames: ["wd"],
  columns: [
    { name: "Size", type: "integer", path: ".spec.size" },
    { name: "Color", value: (w) => w.spec.color ?? "none", priority: 1 },
    { name: "Age", type: "date", path: ".metadata.creationTimestamp" },
  ],
  selectableFields: [".spec.color"],
  scale: { replicas: ".spec.replicas", statusReplicas: ".status.replicas", selector: ".status.selector" },
  validate: (w) => (w.spec.size === 7 ? [invalid("spec.size", 7, "must not be seven")] : []),
});
const [definition] = widgets(svcDialect);
const version = definition.versions[0];

function widget(fields: Record<string, unknown>, more: Record<string, unknown> = {}): ApiObject {
  return { metadata: { name: "a" }, spec: { size: 3, ...fields }, ...more };
}

function createErrors(object: ApiObject): readonly string[] {
  return finishSteps(validationErrors(definition.strategy.validateCreate?.(object, context))).map(fieldErrorText);
}

describe("defineResource", () => {
  it("has names for everything", () => {
    expect(definition).toMatchObject({
      resource: "widgets",
      singular: "widget",
      listKind: "WidgetList",
      shortNames: ["wd"],
      categories: [],
      namespaced: true,
      storage: { group: "shop.example.com", version: "v1", prefix: "shop.example.com/widgets" },
    });
    expect(version).toMatchObject({ stability: "ga", semantics: "structural", enabledByDefault: true });
    expect(version?.subresources?.map((s) => s.name)).toEqual(["status", "scale"]);
  });

  it("is typed end to end", () => {
    type Widget = ObjectOf<typeof widgets>;
    expectTypeOf<Widget["spec"]["color"]>().toEqualTypeOf<"red" | "blue" | undefined>();
    expectTypeOf<Widget["spec"]["size"]>().toEqualTypeOf<number>();
    expectTypeOf(widgets).toExtend<Definitions>();
    expectTypeOf(definition).toEqualTypeOf<ResourceDefinition<Widget>>();
    expectTypeOf(widgets).toExtend<DefinedResource<Widget>>();
    expectTypeOf<InputObjectOf<typeof widgets>["spec"]["size"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<InputObjectOf<DefinedResource<Widget>>>().toEqualTypeOf<Widget>();
  });

  it("types maps: have the names and scopes of the definitions", () => {
    const named = { version: "v1", schema: z.object({}) } as const;
    const policies = defineResource({ ...named, group: "shop.example.com", kind: "Policy", scope: "Cluster" });
    const boxes = defineResource({ ...named, group: "shop.example.com", version: "v1beta1", kind: "Box" });
    const news = defineResource({ ...named, group: "shop.example.com", kind: "News", plural: "news" });
    type Types = TypesOf<[typeof widgets, typeof policies, typeof boxes, typeof news]>;
    expectTypeOf<keyof Types>().toEqualTypeOf<"shop.example.com/v1" | "shop.example.com/v1beta1">();
    expectTypeOf<keyof Types["shop.example.com/v1"]>().toEqualTypeOf<"widgets" | "policies" | "news">();
    expectTypeOf<keyof Types["shop.example.com/v1beta1"]>().toEqualTypeOf<"boxes">();
    expectTypeOf<Types["shop.example.com/v1"]["widgets"]["kind"]>().toEqualTypeOf<ObjectOf<typeof widgets>>();
    expectTypeOf<Types["shop.example.com/v1"]["widgets"]["namespaced"]>().toEqualTypeOf<true>();
    expectTypeOf<Types["shop.example.com/v1"]["policies"]["namespaced"]>().toEqualTypeOf<false>();
    const names = { group: "shop.example.com", version: "v1", resource: "policies", namespaced: false } as const;
    expect(policies.names).toEqual(names);
    expectTypeOf(policies.names).toExtend<typeof names>();
  });

  it.each([
    ["Policy", "policies" satisfies PluralOf<"Policy">],
    ["Day", "days" satisfies PluralOf<"Day">],
    ["Y", "ys" satisfies PluralOf<"Y">],
    ["Ingress", "ingresses" satisfies PluralOf<"Ingress">],
    ["Box", "boxes" satisfies PluralOf<"Box">],
    ["Branch", "branches" satisfies PluralOf<"Branch">],
    ["Bus", "buses" satisfies PluralOf<"Bus">],
    ["Endpoints", "endpoints" satisfies PluralOf<"Endpoints">],
    ["Widget", "widgets" satisfies PluralOf<"Widget">],
  ])("plural of %s: is %s, in the type too", (kind, plural) => {
    expect(defineResource({ group: "a.b", version: "v1", kind, schema: z.object({}) }).names.resource).toBe(plural);
  });

  it("fills defaults", () => {
    const object: ApiObject = { metadata: {}, spec: {} };
    version?.applyDefaults?.(object, context.gates);
    expect(object["spec"]).toEqual({ size: 3 });
  });

  it("checks the shape first, then refinements, then further rules", () => {
    expect(createErrors(widget({}))).toEqual([]);
    expect(createErrors(widget({ size: "x", minimum: 5, maximum: 3 }))).toEqual([
      'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
    ]);
    expect(createErrors(widget({ minimum: 5, maximum: 3 }))).toEqual([
      "spec.minimum: Invalid value: 5: must not be above the maximum",
    ]);
    expect(createErrors(widget({ size: 7 }))).toEqual(["spec.size: Invalid value: 7: must not be seven"]);
    expect(createErrors(widget({ tags: ["a", "a"] }))).toEqual(['spec.tags[1]: Duplicate value: "a"']);
  });

  it("accepts errors that the old object has too", () => {
    const old = widget({ minimum: 5, maximum: 3 });
    const update = (object: ApiObject): readonly unknown[] =>
      finishSteps(validationErrors(definition.strategy.validateUpdate?.(object, old, context)));
    expect(update(widget({ minimum: 5, maximum: 3, color: "red" }))).toEqual([]);
    expect(update(widget({ minimum: 6, maximum: 3 }))).toHaveLength(1);
  });

  it("writes the status apart", () => {
    const { strategy } = definition;
    const created = widget({}, { status: { replicas: 1 } });
    strategy.prepareCreate?.(created, context);
    expect(created).not.toHaveProperty("status");
    const old = widget({ size: 4 }, { status: { replicas: 1 } });
    const updated = widget({ size: 5 }, { status: { replicas: 2 } });
    strategy.prepareUpdate?.(updated, old, context);
    expect(updated).toMatchObject({ spec: { size: 5 }, status: { replicas: 1 } });
    const status = {
      ...widget({ size: 5 }, { status: { replicas: 2 } }),
      metadata: { name: "a", labels: { a: "b" }, resourceVersion: "7" },
    };
    strategy.subresources?.["status"]?.prepareUpdate(status, old, context);
    expect(status).toEqual({
      metadata: { name: "a", resourceVersion: "7" },
      spec: { size: 4 },
      status: { replicas: 2 },
    });
  });

  it("scales", () => {
    const scale = version?.subresources?.flatMap((s) => (s.view === "scale" ? [s.scale] : []))[0];
    const object = widget({}, { status: { replicas: 2, selector: "a=b" } });
    scale?.setReplicas(object, 5);
    expect([scale?.replicas(object), scale?.statusReplicas(object), scale?.selector(object)]).toEqual([5, 2, "a=b"]);
  });

  it("shows rows", () => {
    expect(version?.table?.columns.map((c) => [c.name, c.type, c.priority])).toEqual([
      ["Name", "string", 0],
      ["Size", "integer", 0],
      ["Color", "string", 1],
      ["Age", "date", 0],
    ]);
    const object = { ...widget({}), metadata: { name: "a", creationTimestamp: "2025-12-31T23:59:00Z" } };
    expect(version?.table?.cells(object, context.nowMs)).toEqual(["a", 3, "none", "60s"]);
  });

  it("is found by its fields", () => {
    expect(version?.selectableFields?.fields).toEqual(["spec.color"]);
    expect(version?.selectableFields?.values(widget({ color: "red" }))).toEqual({ "spec.color": "red" });
    expect(version?.selectableFields?.values(widget({}))).toEqual({ "spec.color": "" });
  });
});

describe("invalid declarations", () => {
  const good = { group: "shop.example.com", version: "v1", kind: "Widget", schema: z.object({}) };
  const cases: readonly [name: string, make: () => unknown, message: RegExp][] = [
    ["a group without a domain", () => defineResource({ ...good, group: "shop" }), /domain name/],
    ["a version", () => defineResource({ ...good, version: "1" }), /form like v1/],
    ["a kind", () => defineResource({ ...good, kind: "widget" }), /CamelCase/],
    ["a plural", () => defineResource({ ...good, plural: "Widgets" }), /DNS label/],
    ["dates", () => defineResource({ ...good, schema: z.object({ at: z.date() }) }), /^at has no form in JSON: Date/],
    [
      "dates within records of lists",
      () => defineResource({ ...good, schema: z.object({ a: z.record(z.string(), z.array(z.date())) }) }),
      /^a\[\*\]\[\] has no form in JSON/,
    ],
    [
      "a status that must be there",
      () => defineResource({ ...good, schema: z.object({ status: z.object({}) }) })(svcDialect),
      /optional/,
    ],
    ["a path", () => defineResource({ ...good, selectableFields: ["spec..a"] })(svcDialect), /not a path/],
    ["a value that is no schema", () => defineResource({ ...good, schema: {} as never }), /Standard Schema/],
    ["no schema", () => defineResource({ ...good, schema: undefined as never }), /Standard Schema/],
  ];
  for (const [name, make, message] of cases) {
    it(name, () => {
      expect(make).toThrow(message);
      expect(make).toThrow(TypeError);
    });
  }

  it("checks that would have to wait", () => {
    const [slow] = defineResource({ ...good, schema: z.object({}).refine(() => Promise.resolve(true)) })(svcDialect);
    expect(() => slow.strategy.validateCreate?.({ metadata: {} }, context)).toThrow(/at once|async/i);
  });
});

const declared = (schema: Parameters<typeof defineResource>[0]["schema"]) =>
  defineResource({ group: "shop.example.com", version: "v1", kind: "Thing", schema });
const isEven = async (n: number): Promise<boolean> => n % 2 === 0;
const even = z.int().refine(isEven);

describe("a declaration is refused when the type is defined", () => {
  it.each([
    { name: "a refinement of a field", schema: z.object({ spec: z.object({ size: even }) }), field: "spec.size" },
    {
      name: "a check of items",
      schema: z.object({ spec: z.object({ sizes: z.array(even).optional() }) }),
      field: "spec.sizes[]",
    },
    { name: "an alternative", schema: z.object({ spec: z.union([z.string(), even]) }), field: "spec" },
    { name: "a refinement of the whole", schema: z.object({}).refine(async () => true), field: "the schema" },
    { name: "a plain check", schema: z.object({ a: z.string().check(async () => undefined) }), field: "a" },
  ])("for $name that is asynchronous", ({ schema, field }) => {
    expect(() => declared(schema)).toThrow(new RegExp(`^${field.replace("[]", "\\[\\]")} has an asynchronous check`));
  });

  it.each([
    ["a string", z.string()],
    ["an array", z.array(z.object({}))],
    ["any value", z.any()],
    ["a choice with other values", z.object({}).nullable()],
    ["a choice with other values", z.union([z.object({}), z.string()])],
  ])("for being %s", (name, schema) => {
    expect(() => declared(schema)).toThrow(`not ${name}`);
  });
});

it("alternatives and intersections of objects are accepted", () => {
  const [a, b] = [z.object({ a: z.string() }), z.object({ b: z.string() })];
  for (const schema of [z.union([a, b]), z.intersection(a, b)]) expect(declared(schema)).toBeTypeOf("function");
});

describe("the error of a union lists the problems of each alternative", () => {
  const errorsOf = (schema: Parameters<typeof declared>[0], fields: object): readonly string[] => {
    const [thing] = declared(schema)(svcDialect);
    const object = { metadata: { name: "a" }, ...fields };
    return finishSteps(validationErrors(thing.strategy.validateCreate?.(object, context))).map(fieldErrorText);
  };
  const byType = z.discriminatedUnion("type", [
    z.object({ type: z.literal("disk"), size: z.int() }),
    z.object({ type: z.literal("net"), port: z.int().min(3) }),
  ]);

  it.each([
    {
      name: "by its discriminator",
      spec: byType,
      value: { type: "net", port: 1 },
      errors: ["spec.port: Invalid value: 1: Too small: expected number to be >=3"],
    },
    {
      name: "without one",
      spec: z.union([z.object({ a: z.int().max(5) }), z.object({ b: z.string().min(3) })]),
      value: { a: "x", b: 1 },
      errors: [
        'spec: Invalid value: {"a":"x","b":1}: Invalid input: a: Invalid input: expected number, received string; or b: Invalid input: expected string, received number',
      ],
    },
    {
      name: "by refinements",
      spec: z.object({ v: z.union([z.int().refine((n) => n % 2 === 0, "must be even"), z.string()]) }),
      value: { v: 3 },
      errors: ["spec.v: Invalid value: 3: must be even"],
    },
  ])("$name", ({ spec: schema, value, errors }) => {
    expect(errorsOf(z.object({ spec: schema }), { spec: value })).toEqual(errors);
  });
});
