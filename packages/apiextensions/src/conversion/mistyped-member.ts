/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** A struct of the original, as its messages name it. */
interface Struct {
  readonly name: string;
  readonly fields: Readonly<Record<string, Field>>;
}

interface Field {
  readonly json: "string" | "number" | "object" | "array";
  readonly type: string;
  /** The struct of an object, or of the items of a list. */
  readonly struct?: Struct;
  /** The bound of the absolute value of an integer. */
  readonly below?: number;
}

const text: Field = { json: "string", type: "string" };
const int32: Field = { json: "number", type: "int32", below: 2 ** 31 };
const int64: Field = { json: "number", type: "int64", below: 2 ** 63 };
const uid: Field = { json: "string", type: "types.UID" };
const objects: Field = { json: "array", type: "[]runtime.RawExtension" };

function structField(type: string, fields: Struct["fields"]): Field {
  return { json: "object", type: `v1.${type}`, struct: { name: type, fields } };
}

const cause = structField("StatusCause", { reason: { ...text, type: "v1.CauseType" }, message: text, field: text });
const details = structField("StatusDetails", {
  name: text,
  group: text,
  kind: text,
  uid,
  causes: { ...cause, json: "array", type: `[]${cause.type}` },
  retryAfterSeconds: int32,
});
const listMeta = structField("ListMeta", {
  selfLink: text,
  resourceVersion: text,
  continue: text,
  remainingItemCount: int64,
});
const status = structField("Status", {
  kind: text,
  apiVersion: text,
  metadata: listMeta,
  status: text,
  message: text,
  reason: { ...text, type: "v1.StatusReason" },
  details,
  code: int32,
});

/** Source: `ConversionReview` of `apiextensions` v1, without its type. */
const conversionReview: Struct = {
  name: "ConversionReview",
  fields: {
    request: structField("ConversionRequest", { uid, desiredAPIVersion: text, objects }),
    response: structField("ConversionResponse", { uid, convertedObjects: objects, result: status }),
  },
};

/** Why the first member of a wrong type in a review cannot be decoded, in the original's words. */
export function mistypedMember(review: Members): string | undefined {
  return problemIn(conversionReview, review, "");
}

function problemIn({ name: struct, fields }: Struct, members: Members, path: string): string | undefined {
  for (const [name, value] of Object.entries(members)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || value === null) continue;
    const place = `${struct}${path}.${name}`;
    const problem = valueProblem(field, value, place) ?? innerProblem(field, value, { place, path: `${path}.${name}` });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function valueProblem(
  { json, type, below }: Pick<Field, "json" | "type" | "below">,
  value: unknown,
  place: string,
): string | undefined {
  const is = jsonTypeName(value);
  const isNumber = is === "number" && json === "number";
  const fits = isNumber ? Number.isInteger(value) && Math.abs(value as number) < (below ?? 0) : is === json;
  const shown = isNumber ? `number ${String(value)}` : is;
  return fits ? undefined : `json: cannot unmarshal ${shown} into Go struct field ${place} of type ${type}`;
}

function innerProblem(
  { struct, json, type }: Field,
  value: unknown,
  { place, path }: { readonly place: string; readonly path: string },
): string | undefined {
  if (struct === undefined) return undefined;
  if (json === "object") return problemIn(struct, value as Members, path);
  const item: Pick<Field, "json" | "type"> = { json: "object", type: type.slice("[]".length) };
  for (const each of value as readonly unknown[]) {
    if (each === null) continue;
    const problem = valueProblem(item, each, place) ?? problemIn(struct, each as Members, path);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The name of a JSON type in messages of kube-apiserver. */
export function jsonTypeName(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
}

/** The members of a value; undefined for one that is no object. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
}
