import type { DefinitionFact, FieldFact, SchemaFacts } from "./facts.ts";

/** Definitions of one prefix in the compact form that src/schemas.ts reads. */
export type EncodedDefinitions = Record<string, unknown>;

const scalars: Readonly<Record<string, string>> = {
  string: "s",
  boolean: "b",
  number: "n",
  bytes: "y",
  any: "a",
  quantity: "q",
  intOrString: "is",
  time: "t",
  microTime: "mt",
  duration: "d",
  rawExtension: "raw",
  fieldsV1: "f1",
  json: "j",
};
const protos: Readonly<Record<string, string>> = {
  string: "s",
  bytes: "y",
  bool: "b",
  int32: "i",
  int64: "l",
  double: "d",
  message: "m",
  map: "p",
};
/** Definitions that are replaced by a scalar wherever they are referenced. */
const specials: Readonly<Record<string, string>> = {
  jsonSchemaPropsOrBool: "sb",
  jsonSchemaPropsOrArray: "sl",
  jsonSchemaPropsOrStringArray: "ss",
};

export function encodeSchemas(
  schemas: SchemaFacts,
  typeNames: Readonly<Record<string, string>>,
): Map<string, EncodedDefinitions> {
  const out = new Map<string, EncodedDefinitions>();
  for (const [key, definition] of Object.entries(schemas)) {
    const dot = key.lastIndexOf(".");
    const prefix = key.slice(0, dot);
    const defs = out.get(prefix) ?? {};
    defs[key.slice(dot + 1)] = encodeDefinition(key, definition, schemas, typeNames);
    out.set(prefix, defs);
  }
  return out;
}

function encodeDefinition(
  key: string,
  definition: DefinitionFact,
  schemas: SchemaFacts,
  typeNames: Readonly<Record<string, string>>,
): unknown {
  const { gvk = [], required = [], mapType, unions, special, fields = {} } = definition;
  // Types that every group registers are published with all of them; that list is made from the
  // groups when it is needed.
  const everywhere = gvk.length > 5;
  return {
    ...(gvk.length > 0 && !everywhere ? { k: gvk.map((g) => [g.group, g.version, g.kind]) } : {}),
    ...(everywhere ? { e: 1 } : {}),
    ...(mapType === undefined ? {} : { m: mapType }),
    ...(unions === undefined ? {} : { u: unions }),
    ...(special === undefined ? {} : { x: special }),
    f: Object.entries(fields)
      .filter(([, f]) => f.json !== false)
      .map(([name, f]) => encodeField(key, name, f, required.includes(name), schemas, typeNames)),
  };
}

function encodeField(
  key: string,
  name: string,
  field: FieldFact,
  required: boolean,
  schemas: SchemaFacts,
  typeNames: Readonly<Record<string, string>>,
): unknown {
  const presence =
    field.wrapper !== undefined
      ? 2
      : field.ptr === true
        ? field.always === true
          ? 3
          : 2
        : field.always === true
          ? 1
          : 0;
  const typeName = typeNames[`${key}.${name}`];
  const extra = {
    ...(required ? { r: 1 } : {}),
    ...(field.patchStrategy === undefined ? {} : { ps: field.patchStrategy }),
    ...(field.patchMergeKey === undefined ? {} : { pk: field.patchMergeKey }),
    ...(field.featureGate === undefined ? {} : { g: field.featureGate }),
    ...(typeName === undefined ? {} : { tn: typeName }),
  };
  const row: unknown[] = [name, encodeType(field, schemas), presence, encodeProto(key, field, schemas)];
  if (Object.keys(extra).length > 0) row.push(extra);
  return row;
}

function encodeProto(key: string, { tag, proto, via = [], wrapper }: FieldFact, schemas: SchemaFacts): unknown {
  if (tag === undefined || proto === undefined) return 0;
  let holder = key;
  const path = via.map((inner) => {
    const number = schemas[holder]?.inline?.[inner];
    if (number === undefined) throw new Error(`${key} has no inline ${inner} in ${holder}`);
    holder = inner;
    return number;
  });
  const code = protos[proto] ?? fail(`${key}: protobuf type ${proto}`);
  if (wrapper !== undefined) return [tag, code, path, 1];
  return path.length > 0 ? [tag, code, path] : [tag, code];
}

function encodeType(field: FieldFact, schemas: SchemaFacts): unknown {
  const withDefault = (type: unknown): unknown => (field.default === undefined ? type : { v: type, d: field.default });
  switch (field.type) {
    case "array":
      return withDefault({
        l: encodeType(field.items ?? fail("a list without items"), schemas),
        ...(field.listType === undefined ? {} : { t: field.listType }),
        ...(field.listMapKeys === undefined ? {} : { k: field.listMapKeys }),
      });
    case "object":
      return withDefault({
        p: encodeType(field.values ?? fail("a map without values"), schemas),
        ...(field.mapType === undefined ? {} : { t: field.mapType }),
      });
    case "ref": {
      const ref = field.ref ?? fail("a reference to nothing");
      const special = schemas[ref]?.special;
      if (special === "stringListWrapper") return { l: "s", w: ref };
      const code = special === undefined ? undefined : specials[special];
      if (code !== undefined) return { x: code };
      // A field may declare its struct atomic though the struct itself is not.
      return withDefault(field.mapType === undefined ? `@${ref}` : { r: `@${ref}`, t: field.mapType });
    }
    case "integer":
      return withDefault(field.format === "int32" ? "i" : "l");
    case "string":
      if (field.enum !== undefined) return withDefault({ e: field.enum });
      return withDefault(field.format === undefined ? "s" : { s: field.format });
    default:
      return withDefault(scalars[field.type] ?? fail(`type ${field.type}`));
  }
}

function fail(what: string): never {
  throw new Error(`facts hold what this script does not know: ${what}`);
}
