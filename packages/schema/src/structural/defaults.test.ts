import { kubernetesDialect } from "@svc/meta";
import { expect, it } from "vitest";
import { applyDeclaredDefaults } from "./defaults.ts";
import { fromOpenApi } from "./from-openapi.ts";

const text = { type: "string" };
const withDefault = (name: string): object => ({ type: "string", default: name });
const schema = fromOpenApi(
  {
    type: "object",
    properties: {
      a: text,
      b: { type: "string", nullable: true },
      c: withDefault("dc"),
      d: { type: "string", nullable: true, default: "dd" },
      e: { type: "object", properties: { f: withDefault("df") }, default: {} },
      g: { type: "object", properties: { h: withDefault("dh") } },
      list: { type: "array", items: { type: "object", properties: { m: withDefault("dm"), o: text } } },
      map: { type: "object", additionalProperties: { type: "object", properties: { p: withDefault("dp") } } },
      nullable: { type: "object", additionalProperties: { type: "string", nullable: true } },
      texts: { type: "array", items: withDefault("di") },
      free: { "x-kubernetes-preserve-unknown-fields": true },
    },
  } as never,
  { dialect: kubernetesDialect },
);

const always = { c: "dc", d: "dd", e: { f: "df" } };
const cases: readonly [name: string, object: Record<string, unknown>, want: object][] = [
  ["absent fields", {}, always],
  ["existing values stay", { c: "x", d: null, e: { f: "y" } }, { c: "x", d: null, e: { f: "y" } }],
  ["null without meaning is removed", { a: null, b: null, g: null, free: null }, { b: null, ...always }],
  ["null with a default", { c: null, e: null, g: { h: null } }, { ...always, g: { h: "dh" } }],
  ["items", { list: [{ m: null, o: null }, {}] }, { ...always, list: [{ m: "dm" }, { m: "dm" }] }],
  ["items that are null stay", { list: [null], texts: [null, "x"] }, { ...always, list: [null], texts: ["di", "x"] }],
  [
    "map values",
    { map: { x: null, y: {} }, nullable: { x: null } },
    { ...always, map: { y: { p: "dp" } }, nullable: { x: null } },
  ],
  ["free values", { free: { x: null } }, { ...always, free: { x: null } }],
  ["wrong types", { e: 1, list: {}, map: [] }, { ...always, e: 1, list: {}, map: [] }],
  ["metadata", { metadata: { creationTimestamp: null } }, { ...always, metadata: { creationTimestamp: null } }],
];

for (const [name, object, want] of cases) {
  it(name, () => {
    const filled = structuredClone(object);
    applyDeclaredDefaults(schema, filled);
    expect(filled).toEqual(want);
    applyDeclaredDefaults(schema, filled);
    expect(filled).toEqual(want);
  });
}

it("gives each object a default of its own", () => {
  const [one, two]: Record<string, Record<string, string>>[] = [{}, {}];
  applyDeclaredDefaults(schema, one);
  applyDeclaredDefaults(schema, two);
  expect(one?.["e"]).not.toBe(two?.["e"]);
});

it("a null of any type is removed where others are left to the validation", () => {
  const properties = { any: { "x-kubernetes-preserve-unknown-fields": true }, text: { type: "string" } };
  const object = { any: null, text: null };
  applyDeclaredDefaults(fromOpenApi({ type: "object", properties }, { dialect: kubernetesDialect }), object, "keep");
  expect(object).toEqual({ text: null });
});
