import { invalid, kubernetesDialect } from "@svc/meta";
import { expect, it } from "vitest";
import { judge } from "../testing/judge.ts";
import { apiextensionsValidation } from "./index.ts";

const { CustomResourceDefinition: validation } = apiextensionsValidation(kubernetesDialect, undefined, (meta, path) =>
  meta.name === "bad" ? [invalid(`${path}.name`, meta.name, "wrong")] : [],
);
const judged = judge(validation, {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "foos.rest.example.com" },
  spec: {
    group: "rest.example.com",
    scope: "Namespaced",
    names: { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" },
    conversion: { strategy: "None" },
  },
  status: { storedVersions: ["v1"] },
});

const embedded = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};
const bad = { apiVersion: "v1", kind: "K", metadata: { name: "bad" } };
const good = { apiVersion: "v1", kind: "K", metadata: { name: "good", labels: { a: "b" } } };
const declared = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  properties: { metadata: { type: "object", properties: { name: { type: "string", maxLength: 3 } } } },
};
const number = { type: "integer" };
const required = "Required value: must not be empty";
const wrong = 'metadata.name: Invalid value: "bad": wrong';

it.each<[string, object, readonly string[]]>([
  ["valid", { ...embedded, default: good }, []],
  ["wrong metadata", { ...embedded, default: bad }, [`.default.${wrong}`]],
  ["items", { type: "array", items: embedded, default: [good, bad] }, [`.default[1].${wrong}`]],
  ["values of maps", { type: "object", additionalProperties: embedded, default: { k: bad } }, [`.default[k].${wrong}`]],
  ["members", { type: "object", properties: { e: embedded }, default: { e: bad } }, [`.default.e.${wrong}`]],
  ["within items", { type: "array", items: { ...embedded, default: bad } }, [`.items.default.${wrong}`]],
  ["within values of maps", { type: "object", additionalProperties: { ...embedded, default: bad } }, []],
  [
    "no identity",
    { ...embedded, default: { metadata: bad.metadata } },
    [`.default.apiVersion: ${required}`, `.default.kind: ${required}`, `.default.${wrong}`],
  ],
  [
    "no identity of items",
    { type: "array", items: embedded, default: [{}] },
    [`.default[0].apiVersion: ${required}`, `.default[0].kind: ${required}`],
  ],
  [
    "nested objects, the outer first",
    { ...embedded, properties: { e: embedded }, default: { ...bad, e: bad } },
    [`.default.${wrong}`, `.default.e.${wrong}`],
  ],
  [
    "before the schema",
    { type: "object", properties: { e: embedded, i: number }, default: { e: bad, i: "x" } },
    [`.default.e.${wrong}`],
  ],
  [
    "beside unknown fields",
    { type: "object", properties: { e: embedded }, default: { e: bad, z: 1 } },
    [
      '.default: Invalid value: map[string]interface {}{"e":map[string]interface {}{"apiVersion":"v1", "kind":"K", "metadata":map[string]interface {}{"name":"bad"}}, "z":1}: must not have unknown fields',
      `.default.e.${wrong}`,
    ],
  ],
  [
    "metadata that the schema restricts",
    { ...declared, default: good },
    [".default.metadata.name: Too long: may not be more than 3 bytes"],
  ],
  ["no embedded object", { type: "object", "x-kubernetes-preserve-unknown-fields": true, default: bad }, []],
])("embedded objects in defaults: %s", (_, a, errors) => {
  const versions = [
    { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", properties: { a } } } },
  ];
  expect(judged.create({ spec: { versions } })).toEqual(
    errors.map((error) => `spec.validation.openAPIV3Schema.properties[a]${error}`),
  );
});

it.each<[string, object, readonly string[]]>([
  ["valid", good, []],
  ["wrong metadata", bad, [`.default.${wrong}`]],
  ["no kind", { apiVersion: "v1" }, [`.default.kind: ${required}`]],
])("the default of a whole object: %s", (_, value, errors) => {
  const versions = [
    { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", default: value } } },
  ];
  expect(judged.create({ spec: { versions } })).toEqual(
    errors.map((error) => `spec.validation.openAPIV3Schema${error}`),
  );
});
