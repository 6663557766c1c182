import type { ValidObject } from "./judge-kind.ts";

/** A definition of an extension type, whose schema says nothing but that it is of objects. */
export const fooDefinition: ValidObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "foos.rest.example.com" },
  spec: {
    group: "rest.example.com",
    scope: "Namespaced",
    names: { plural: "foos", kind: "Foo" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

/** A change of its schema. */
export function withSchema(schema: object): object {
  return { spec: { versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }] } };
}

/** A change of its schema: objects have one field, `a`. */
export function withField(a: object): object {
  return withSchema({ type: "object", properties: { a } });
}
