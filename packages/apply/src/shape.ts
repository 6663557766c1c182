import type { JsonValue } from "@svc/meta";
import type { Field, ListSchema, Schema, StructSchema } from "@svc/schema";
import { type FieldKey, fieldKey } from "./field-key.ts";
import { jsonText, stringText } from "./json-text.ts";

/**
 * A schema reduced to what ownership needs, for fast walks: which values are atomic, and which keys
 * identify the items of lists. Built from a schema lazily, part by part.
 */
export type Shape = ScalarShape | AtomicShape | ListShape | MapShape | StructShape | AnyShape;

export interface ScalarShape {
  readonly kind: "scalar";
  readonly of: "string" | "numeric" | "boolean" | "any";
}

/** A value owned as one, whatever its members. */
export interface AtomicShape {
  readonly kind: "atomic";
  /** The shape of its members, for validation. */
  readonly inner: Shape;
}

/**
 * Items are identified by key fields (`keys`), else by value; lists without either (`plain`) occur
 * only within atomic values.
 */
export interface ListShape {
  readonly kind: "list";
  readonly plain: boolean;
  readonly keys: readonly KeyField[] | undefined;
  readonly items: Shape;
  /** Lists with one key field: a cache of item keys by the field's text. */
  readonly knownKeys: Map<string, FieldKey>;
}

export interface KeyField {
  readonly name: string;
  /** `"name":` as it is written in a key. */
  readonly label: string;
  /** The key text of an item without the field. */
  readonly defaultText: string | undefined;
}

export interface MapShape {
  readonly kind: "map";
  readonly values: Shape;
}

export interface StructShape {
  readonly kind: "struct";
  field(name: string): FieldShape | undefined;
  /** Fields that have a value even when it is not written. */
  always(): readonly FieldShape[];
  /** The shape of fields that the struct does not declare; undefined where none are allowed. */
  readonly rest: Shape | undefined;
}

/** A value of any type: maps are granular, lists are not. */
export interface AnyShape {
  readonly kind: "any";
}

export interface FieldShape {
  readonly name: string;
  readonly key: FieldKey;
  readonly shape: Shape;
  /** The meaning of a value or of its absence; undefined is unset. */
  readonly read: (value: JsonValue | undefined) => JsonValue | undefined;
}

export const anyShape: AnyShape = { kind: "any" };

const scalars = {
  string: { kind: "scalar", of: "string" },
  numeric: { kind: "scalar", of: "numeric" },
  boolean: { kind: "scalar", of: "boolean" },
  any: { kind: "scalar", of: "any" },
} as const satisfies Record<string, ScalarShape>;

const opaque: AtomicShape = { kind: "atomic", inner: anyShape };

export interface ShapeOptions {
  /**
   * As `ResourceVersion.semantics`: `typed` treats null as unset and zero as empty, `structural`
   * takes values literally.
   */
  readonly semantics: "typed" | "structural";
}

/** Shapes by the identity of schemas, so that kinds share the shapes of common types. */
interface Shapes {
  /** The shape of a kind's objects. */
  of(root: StructSchema): StructShape;
}

export function createShapes({ semantics }: ShapeOptions): Shapes {
  const typed = semantics === "typed";
  const shapesBy = { open: new WeakMap<Schema, Shape>(), closed: new WeakMap<Schema, Shape>() };
  const roots = new WeakMap<StructSchema, StructShape>();
  const makingAt = (metadata: Field | undefined, open: boolean): Making => ({
    typed,
    metadata,
    open,
    child: (inner, isOpen) => shapeOf(inner, metadata, isOpen),
  });
  const shapeOf = (schema: Schema, metadata: Field | undefined, open: boolean): Shape => {
    const shapes = open ? shapesBy.open : shapesBy.closed;
    const cached = shapes.get(schema);
    if (cached !== undefined) return cached;
    const { shape, complete } = shapeOfSchema(schema, makingAt(metadata, open));
    // Registered before its parts are built, since schemas may be recursive.
    shapes.set(schema, shape);
    complete?.();
    return shape;
  };
  return {
    of: (root) => {
      let shape = roots.get(root);
      if (shape === undefined) {
        shape = structShape(root, makingAt(root.byName.get("metadata"), false), true);
        roots.set(root, shape);
      }
      return shape;
    },
  };
}

interface Making {
  readonly typed: boolean;
  /** The schema of the kind's metadata, which embedded objects share. */
  readonly metadata: Field | undefined;
  /** Whether a value around this one keeps unknown fields: those of this one may be owned then. */
  readonly open: boolean;
  readonly child: (schema: Schema, open: boolean) => Shape;
}

function shapeOfSchema(schema: Schema, making: Making): { readonly shape: Shape; readonly complete?: () => void } {
  const atomic = (inner: Shape): AtomicShape => ({ kind: "atomic", inner });
  switch (schema.type) {
    case "struct": {
      const struct = structShape(schema, making, schema.embeddedObject === true);
      return { shape: schema.mapType === "atomic" ? atomic(struct) : struct };
    }
    case "map": {
      const map = { kind: "map" as const, values: anyShape as Shape };
      const complete = (): void => void (map.values = making.child(schema.values, making.open));
      return { shape: schema.mapType === "atomic" ? atomic(map) : map, complete };
    }
    case "list": {
      const { listType = "atomic" } = schema;
      const keys = listType === "map" ? keyFields(schema) : undefined;
      const list = {
        kind: "list" as const,
        plain: listType === "atomic",
        keys,
        items: anyShape as Shape,
        knownKeys: new Map(),
      };
      const complete = (): void => void (list.items = making.child(schema.items, making.open));
      return { shape: list.plain ? atomic(list) : list, complete };
    }
    case "intOrString":
      return schema.declaredAs === undefined ? { shape: anyShape } : shapeOfSchema(schema.declaredAs, making);
    default:
      return { shape: scalarOrOpaque(schema) };
  }
}

/** Fields are built on first use: most declared fields of a kind never occur. */
function structShape(schema: StructSchema, making: Making, isObject: boolean): StructShape {
  const open = making.open || schema.preserveUnknown === true;
  const declared = schema.embeddedObject === true ? withObjectFields(schema, making.metadata) : schema.fields;
  let fields: ReadonlyMap<string, FieldShape> | undefined;
  let always: readonly FieldShape[] | undefined;
  const all = (): ReadonlyMap<string, FieldShape> => {
    fields ??= new Map(
      declared.map((field) => {
        const isMetadata = isObject && field.name === "metadata";
        return [field.name, fieldShape(field, { ...making, open: open && !isMetadata })];
      }),
    );
    return fields;
  };
  return {
    kind: "struct",
    field: (name) => all().get(name),
    always: () => {
      always ??= making.typed ? declared.filter(isAlways).flatMap(({ name }) => all().get(name) ?? []) : [];
      return always;
    },
    rest: open || declared.length === 0 ? anyShape : undefined,
  };
}

function fieldShape(field: Field, { typed, open, child }: Making): FieldShape {
  const { name, schema } = field;
  return { name, key: fieldKey(name), shape: child(schema, open), read: typed ? reader(field) : asItIs };
}

function asItIs(value: JsonValue | undefined): JsonValue | undefined {
  return value;
}

function withObjectFields(schema: StructSchema, metadata: Field | undefined): readonly Field[] {
  const implied = metadata === undefined ? objectFields : [...objectFields, metadata];
  return [...schema.fields, ...implied.filter(({ name }) => !schema.byName.has(name))];
}

const objectFields: readonly Field[] = ["apiVersion", "kind"].map((name) => ({
  name,
  schema: { type: "string" },
  presence: "omitEmpty",
}));

function isAlways({ presence }: Field): boolean {
  return presence === "always" || presence === "explicitAlways";
}

function scalarOrOpaque(schema: Schema): Shape {
  switch (schema.type) {
    case "string":
      // The original knows text of no other format.
      return schema.format === undefined || schema.format === "byte" ? scalars.string : scalars.any;
    case "bytes":
    case "duration":
      return scalars.string;
    case "integer":
    case "number":
      return scalars.numeric;
    case "boolean":
      return scalars.boolean;
    case "quantity":
    case "time":
    case "microTime":
      return scalars.any;
    case "any":
      return anyShape;
    default:
      return opaque;
  }
}

/** Sorted by name, as in a key. */
function keyFields({ items, keys = [] }: ListSchema): readonly KeyField[] {
  return [...keys].sort().map((name) => {
    const field = items.type === "struct" ? items.byName.get(name) : undefined;
    const zero = field?.presence === "always" ? zeroOf(field.schema) : undefined;
    const value = field?.schema.default ?? zero;
    return { name, label: `${stringText(name)}:`, defaultText: value === undefined ? undefined : jsonText(value) };
  });
}

/**
 * Reads a field of a compiled-in type: an absent field may have a value, an empty one may be unset.
 */
function reader({ presence, schema }: Field): FieldShape["read"] {
  const unset = presence === "always" ? zeroOf(schema) : presence === "explicitAlways" ? null : undefined;
  if (presence !== "omitEmpty") return (value) => value ?? unset;
  const isMap = schema.type === "map";
  return (value) => (value === undefined || value === null || isEmptyValue(value, isMap) ? undefined : value);
}

function isEmptyValue(value: JsonValue, isMap: boolean): boolean {
  if (typeof value !== "object" || value === null) return value === "" || value === 0 || value === false;
  return Array.isArray(value) ? value.length === 0 : isMap && Object.keys(value).length === 0;
}

const noFields: JsonValue = Object.freeze({});

/** Go's zero value of a schema. */
function zeroOf(schema: Schema): JsonValue {
  switch (schema.type) {
    case "string":
      return "";
    case "integer":
    case "number":
    case "intOrString":
      return 0;
    case "boolean":
      return false;
    case "quantity":
      return "0";
    case "duration":
      return "0s";
    case "struct":
      return noFields;
    default:
      return null;
  }
}
