import { type ApiObject, invalidObject, type JsonValue, typeInvalid } from "@svc/meta";
import { createStruct, type Field, type ResourceDefinition, type ResourceVersion, type Schema } from "@svc/schema";

const text: Schema = { type: "string" };

function fields(of: Readonly<Record<string, Schema>>): readonly Field[] {
  return Object.entries(of).map(([name, schema]) => ({ name, schema, presence: "explicit" }));
}

function struct(
  of: Readonly<Record<string, Schema>>,
  options: { mapType?: "atomic"; preserveUnknown?: true } = {},
): Schema {
  return createStruct(fields(of), options);
}

const item: Schema = struct({
  k: text,
  p: { type: "string", default: "TCP" },
  v: text,
  o: struct({ a: text, b: text }),
  l: { type: "list", items: text },
});

function specOf(atomic: boolean): Schema {
  return struct({
    scalar: text,
    number: { type: "number" },
    flag: { type: "boolean" },
    nullable: { type: "string", nullable: true },
    either: { type: "intOrString" },
    list: { type: "list", items: text },
    set: { type: "list", items: text, listType: "set" },
    numbers: { type: "list", items: { type: "integer", format: "int64" }, listType: "set" },
    items: { type: "list", items: item, ...(atomic ? {} : { listType: "map", keys: ["k", "p"] }) },
    map: { type: "map", values: text, ...(atomic ? { mapType: "atomic" } : {}) },
    whole: { type: "map", values: text, mapType: "atomic" },
    struct: struct({ a: text, b: { type: "string", default: "filled" } }),
    wholeStruct: struct({ a: text, b: text }, { mapType: "atomic" }),
    nested: { type: "map", values: struct({ a: text, b: text }) },
    free: struct({}, { preserveUnknown: true }),
  });
}

const metadata: Field = {
  name: "metadata",
  schema: createStruct(
    fields({
      name: text,
      namespace: text,
      uid: text,
      resourceVersion: text,
      creationTimestamp: { type: "time" },
      generation: { type: "integer", format: "int64" },
      labels: { type: "map", values: text },
      annotations: { type: "map", values: text },
      finalizers: { type: "list", items: text, listType: "set" },
    }),
  ),
  presence: "explicit",
};

function versionOf(name: string, atomic: boolean): ResourceVersion {
  const [apiVersion, kind] = fields({ apiVersion: text, kind: text }) as [Field, Field];
  const rest = fields({ spec: specOf(atomic), status: struct({ phase: text, map: { type: "map", values: text } }) });
  return {
    group: "test.example.com",
    version: name,
    stability: "ga",
    enabledByDefault: true,
    verbs: [],
    schema: createStruct([apiVersion, kind, metadata, ...rest]),
    semantics: "structural",
    subresources: [{ name: "status", view: "object", verbs: [] }],
  };
}

export const thingVersions: Readonly<Record<"v1" | "v2", ResourceVersion>> = {
  v1: versionOf("v1", false),
  v2: versionOf("v2", true),
};

/**
 * A kind with a field for each kind of ownership. Its second version owns some of them differently.
 */
export const things: ResourceDefinition = {
  resource: "things",
  singular: "thing",
  kind: "Thing",
  listKind: "ThingList",
  shortNames: [],
  categories: [],
  namespaced: true,
  versions: [thingVersions.v1, thingVersions.v2],
  strategy: {
    nameRule: () => [],
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: false,
    generation: "none",
  },
};

/**
 * Defaults and validates an object of the kind, as a server would.
 * @throws {StatusError} 422
 */
export function fillThing(object: ApiObject): ApiObject {
  const spec = object["spec"] as { items?: Record<string, JsonValue>[]; struct?: Record<string, JsonValue> } | null;
  refuseNull(thingVersions.v1.schema, object as unknown as JsonValue, "");
  for (const each of spec?.items ?? []) each["p"] ??= "TCP";
  if (spec?.struct) spec.struct["b"] ??= "filled";
  return object;
}

function refuseNull(schema: Schema, value: JsonValue, path: string): void {
  if (value === null && schema.nullable !== true) {
    const type = schema.type === "list" ? "array" : "object";
    const error = typeInvalid(path, "null", `${path} in body must be of type ${type}: "null"`);
    throw invalidObject({ group: "test.example.com", kind: "Thing", name: "thing" }, [error]);
  }
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value) && schema.type === "list")
    for (const [i, each] of value.entries()) refuseNull(schema.items, each as JsonValue, `${path}[${i}]`);
  for (const [name, member] of Object.entries(value)) {
    const child =
      schema.type === "struct" ? schema.byName.get(name)?.schema : schema.type === "map" ? schema.values : undefined;
    if (child !== undefined) refuseNull(child, member as JsonValue, path === "" ? name : `${path}.${name}`);
  }
}
