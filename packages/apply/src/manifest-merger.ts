import { checkArgument, oneOf, optional, optionsOf } from "@svc/base/check";
import { type ApiObject, copyJson, type JsonValue } from "@svc/meta";
import type { StructSchema } from "@svc/schema";
import { appliedFields, errorsText } from "./applied-fields.ts";
import { isList, isMap } from "./json-text.ts";
import { childShape, mergeObjects } from "./merge-values.ts";
import { createShapes, type Shape, type ShapeOptions, type StructShape } from "./shape.ts";
import type { JsonMap } from "./value.ts";

/** An overlay that does not fit the schema, or changes a value it must not. */
export class ManifestError extends TypeError {
  override readonly name = "ManifestError";
}

/** Which values overlays may hold. */
export interface ManifestMergerOptions {
  /** Atomic values. @default "accept" */
  readonly atomics?: "accept" | "refuse";
  /** Values that are null. @default "accept" */
  readonly nulls?: "accept" | "refuse";
}

/** The schema of the manifests of one merge. */
export interface ManifestType extends Partial<ShapeOptions> {
  readonly schema: StructSchema;
}

/** Merges manifests; lists and maps merge as their schema declares. */
export interface ManifestMerger {
  /**
   * Merges `overlay` into `base`. Nothing is removed, and field owners are ignored.
   *
   * @throws {ManifestError}
   */
  merge<T extends ApiObject>(base: T, overlay: Readonly<Record<string, JsonValue>>, type: ManifestType): T;
}

const manifestMergerOptions = optionsOf<ManifestMergerOptions>({
  atomics: optional(oneOf("accept", "refuse")),
  nulls: optional(oneOf("accept", "refuse")),
});

/** Creates a merger that caches the shapes of schemas. @throws {TypeError} for a wrong argument */
export function createManifestMerger(options: ManifestMergerOptions = {}): ManifestMerger {
  checkArgument("createManifestMerger: options", options, manifestMergerOptions);
  const shapes = { typed: createShapes({ semantics: "typed" }), structural: createShapes({ semantics: "structural" }) };
  return {
    merge: <T extends ApiObject>(
      base: T,
      overlay: Readonly<Record<string, JsonValue>>,
      { schema, semantics = "typed" }: ManifestType,
    ): T => {
      const shape = shapes[semantics].of(schema);
      check(shape, overlay, options);
      return copyJson(mergeObjects(shape, { live: base as unknown as JsonMap, intent: overlay })) as unknown as T;
    },
  };
}

function check(shape: StructShape, overlay: JsonMap, { atomics, nulls }: ManifestMergerOptions): void {
  const { errors } = appliedFields(shape, overlay);
  const all = nulls === "refuse" ? [...errors, ...nullsIn(shape, overlay, "")] : errors;
  if (all.length > 0) throw new ManifestError(`failed to convert patch object to typed object: ${errorsText(all)}`);
  if (atomics !== "refuse") return;
  const paths = atomicsIn(shape, overlay, "");
  if (paths.length > 0)
    throw new ManifestError(
      `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${paths.join(", ")}`,
    );
}

const expected: ReadonlyMap<string, string> = new Map(["list", "string", "boolean"].map((name) => [name, name]));

function nullsIn(shape: Shape, value: JsonValue, path: string): readonly string[] {
  if (value !== null) return partsOf(shape, value, path).flatMap((part) => nullsIn(...part));
  const inner = shape.kind === "atomic" ? shape.inner : shape;
  if (inner.kind === "any") return [];
  if (inner.kind !== "scalar") return [`${path}: expected ${expected.get(inner.kind) ?? "map"}, got &{NULL_VALUE}`];
  if (inner.of === "numeric") return [`${path}: expected numeric (int or float), got structpb.NullValue`];
  const got = inner.of === "string" ? "&value.valueUnstructured{Value:0}" : "&{NULL_VALUE}";
  return [`${path}: expected ${expected.get(inner.of) ?? "any scalar"}, got ${got}`];
}

function atomicsIn(shape: Shape, value: JsonValue, path: string): readonly string[] {
  if (shape.kind === "atomic") return [path];
  return partsOf(shape, value, path).flatMap((part) => atomicsIn(...part));
}

/** The members or items of a value, with their shapes and paths. */
function partsOf(shape: Shape, value: JsonValue, path: string): readonly (readonly [Shape, JsonValue, string])[] {
  const inner = shape.kind === "atomic" ? shape.inner : shape;
  if (isList(value))
    return inner.kind === "list" ? value.map((item, i) => [inner.items, item, `${path}[${i}]`] as const) : [];
  if (!isMap(value)) return [];
  return Object.entries(value).map(([name, item]) => [childShape(inner, name), item, `${path}.${name}`] as const);
}
