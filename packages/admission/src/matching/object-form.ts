import { type Codec, DecodeError, type ObjectType } from "@svc/codec";
import {
  type ApiObject,
  copyJson,
  formatApiVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  type JsonValue,
} from "@svc/meta";
import {
  convertObject,
  createStruct,
  type FeatureGates,
  type Field,
  type ResourceVersion,
  type StructSchema,
} from "@svc/schema";
import type { AdmissionRequest } from "../admission.ts";
import { forgetWritten, textWithWritten, withWritten } from "./written-form.ts";

/** A version in which the objects of a request are shown to a webhook or a policy. */
export interface ObjectForm {
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly type: ObjectType;
  /** The version of a resource; absent for other kinds, which have no other versions. */
  readonly version?: ResourceVersion;
  /** The version of the objects of the request; absent for the one in which they are stored. */
  readonly from?: ResourceVersion;
  /** True for the objects of a creation. */
  readonly isNew: boolean;
  /** True for extension types and their scales: webhooks may write what the schema lacks. */
  readonly isUnstructured: boolean;
}

/** Dependencies of the conversion of objects to the form of webhooks and policies, and back. */
export interface FormDeps {
  readonly codec: Codec;
  readonly gates: FeatureGates;
}

/** The form of the client's request. Undefined for a request without a type. */
export function requestForm({ kind, resource, type, operation }: AdmissionRequest): ObjectForm | undefined {
  if (type === undefined) return undefined;
  const common = {
    kind,
    resource,
    ...fromOf(type),
    isNew: operation === "CREATE",
    isUnstructured: isUnstructured(type.version),
  };
  return type.body === undefined
    ? { ...common, type: type.version, version: type.version }
    : { ...common, type: type.body };
}

/** The form of another version of the resource of a request. */
export function formIn(request: AdmissionRequest, version: ResourceVersion): ObjectForm | undefined {
  const { type, kind } = request;
  if (type === undefined) return undefined;
  const { definition, body } = type;
  const { group, version: name } = version;
  const resource = { group, version: name, resource: definition.resource };
  const isNew = request.operation === "CREATE";
  const common = { resource, ...fromOf(type), isNew, isUnstructured: isUnstructured(version) };
  if (body !== undefined) return { ...common, kind, type: body };
  const ownKind = { group, version: name, kind: version.kind ?? definition.kind };
  return { ...common, kind: ownKind, type: version, version };
}

/** Objects that a webhook converts are still in the version of the request. */
function fromOf({ version }: NonNullable<AdmissionRequest["type"]>): Pick<ObjectForm, "from"> {
  return version.conversion?.fromStorageAll === undefined ? {} : { from: version };
}

function isUnstructured({ semantics }: ResourceVersion): boolean {
  return semantics === "structural";
}

/** An object of a request as JSON text. */
export function formText(codec: Codec, object: ApiObject, form: ObjectForm): Buffer {
  const written = textWithWritten(object, formatApiVersion(form.kind), () => ownValue(codec, object, form));
  return written ?? codec.encodeJson(shown(object, form), shownType(object, form), rootOf(form));
}

/** An object of a request as a value. */
export function formValue(codec: Codec, object: ApiObject, form: ObjectForm): JsonValue {
  const own = ownValue(codec, object, form);
  const written = withWritten(object, formatApiVersion(form.kind), () => own);
  // The caller may change the value.
  return written === undefined ? own : copyJson(written);
}

/** The object as a value without what its schema lacks. */
export function ownValue(codec: Codec, object: ApiObject, form: ObjectForm): JsonValue {
  return codec.valueOf(shown(object, form), shownType(object, form), rootOf(form));
}

/**
 * Replaces the content of an object of a request with a value of the form, in place.
 *
 * @throws {DecodeError} where the value is not an object of the form
 */
export function setFromForm(
  { codec, gates }: FormDeps,
  object: ApiObject,
  { value, form, strict = false }: FormValue,
): void {
  forgetWritten(object);
  const { object: decoded, strictErrors } = codec.decodeValue(value, form.type);
  if (strict && strictErrors.length > 0)
    throw new DecodeError("object", `strict decoding error: ${strictErrors.join(", ")}`);
  // Nulls are left for validation, which refuses them where the schema does not allow them.
  form.version?.applyDefaults?.(decoded, gates, "keep");
  const own = form.version === undefined ? decoded : convertObject(decoded, { from: form.version, to: form.from });
  const { kind, apiVersion } = object;
  for (const key of Object.keys(object)) delete (object as Record<string, unknown>)[key];
  Object.assign(object, own, { kind, apiVersion });
}

/** An object as a value of a form. */
export interface FormValue {
  readonly value: JsonValue;
  readonly form: ObjectForm;
  /** Whether unknown fields are refused; else they are dropped. @default false */
  readonly strict?: boolean;
}

function shown(object: ApiObject, { version, from }: ObjectForm): ApiObject {
  return version === undefined ? object : convertObject(object, { from, to: version });
}

/**
 * A new object of an extension type has no creation time, where those of built-in types have null.
 */
function shownType({ metadata }: ApiObject, { type, version, isNew }: ObjectForm): ObjectType {
  if (version?.semantics !== "structural" || !isNew || metadata.creationTimestamp !== undefined) return type;
  return { ...type, schema: withoutEmptyTime(type.schema) };
}

const undated = new WeakMap<StructSchema, StructSchema>();

/** The same schema, by which an absent creation time is not written. */
function withoutEmptyTime(schema: StructSchema): StructSchema {
  let found = undated.get(schema);
  if (found === undefined) {
    found = withField(schema, "metadata", (metadata) =>
      metadata.schema.type !== "struct"
        ? metadata
        : {
            ...metadata,
            schema: withField(metadata.schema, "creationTimestamp", (time) => ({ ...time, presence: "explicit" })),
          },
    );
    undated.set(schema, found);
  }
  return found;
}

function withField(schema: StructSchema, name: string, change: (field: Field) => Field): StructSchema {
  return createStruct(
    schema.fields.map((field) => (field.name === name ? change(field) : field)),
    schema,
  );
}

function rootOf({ kind }: ObjectForm): { readonly kind: string; readonly apiVersion: string } {
  return { kind: kind.kind, apiVersion: formatApiVersion(kind) };
}
