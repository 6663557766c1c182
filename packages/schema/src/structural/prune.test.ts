import { type JsonValue, kubernetesDialect } from "@svc/meta";
import { expect, it } from "vitest";
import { fromOpenApi } from "./from-openapi.ts";
import { pruneStructural } from "./prune.ts";

const text = { type: "string" };

it.each<[name: string, schema: JsonValue, value: JsonValue, want: JsonValue]>([
  ["fields that are not declared", { type: "object", properties: { a: text } }, { a: "x", b: 1 }, { a: "x" }],
  ["values of a map", { type: "object", additionalProperties: text }, { a: "x", b: { c: 1 } }, { a: "x", b: {} }],
  [
    "objects among values of any type",
    { type: "object", additionalProperties: true },
    { a: { b: 1 }, c: [[{ d: 1 }]], e: null, f: 5 },
    { a: {}, c: [[{}]], e: null, f: 5 },
  ],
  [
    "nothing of what is preserved",
    { type: "object", additionalProperties: { "x-kubernetes-preserve-unknown-fields": true } },
    { a: { b: 1 } },
    { a: { b: 1 } },
  ],
])("%s", (_, schema, value, want) => {
  const object = { spec: value };
  pruneStructural(
    fromOpenApi({ type: "object", properties: { spec: schema } }, { dialect: kubernetesDialect }),
    object,
  );
  expect(object).toEqual({ spec: want });
});
