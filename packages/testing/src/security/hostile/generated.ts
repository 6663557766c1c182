import type { ResourceDefinition, Schema } from "@svc/schema";
import type { Random } from "../fuzz/random.ts";
import { deep, filled, type HostileBody } from "./body.ts";
import { collectionPath, objectWith, shuffled, type TargetField, targetFields } from "./fields.ts";

type Class = "many" | "same" | "wrong" | "shuffled" | "long" | "deep" | "unknown";

/** Values of a schema that are invalid or expensive. */
function classesOf({ type }: Schema): readonly Class[] {
  switch (type) {
    case "list":
      return ["many", "same", "wrong", "shuffled", "deep"];
    case "map":
    case "any":
    case "json":
    case "rawExtension":
    case "fieldsV1":
      return ["many", "same", "wrong", "shuffled", "deep"];
    case "struct":
      return ["unknown", "deep"];
    case "boolean":
    case "integer":
    case "number":
      return [];
    default:
      return ["long"];
  }
}

/**
 * Bodies that a seed determines: for every field of every published type one of each class that its
 * schema allows, sent by a create or an apply. New types and fields are among them without being
 * named here.
 */
export function generatedBodies(definitions: readonly ResourceDefinition[], random: Random): readonly HostileBody[] {
  return targetFields(definitions, random).flatMap((field) =>
    classesOf(field.schema).map((kind) => bodyOf(field, kind, random)),
  );
}

function bodyOf(field: TargetField, kind: Class, random: Random): HostileBody {
  const collection = collectionPath(field);
  const isApply = random.oneIn(3);
  const seed = random.integer(2 ** 31);
  const name = `${isApply ? "apply" : "create"} ${collection} ${field.path.join(".")}: ${kind}`;
  const body = (): Buffer => Buffer.from(dear(field, kind, seed));
  if (!isApply) return { name, path: collection, body };
  const type = "application/apply-patch+yaml";
  return { name, method: "PATCH", path: `${collection}/new?fieldManager=m&force=true`, type, body };
}

/** The JSON of an object in which a field has as much of a class as a body may hold. */
function dear(field: TargetField, kind: Class, seed: number): string {
  const { schema } = field;
  const mark = "\u0000";
  const [before = "", after = ""] = objectWith(field, mark).split(mark);
  if (kind === "long") return `${before}"${"k".repeat(3_000_000)}"${after}`;
  if (kind === "deep") return before + (schema.type === "list" ? deep(1_400_000, "[", "]") : deep(400_000)) + after;
  if (schema.type === "list") {
    const item = (i: number): string => sample(schema.items, i, { wrong: kind === "wrong", depth: 0 });
    return list(kind, { before: `${before}[`, after: `]${after}` }, { item, seed });
  }
  const values: Schema = schema.type === "map" ? schema.values : { type: "string" };
  const item = (i: number): string => `"${kind === "wrong" ? "!/" : "k"}${i}":${sample(values, i, { depth: 0 })}`;
  return list(kind, { before: `${before}{`, after: `}${after}` }, { item, seed });
}

interface Items {
  readonly item: (index: number) => string;
  readonly seed: number;
}

function list(kind: Class, around: { readonly before: string; readonly after: string }, { item, seed }: Items): string {
  if (kind === "same") return filled(() => item(1), around);
  // Numbers in an order of their own: 7,919 is prime, so that none comes twice.
  if (kind === "shuffled") return filled((i) => item(((i + seed) * 7_919) % 1_000_003), around);
  return filled(item, around);
}

interface SampleOptions {
  readonly depth: number;
  /** Of the type, but no value that validation takes. @default false */
  readonly wrong?: boolean;
}

/** The JSON of a small value of a schema. */
function sample(schema: Schema, index: number, options: SampleOptions): string {
  const { depth, wrong = false } = options;
  const below = { ...options, depth: depth + 1 };
  switch (schema.type) {
    case "string":
      return JSON.stringify(wrong ? `!/${index}` : (schema.enum?.[index % schema.enum.length] ?? `v${index}`));
    case "boolean":
      return "true";
    case "integer":
    case "number":
      return wrong ? "-1" : String((index % 60_000) + 1);
    case "list":
      return depth > 1 ? "[]" : `[${sample(schema.items, index, below)}]`;
    case "map":
      return depth > 1 ? "{}" : `{"k${index}":${sample(schema.values, index, below)}}`;
    case "struct":
      return structSample(schema.fields, index, below);
    case "bytes":
      return `"YQ=="`;
    case "quantity":
      return wrong ? `"-1"` : `"${index}"`;
    case "time":
      return `"2026-01-01T00:00:00Z"`;
    case "microTime":
      return `"2026-01-01T00:00:00.000000Z"`;
    case "duration":
      return `"1s"`;
    case "intOrString":
      return String(index % 60_000);
    case "schemaOrBool":
      return "true";
    default:
      return `{"a":${index}}`;
  }
}

/**
 * Of so many fields of a struct an item has values: with fewer values in an item there are more
 * items.
 */
const maxSampleFields = 3;

type Fields = Extract<Schema, { readonly type: "struct" }>["fields"];

function structSample(fields: Fields, index: number, options: SampleOptions): string {
  const isDeep = options.depth > 2;
  const plain = (type: string): boolean => !["struct", "list", "map"].includes(type);
  const chosen = [
    ...fields.filter(({ schema }) => plain(schema.type)),
    ...fields.filter(({ schema }) => !plain(schema.type)),
  ];
  const members = chosen
    .slice(0, isDeep ? 1 : maxSampleFields)
    .filter(({ schema }) => !isDeep || plain(schema.type))
    .map(({ name, schema }) => `"${name}":${sample(schema, index, options)}`);
  return `{${members.join(",")}}`;
}

/** Some of them, chosen by the seed. */
export function sampleOf<T>(list: readonly T[], count: number, random: Random): readonly T[] {
  return shuffled(list, random).slice(0, count);
}
