import { kubernetesDialect } from "@svc/meta";
import { expect, it } from "vitest";
import { objectMetaSchema } from "../object-meta-schema.ts";
import { dropNulls } from "./drop-nulls.ts";
import { fromOpenApi } from "./from-openapi.ts";

const text = { type: "string" };
const schema = fromOpenApi(
  {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          plain: text,
          nullable: { ...text, nullable: true },
          filled: { ...text, default: "x" },
          map: { type: "object", additionalProperties: text },
          list: { type: "array", items: { type: "object", properties: { plain: text } } },
          texts: { type: "array", items: text },
          open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        },
      },
      status: { type: "object" },
    },
  },
  {
    dialect: kubernetesDialect,
    metadata: objectMetaSchema(kubernetesDialect),
    kind: { group: "example.com", version: "v1", kind: "Widget" },
    selectable: [],
  },
);

it.each<[string, object, object]>([
  ["of a field goes", { spec: { plain: null } }, { spec: {} }],
  ["of a whole part goes", { status: null }, {}],
  ["of a nullable field stays", { spec: { nullable: null } }, { spec: { nullable: null } }],
  ["of a field with a default stays", { spec: { filled: null } }, { spec: { filled: null } }],
  ["in a map goes", { spec: { map: { a: null, b: "c" } } }, { spec: { map: { b: "c" } } }],
  ["within an item goes", { spec: { list: [{ plain: null }] } }, { spec: { list: [{}] } }],
  ["that is an item stays", { spec: { texts: [null, "a"] } }, { spec: { texts: [null, "a"] } }],
  ["of an unknown field stays", { spec: { open: { a: null } } }, { spec: { open: { a: null } } }],
  ["of metadata stays", { metadata: { name: null } }, { metadata: { name: null } }],
])("a null %s", (_, object, want) => {
  dropNulls(schema, object);
  expect(object).toEqual(want);
});
