import {
  aBoolean,
  aFunction,
  anObject,
  anything,
  aString,
  checkArgument,
  type Expected,
  expected,
  listOf,
  oneOf,
  optional,
  optionsOf,
} from "@svc/base/check";
import type { JsonValue } from "@svc/meta";

/**
 * The shape of a value. One model serves built-in kinds, definitions from users, and types declared
 * in TypeScript; decoding, pruning, defaulting, ownership, patches, protobuf, expressions and
 * OpenAPI are generic over it.
 *
 * Schemas are immutable and compared by identity; they may be recursive.
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
  /** Whether null is a value. In types decoded by Go it never is: null is unset. */
  readonly nullable?: boolean;
  /** The value of an absent field. */
  readonly default?: JsonValue;
  readonly validations?: Validations;
  /** A type that does not exist, which a definition names by mistake: no value has it. */
  readonly unknownType?: string;
}

/** A string, optionally with a format or a closed set of values. */
export interface StringSchema extends Common {
  readonly type: "string";
  readonly format?: string;
  /** The allowed values, in published order. */
  readonly enum?: readonly string[];
}

/** A whole number; values beyond 2^53 are bigints. */
export interface IntegerSchema extends Common {
  readonly type: "integer";
  readonly format: "int32" | "int64";
  /**
   * The format in the definition, where it differs; the empty string for none. For publishing.
   * @default format
   */
  readonly declaredFormat?: string;
}

/** A floating-point number. */
export interface NumberSchema extends Common {
  readonly type: "number";
  /**
   * The format in the definition, where it differs; the empty string for none. For publishing.
   * @default double
   */
  readonly declaredFormat?: string;
}

/** True or false. */
export interface BooleanSchema extends Common {
  readonly type: "boolean";
}

/** Base64 text. */
export interface BytesSchema extends Common {
  readonly type: "bytes";
}

/** An ordered list with items of one schema. */
export interface ListSchema extends Common {
  readonly type: "list";
  readonly items: Schema;
  /** The merging of lists: as one value, by value, or by the items' key fields. @default atomic */
  readonly listType?: "atomic" | "set" | "map";
  /** The fields that identify an item of a list of type map. */
  readonly keys?: readonly string[];
}

/** Arbitrary keys with values of one schema. */
export interface MapSchema extends Common {
  readonly type: "map";
  readonly values: Schema;
  /** Whether keys are owned one by one. @default granular */
  readonly mapType?: "atomic" | "granular";
}

/** An object with declared fields. */
export interface StructSchema extends Common {
  /** The named struct, when this is a use of it with further attributes or narrower fields. */
  readonly canonical?: () => StructSchema;
  readonly type: "struct";
  /** The name in references: `core/v1.PodSpec`. Absent for anonymous structs. */
  readonly name?: string;
  /**
   * The name in OpenAPI documents: `io.k8s.api.core.v1.PodSpec`. Absent for a struct that is
   * published inline.
   */
  readonly openapiName?: string;
  /** In declared order, which is also the order of JSON output. */
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Whether fields are owned one by one. @default granular */
  readonly mapType?: "atomic" | "granular";
  readonly unions?: readonly Union[];
  /** Unknown fields are kept as they are instead of being pruned. */
  readonly preserveUnknown?: boolean;
  /**
   * An embedded API object: it has `apiVersion`, `kind` and `metadata` even where its fields don't
   * include them.
   */
  readonly embeddedObject?: boolean;
  /**
   * The names of required members, declared or not, in the order of errors and of publishing.
   *
   * @default that of the fields with `required`, then of `validations.required`
   */
  readonly requiredNames?: readonly string[];
  /** Paths of fields that field selectors may use; for publishing. */
  readonly selectable?: readonly string[];
  /** The kinds of the root objects with this schema; for publishing. */
  readonly kinds?: readonly { readonly group: string; readonly version: string; readonly kind: string }[];
}

/** Expects a struct as an argument. */
export const aStruct: Expected<StructSchema> = expected("a StructSchema, as createStruct() returns it", (value) => {
  const { type, fields } = (value ?? {}) as Partial<StructSchema>;
  return type === "struct" && Array.isArray(fields);
});

/** At most one of several fields is set, and the discriminator names it. */
export interface Union {
  readonly discriminator?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Scalars whose JSON form differs from their wire form, and values that embed JSON. */
export interface SpecialSchema extends Common {
  readonly type:
    | "quantity"
    | "intOrString"
    | "time"
    | "microTime"
    | "duration"
    /** A serialized object: a JSON object, bytes on the wire. */
    | "rawExtension"
    | "fieldsV1"
    /** Any JSON, bytes on the wire. */
    | "json"
    /**
     * `true`, `false` or a schema; a schema or a list of them; a schema or a list of strings:
     * within extension definitions.
     */
    | "schemaOrBool"
    | "schemaOrList"
    | "schemaOrStrings";
  /** The struct of the last three types. */
  readonly of?: StructSchema;
  /** The type that an `intOrString` of a definition declares besides; field owners go by it. */
  readonly declaredAs?: Schema;
}

/** Any JSON, kept unchanged. */
export interface AnySchema extends Common {
  readonly type: "any";
  /** Removes the members of objects: a definition allows any value but declares no fields. */
  readonly pruned?: boolean;
}

/**
 * The meaning of an empty field.
 * - `omitEmpty`: zero, empty and unset are the same, and are omitted.
 * - `always`: zero and unset are the same, and are written (null for lists, maps, bytes and times).
 * - `explicit`: unset differs from zero, which is written.
 * - `explicitAlways`: as `explicit`, and unset is written as null.
 */
export type Presence = "omitEmpty" | "always" | "explicit" | "explicitAlways";

/** A declared field of a struct. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly presence: Presence;
  /** An absent field is a validation error. */
  readonly required?: boolean;
  readonly proto?: ProtoField;
  readonly patch?: PatchMarkers;
  /** Set by the server only while the gate is on. */
  readonly featureGate?: string;
  /** The value's type name in decode errors, where it differs from the schema's. */
  readonly typeName?: string;
  readonly description?: string;
}

/** The protobuf encoding of a field. */
export interface ProtoField {
  readonly number: number;
  readonly type: "string" | "bytes" | "bool" | "int32" | "int64" | "double" | "message" | "map";
  /**
   * The numbers of the nested messages that hold the field, where JSON has it flattened; outermost
   * first.
   */
  readonly path?: readonly number[];
  /**
   * A list of strings encoded as a message with the strings at number 1, so that empty differs from
   * unset.
   */
  readonly wrapped?: boolean;
}

/** Markers of strategic merge patch. */
export interface PatchMarkers {
  readonly strategies: readonly ("merge" | "replace" | "retainKeys")[];
  readonly mergeKey?: string;
}

/** Constraints as in OpenAPI v3; constraints for other types don't apply. */
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
  /** Required members, in addition to fields with `required`. */
  readonly required?: readonly string[];
  readonly rules?: readonly ValidationRule[];
}

/**
 * Constraints on a value and its members, without types: the branches of `allOf`, `anyOf`, `oneOf`
 * and `not`.
 */
export interface ValueSchema extends Validations {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly additionalProperties?: ValueSchema;
  readonly items?: ValueSchema;
}

/** A rule in the expression language, with the variables `self` and `oldSelf`. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** The attributes of a struct other than its fields. */
export interface StructOptions extends Omit<StructSchema, "type" | "fields" | "byName"> {}

const structOptions = optionsOf<StructOptions>({
  canonical: optional(aFunction),
  name: optional(aString),
  openapiName: optional(aString),
  mapType: optional(oneOf("atomic", "granular")),
  unions: optional(listOf(anObject)),
  preserveUnknown: optional(aBoolean),
  embeddedObject: optional(aBoolean),
  requiredNames: optional(listOf(aString)),
  selectable: optional(listOf(aString)),
  kinds: optional(listOf(anObject)),
  description: optional(aString),
  title: optional(aString),
  nullable: optional(aBoolean),
  default: optional(anything),
  validations: optional(anObject),
  unknownType: optional(aString),
});

const expectedFields = listOf(anObject);

/** Creates a struct from its fields. @throws {TypeError} for fields with the same name */
export function createStruct(fields: readonly Field[], options: StructOptions = {}): StructSchema {
  checkArgument("createStruct: fields", fields, expectedFields);
  checkArgument("createStruct: options", options, structOptions);
  return uncheckedStruct(fields, options);
}

/** A struct from fields that this package made: `createStruct` without its checks. */
export function uncheckedStruct(fields: readonly Field[], options: StructOptions): StructSchema {
  const byName = new Map(fields.map((f) => [f.name, f]));
  if (byName.size !== fields.length)
    throw new TypeError(`a struct has two fields of one name: ${fields.map((f) => f.name).join(", ")}`);
  return { ...options, type: "struct", fields, byName };
}

/**
 * The handling of a null that is not a value of its field and has no default: `drop` removes it,
 * `keep` leaves it to the validation, which refuses it.
 */
export type NullHandling = "drop" | "keep";
