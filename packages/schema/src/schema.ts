import type { JsonValue } from "@svc/meta";

/**
 * The shape of a value. One model serves built-in kinds, definitions that users post, and types
 * declared in TypeScript; decoding, pruning, defaulting, ownership, patches, protobuf, expressions
 * and publishing are all generic over it.
 *
 * Schemas are immutable once made and compared by identity; they may refer to themselves.
 */
export type Schema =
  | StringSchema
  | IntegerSchema
  | NumberSchema
  | BooleanSchema
  | BytesSchema
  | ListSchema
  | MapSchema
  | StructSchema
  | SpecialSchema
  | AnySchema;

interface Common {
  readonly description?: string;
  /** A short name of the value; for publishing. */
  readonly title?: string;
  /**
   * Whether null is a value of its own. Types that Go decoded never have it: there null is unset.
   */
  readonly nullable?: boolean;
  /** Taken where the value is absent. */
  readonly default?: JsonValue;
  readonly validations?: Validations;
}

export interface StringSchema extends Common {
  readonly type: "string";
  readonly format?: string;
  /** A closed set, in the order in which it is published. */
  readonly enum?: readonly string[];
}

export interface IntegerSchema extends Common {
  readonly type: "integer";
  readonly format: "int32" | "int64";
  /**
   * The format as the definition has it, which may be none: the empty text. For publishing.
   * @default format
   */
  readonly declaredFormat?: string;
}

export interface NumberSchema extends Common {
  readonly type: "number";
  /**
   * The format as the definition has it, which may be none: the empty text. For publishing.
   * @default double
   */
  readonly declaredFormat?: string;
}

export interface BooleanSchema extends Common {
  readonly type: "boolean";
}

/** Base64 text. */
export interface BytesSchema extends Common {
  readonly type: "bytes";
}

export interface ListSchema extends Common {
  readonly type: "list";
  readonly items: Schema;
  /** How lists merge: as one value, by value, or by the items' key fields. @default atomic */
  readonly listType?: "atomic" | "set" | "map";
  /** The fields that identify an item of a list of type map. */
  readonly keys?: readonly string[];
}

/** Free keys, values of one schema. */
export interface MapSchema extends Common {
  readonly type: "map";
  readonly values: Schema;
  /** Whether keys are owned one by one. @default granular */
  readonly mapType?: "atomic" | "granular";
}

export interface StructSchema extends Common {
  /** The struct that the name stands for, where this is a use of it that says more. */
  readonly canonical?: () => StructSchema;
  readonly type: "struct";
  /** How the definition is known to others: `core/v1.PodSpec`. Absent for anonymous ones. */
  readonly name?: string;
  /**
   * How OpenAPI documents name it: `io.k8s.api.core.v1.PodSpec`. Absent where it is published
   * inline.
   */
  readonly openapiName?: string;
  /** In declaration order, which is the order in which JSON is written. */
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Whether fields are owned one by one. @default granular */
  readonly mapType?: "atomic" | "granular";
  readonly unions?: readonly Union[];
  /** Unknown fields are kept as they are instead of being pruned. */
  readonly preserveUnknown?: boolean;
  /**
   * An object of the API within an object: it has `apiVersion`, `kind` and `metadata` whatever its
   * fields say.
   */
  readonly embeddedObject?: boolean;
  /** Paths of fields that field selectors may name; for publishing. */
  readonly selectable?: readonly string[];
  /** The kinds that it is the object of; for publishing. */
  readonly kinds?: readonly { readonly group: string; readonly version: string; readonly kind: string }[];
}

/** Of several fields at most one is meant, and the discriminator says which. */
export interface Union {
  readonly discriminator?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Scalars whose JSON form is not their wire form, and values that hold JSON of their own. */
export interface SpecialSchema extends Common {
  readonly type:
    | "quantity"
    | "intOrString"
    | "time"
    | "microTime"
    | "duration"
    /** A serialized object: a JSON object, its bytes on the wire. */
    | "rawExtension"
    | "fieldsV1"
    /** Any JSON, its bytes on the wire. */
    | "json"
    /**
     * `true`, `false` or a schema; a schema or a list of them; a schema or a list of text: within
     * extension definitions.
     */
    | "schemaOrBool"
    | "schemaOrList"
    | "schemaOrStrings";
  /** The struct that the three last ones hold. */
  readonly of?: StructSchema;
}

/** Any JSON, kept as it is. */
export interface AnySchema extends Common {
  readonly type: "any";
  /**
   * Objects within lose their members: a definition lets any value in but says of nothing that it
   * may have fields.
   */
  readonly pruned?: boolean;
}

/**
 * What an empty field means.
 * - `omitEmpty`: zero, empty and unset are the same, and are not written.
 * - `always`: zero and unset are the same, and are written (null for lists, maps, bytes and times).
 * - `explicit`: unset differs from zero, which is written.
 * - `explicitAlways`: as `explicit`, and unset is written as null.
 */
export type Presence = "omitEmpty" | "always" | "explicit" | "explicitAlways";

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly presence: Presence;
  /** Absent is an error of validation. */
  readonly required?: boolean;
  readonly proto?: ProtoField;
  readonly patch?: PatchMarkers;
  /** Set by this server only while the gate is on. */
  readonly featureGate?: string;
  /** How decoding errors name the type of the value, where it does not follow from the schema. */
  readonly typeName?: string;
  readonly description?: string;
}

export interface ProtoField {
  readonly number: number;
  readonly type: "string" | "bytes" | "bool" | "int32" | "int64" | "double" | "message" | "map";
  /**
   * The numbers of the nested messages that the field lies in, where JSON has it flattened;
   * outermost first.
   */
  readonly path?: readonly number[];
  /**
   * A list of text that is one message with the texts at number 1, so that empty differs from
   * unset.
   */
  readonly wrapped?: boolean;
}

/** Markers of strategic merge patch. */
export interface PatchMarkers {
  readonly strategies: readonly ("merge" | "replace" | "retainKeys")[];
  readonly mergeKey?: string;
}

/** Constraints in the words of OpenAPI v3; those that a type does not know do not apply. */
export interface Validations {
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly maximum?: number;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly JsonValue[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly ValueSchema[];
  readonly anyOf?: readonly ValueSchema[];
  readonly oneOf?: readonly ValueSchema[];
  readonly not?: ValueSchema;
  /** Members that must be there, besides the fields that say so themselves. */
  readonly required?: readonly string[];
  readonly rules?: readonly ValidationRule[];
}

/**
 * Constraints on a value and on what is within it, without types of their own: the branches of
 * `allOf` and its like.
 */
export interface ValueSchema extends Validations {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly additionalProperties?: ValueSchema;
  readonly items?: ValueSchema;
}

/** A rule in the expression language, over `self` and `oldSelf`. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

export interface StructOptions extends Omit<StructSchema, "type" | "fields" | "byName"> {}

/** A struct from its fields. @throws {TypeError} when two have one name */
export function createStruct(fields: readonly Field[], options: StructOptions = {}): StructSchema {
  const byName = new Map(fields.map((f) => [f.name, f]));
  if (byName.size !== fields.length)
    throw new TypeError(`a struct has two fields of one name: ${fields.map((f) => f.name).join(", ")}`);
  return { ...options, type: "struct", fields, byName };
}
