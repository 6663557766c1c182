import { aFunction, anObject, checkArgument, optionsOf, recordOf } from "@svc/base/check";
import { aDialect, type Dialect, type GroupVersion, type JsonValue } from "@svc/meta";
import type { Field, Presence, ProtoField, Schema, StructSchema, Union } from "../schema.ts";
import type { TypeDescription } from "../type-descriptions.ts";

/** Named schemas, decoded on first use. */
export interface Schemas {
  /**
   * @param key as in the facts: `core/v1.PodSpec`
   * @throws {TypeError} for an unknown key
   */
  struct(key: string): StructSchema;
  has(key: string): boolean;
}

/**
 * Encoded schemas by the part of their names before the dot, in the format of
 * scripts/encode-schemas.ts of `@svc/api`.
 */
export type SchemaTexts = Readonly<
  Record<
    string,
    { readonly text: string /** The prefix of their names in OpenAPI documents. */; readonly openapi: string }
  >
>;

/** Options of `createSchemas`. */
export interface SchemasOptions {
  readonly dialect: Dialect;
  readonly texts: SchemaTexts;
  readonly describe: (name: string) => TypeDescription | undefined;
  /** The group versions that have the kinds of every group, such as `DeleteOptions`. */
  readonly groupVersions: () => readonly GroupVersion[];
}

/** One encoded definition. */
interface EncodedStruct {
  readonly k?: readonly (readonly [group: string, version: string, kind: string])[];
  /** Registered in every group. */
  readonly e?: 1;
  readonly m?: "atomic" | "granular";
  readonly u?: readonly { readonly discriminator?: string; readonly "fields-to-discriminateBy": Union["fields"] }[];
  readonly f: readonly EncodedField[];
}

type EncodedField = readonly [
  name: string,
  type: EncodedType,
  presence: 0 | 1 | 2 | 3,
  proto: 0 | readonly [number: number, type: string, path?: readonly number[], wrapped?: 1],
  more?: {
    readonly r?: 1;
    readonly ps?: string;
    readonly pk?: string;
    readonly g?: string;
    readonly tn?: string;
  },
];

type EncodedType =
  | string
  | { readonly v: EncodedType; readonly d: JsonValue }
  | {
      readonly l: EncodedType;
      readonly t?: "atomic" | "set" | "map";
      readonly k?: readonly string[];
      readonly w?: string;
    }
  | { readonly p: EncodedType; readonly t?: "atomic" | "granular" }
  | { readonly e: readonly string[] }
  | { readonly s: string }
  | { readonly x: "sb" | "sl" | "ss" }
  | { readonly r: string; readonly t: "atomic" | "granular" };

const presences: readonly Presence[] = ["omitEmpty", "always", "explicit", "explicitAlways"];

const protoTypes: ReadonlyMap<string, ProtoField["type"]> = new Map(
  Object.entries<ProtoField["type"]>({
    s: "string",
    y: "bytes",
    b: "bool",
    i: "int32",
    l: "int64",
    d: "double",
    m: "message",
    p: "map",
  }),
);

const scalars: ReadonlyMap<string, Schema> = new Map(
  Object.entries<Schema>({
    s: { type: "string" },
    b: { type: "boolean" },
    n: { type: "number" },
    i: { type: "integer", format: "int32" },
    l: { type: "integer", format: "int64" },
    y: { type: "bytes" },
    a: { type: "any" },
    q: { type: "quantity" },
    is: { type: "intOrString" },
    t: { type: "time" },
    mt: { type: "microTime" },
    d: { type: "duration" },
    raw: { type: "rawExtension" },
    f1: { type: "fieldsV1" },
    j: { type: "json" },
  }),
);

const variants = { sb: "schemaOrBool", sl: "schemaOrList", ss: "schemaOrStrings" } as const;

/** The attributes of a struct's use, in addition to its own. */
interface StructUse {
  readonly mapType?: "atomic" | "granular";
  readonly default?: JsonValue;
}

const schemasOptions = optionsOf<SchemasOptions>({
  dialect: aDialect,
  texts: recordOf(anObject),
  describe: aFunction,
  groupVersions: aFunction,
});

/** Creates schemas that are decoded on first use. @throws {TypeError} for a wrong argument */
export function createSchemas(options: SchemasOptions): Schemas {
  checkArgument("createSchemas: options", options, schemasOptions);
  return new EncodedSchemas(options);
}

class EncodedSchemas implements Schemas {
  readonly #options: SchemasOptions;
  readonly #texts = new Map<string, Readonly<Record<string, EncodedStruct>>>();
  readonly #structs = new Map<string, StructSchema>();

  constructor(options: SchemasOptions) {
    this.#options = options;
  }

  struct(key: string): StructSchema {
    return this.#structOf(key, {});
  }

  has(key: string): boolean {
    const { prefix, name } = splitKey(key);
    return this.#options.texts[prefix] !== undefined && Object.hasOwn(this.#definitionsOf(prefix), name);
  }

  #definitionsOf(prefix: string): Readonly<Record<string, EncodedStruct>> {
    const known = this.#texts.get(prefix);
    if (known !== undefined) return known;
    const { dialect, texts } = this.#options;
    const encoded = texts[prefix];
    if (encoded === undefined) throw new TypeError(`unknown group of schemas: ${prefix}`);
    const parsed = JSON.parse(dialect.expand(encoded.text)) as Readonly<Record<string, EncodedStruct>>;
    this.#texts.set(prefix, parsed);
    return parsed;
  }

  #structOf(key: string, use: StructUse): StructSchema {
    const id = Object.keys(use).length === 0 ? key : `${key} ${JSON.stringify(use)}`;
    const known = this.#structs.get(id);
    if (known !== undefined) return known;
    const made = this.#lazyStruct(key, use);
    this.#structs.set(id, made);
    return made;
  }

  /** Fields are decoded on first access: most kinds are never used by most servers. */
  #lazyStruct(key: string, use: StructUse): StructSchema {
    const { dialect, texts, describe, groupVersions } = this.#options;
    const { prefix, name } = splitKey(key);
    const openapi = texts[prefix]?.openapi.replaceAll("{openapi}", dialect.openapiPrefix);
    const encoded = this.#definitionsOf(prefix)[name];
    if (encoded === undefined) throw new TypeError(`unknown schema: ${key}`);
    const described = describe(name);
    const decodeFields = (): readonly Field[] =>
      encoded.f.map((field) => fieldOf(field, this.#schemaOf(field[1]), described?.fields?.[field[0]]));
    let fields: readonly Field[] | undefined;
    let byName: ReadonlyMap<string, Field> | undefined;
    const mapType = use.mapType ?? encoded.m;
    const made: StructSchema = {
      type: "struct",
      name: key,
      ...(described === undefined ? {} : { description: described.description }),
      openapiName: `${openapi}.${name}`,
      get fields() {
        fields ??= decodeFields();
        return fields;
      },
      get byName() {
        byName ??= new Map(this.fields.map((f) => [f.name, f]));
        return byName;
      },
      ...(mapType === undefined ? {} : { mapType }),
      ...(use.default === undefined ? {} : { default: use.default }),
      ...(encoded.u === undefined ? {} : { unions: encoded.u.map(unionOf) }),
      ...(encoded.k === undefined
        ? {}
        : { kinds: encoded.k.map(([group, version, kind]) => ({ group, version, kind })) }),
      ...(use.mapType === undefined || use.default !== undefined ? {} : { canonical: () => this.struct(key) }),
    };
    if (encoded.e !== 1) return made;
    const kinds = {
      get: () => groupVersions().map((of) => ({ group: of.group, version: of.version, kind: name })),
      enumerable: true,
    };
    return Object.defineProperty(made, "kinds", kinds);
  }

  #schemaOf(type: EncodedType, byDefault?: JsonValue): Schema {
    const more = byDefault === undefined ? {} : { default: byDefault };
    if (typeof type === "string") {
      if (type.startsWith("@")) return this.#structOf(type.slice(1), more);
      const scalar = scalars.get(type);
      if (scalar === undefined) throw new TypeError(`no such type: ${type}`);
      return byDefault === undefined ? scalar : { ...scalar, default: byDefault };
    }
    if ("v" in type) return this.#schemaOf(type.v, type.d);
    if ("r" in type) return this.#structOf(type.r.slice(1), { mapType: type.t, ...more });
    if ("e" in type) return { type: "string", enum: type.e, ...more };
    if ("s" in type) return { type: "string", format: type.s, ...more };
    if ("x" in type) return { type: variants[type.x], of: this.struct("apiextensions/v1.JSONSchemaProps"), ...more };
    if ("p" in type)
      return {
        type: "map",
        values: this.#schemaOf(type.p),
        ...(type.t === undefined ? {} : { mapType: type.t }),
        ...more,
      };
    return {
      type: "list",
      items: this.#schemaOf(type.l),
      ...(type.t === undefined ? {} : { listType: type.t }),
      ...(type.k === undefined ? {} : { keys: type.k }),
      ...more,
    };
  }
}

function fieldOf(encoded: EncodedField, schema: Schema, description: string | undefined): Field {
  const [name, , presence, proto, { r, ps, pk, g, tn } = {}] = encoded;
  return {
    name,
    schema,
    presence: presences[presence] ?? "omitEmpty",
    ...(r === 1 ? { required: true } : {}),
    ...(proto === 0 ? {} : { proto: protoOf(proto) }),
    ...(ps === undefined
      ? {}
      : {
          patch: {
            strategies: ps.split(",") as ("merge" | "replace" | "retainKeys")[],
            ...(pk === undefined ? {} : { mergeKey: pk }),
          },
        }),
    ...(g === undefined ? {} : { featureGate: g }),
    ...(tn === undefined ? {} : { typeName: tn }),
    ...(description === undefined ? {} : { description }),
  };
}

function splitKey(key: string): { readonly prefix: string; readonly name: string } {
  const dot = key.lastIndexOf(".");
  return { prefix: key.slice(0, dot), name: key.slice(dot + 1) };
}

function unionOf({
  discriminator,
  "fields-to-discriminateBy": fields,
}: NonNullable<EncodedStruct["u"]>[number]): Union {
  return { ...(discriminator === undefined ? {} : { discriminator }), fields };
}

function protoOf([number, type, path, wrapped]: Exclude<EncodedField[3], 0>): ProtoField {
  return {
    number,
    type: protoTypes.get(type) ?? "string",
    ...(path === undefined || path.length === 0 ? {} : { path }),
    ...(wrapped === 1 ? { wrapped: true } : {}),
  };
}
