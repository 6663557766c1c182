import { type Codec, DecodeError, type ObjectType } from "@svc/codec";
import {
  type ApiObject,
  formatApiVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  type JsonValue,
} from "@svc/meta";
import { createStruct, type FeatureGates, type Field, type ResourceVersion, type StructSchema } from "@svc/schema";
import type { AdmissionRequest } from "../admission.ts";

/** A version in which the objects of a request are shown to a webhook or a policy. */
export interface ObjectForm {
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly type: ObjectType;
  /** The version of a resource; absent for other kinds, which have no other versions. */
  readonly version?: ResourceVersion;
}

/** Dependencies of the conversion of objects to the form of webhooks and policies, and back. */
export interface FormDeps {
  readonly codec: Codec;
  readonly gates: FeatureGates;
}

/** The form of the client's request. Undefined for a request without a type. */
export function requestForm({ kind, resource, type }: AdmissionRequest): ObjectForm | undefined {
  if (type === undefined) return undefined;
  return type.body === undefined
    ? { kind, resource, type: type.version, version: type.version }
    : { kind, resource, type: type.body };
}

/** The form of another version of the resource of a request. */
export function formIn(request: AdmissionRequest, version: ResourceVersion): ObjectForm | undefined {
  const { type, kind } = request;
  if (type === undefined) return undefined;
  const { definition, body } = type;
  const { group, version: name } = version;
  const resource = { group, version: name, resource: definition.resource };
  if (body !== undefined) return { kind, resource, type: body };
  return { kind: { group, version: name, kind: version.kind ?? definition.kind }, resource, type: version, version };
}

/** An object of a request as JSON text. */
export function formText(codec: Codec, object: ApiObject, form: ObjectForm): Buffer {
  return codec.encodeJson(shown(object, form), shownType(object, form), rootOf(form));
}

/** An object of a request as a value. */
export function formValue(codec: Codec, object: ApiObject, form: ObjectForm): JsonValue {
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
  const { object: decoded, strictErrors } = codec.decodeValue(value, form.type);
  if (strict && strictErrors.length > 0)
    throw new DecodeError("object", `strict decoding error: ${strictErrors.join(", ")}`);
  form.version?.applyDefaults?.(decoded, gates);
  const stored = form.version?.conversion?.toStorage(decoded) ?? decoded;
  const { kind, apiVersion } = object;
  for (const key of Object.keys(object)) delete (object as Record<string, unknown>)[key];
  Object.assign(object, stored, { kind, apiVersion });
}

/** An object as a value of a form. */
export interface FormValue {
  readonly value: JsonValue;
  readonly form: ObjectForm;
  /** Whether unknown fields are refused; else they are dropped. @default false */
  readonly strict?: boolean;
}

function shown(object: ApiObject, { version }: ObjectForm): ApiObject {
  return version?.conversion?.fromStorage(object) ?? object;
}

/**
 * A new object of an extension type has no creation time, where those of built-in types have null.
 */
function shownType(object: ApiObject, { type, version }: ObjectForm): ObjectType {
  if (version?.semantics !== "structural") return type;
  const { creationTimestamp, resourceVersion } = object.metadata;
  const isNew = creationTimestamp === undefined && resourceVersion === undefined;
  return isNew ? { ...type, schema: withoutEmptyTime(type.schema) } : type;
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
