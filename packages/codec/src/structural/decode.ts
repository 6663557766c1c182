import { type ApiObject, fieldErrorText, invalid, type JsonValue } from "@svc/meta";
import { displayGoValue, type StructSchema } from "@svc/schema";
import { DecodeError } from "../decoding/decode-error.ts";
import { createStrictErrors, type StrictErrors } from "../decoding/strict-errors.ts";
import type { Exact } from "../json/exact.ts";
import { setMember, toJson } from "../json/to-json.ts";
import { decodeExact } from "../typed/exact-decode.ts";
import type { Normalizers } from "../typed/normalize.ts";
import { mismatch, type NormalizeContext } from "../typed/scalars.ts";
import { pruneRoot } from "./prune.ts";

type Members = Record<string, unknown>;

/** Decodes objects of extension types. Metadata is decoded like that of compiled-in types. */
interface StructuralDecoder {
  /**
   * Converts the value in place; `mismatch` when there is an error to report or a field to remove.
   */
  fast(struct: StructSchema, value: unknown, context: NormalizeContext): ApiObject | typeof mismatch;
  /** @throws {DecodeError} of stage `object`, for invalid metadata */
  exact(struct: StructSchema, value: Exact, options: ExactOptions): ApiObject;
}

interface ExactOptions {
  readonly strict: StrictErrors;
  /**
   * What is kept of embedded objects: only the names and fields of metadata that can be read, or
   * all, so that others are errors.
   * @default all
   */
  readonly keeps?: "all" | "fitting";
}

export function createStructuralDecoder(normalizers: Normalizers): StructuralDecoder {
  return {
    fast(struct, value, context) {
      const object = value as Members;
      const normalizeMeta = normalizers(metadataOf(struct));
      const normalized = object["metadata"] == null ? {} : normalizeMeta(object["metadata"], context);
      if (normalized === mismatch) return mismatch;
      // The pass counts metadata as a member, which an object without any does not have.
      if (object["metadata"] === undefined) context.members--;
      object["metadata"] = normalized;
      const embedded = (inner: Members): unknown => {
        if (!isText(inner["apiVersion"]) || !isText(inner["kind"])) return mismatch;
        if (inner["metadata"] === undefined) return inner;
        const meta = normalizeMeta(inner["metadata"] ?? {}, { members: 0 });
        if (meta === mismatch) return mismatch;
        inner["metadata"] = meta;
        return inner;
      };
      if (pruneRoot(struct, object, { context, embedded }) === mismatch) return mismatch;
      return object as ApiObject;
    },

    exact(struct, value, { strict, keeps = "all" }) {
      const meta = metadataOf(struct);
      const normalizeMeta = normalizers(meta);
      const readMeta = (metadata: unknown, path: string, into: StrictErrors): unknown => {
        const sorted = sortMembers((metadata ?? {}) as JsonValue) as Exact;
        const decoded = decodeExact(meta, sorted, { strict: into, prefix: path, typeName: "v1.ObjectMeta" });
        return normalizeMeta(decoded, { members: 0 });
      };
      const object = toJson(value, {
        onDuplicate: (path) => strict.duplicateField(textOf(path)),
      }) as Members;
      object["metadata"] = readMeta(object["metadata"], "metadata", strict);
      const unknown: string[] = [];
      const later = createStrictErrors();
      const embedded = (inner: Members, path: () => string): Members => {
        for (const name of ["apiVersion", "kind"]) {
          if (isText(inner[name])) continue;
          if (keeps === "all") throw wrongEmbedded(`${path()}.${name}`, inner[name], "must be a string");
          delete inner[name];
        }
        if (inner["metadata"] === undefined) return inner;
        const at = `${path()}.metadata`;
        try {
          if (keeps === "fitting")
            inner["metadata"] = fittingFields(inner["metadata"], (part) => readMeta(part, at, later));
          inner["metadata"] = readMeta(inner["metadata"], at, later);
        } catch (error) {
          throw error instanceof DecodeError ? wrongEmbedded(at, inner["metadata"], error.message) : error;
        }
        return inner;
      };
      pruneRoot(struct, object, { context: { members: 0 }, unknown, embedded });
      for (const path of unknown.sort()) strict.unknownField(path);
      for (const message of later.list) strict.add(message);
      return object as ApiObject;
    },
  };
}

/** @throws {TypeError} when the definition does not declare metadata */
export function metadataOf(struct: StructSchema): StructSchema {
  const schema = struct.byName.get("metadata")?.schema;
  if (schema?.type !== "struct") throw new TypeError(`${struct.name ?? "a struct"} has no field metadata of a struct`);
  return schema;
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

/** The fields that can be read, each by itself; a value that has no fields is left as it is. */
function fittingFields(value: unknown, read: (part: Members) => unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, field]) => {
      try {
        read({ [name]: field });
        return true;
      } catch (error) {
        if (error instanceof DecodeError) return false;
        throw error;
      }
    }),
  );
}

function wrongEmbedded(path: string, value: unknown, why: string): DecodeError {
  const problem = invalid(path, displayGoValue(value), why);
  return new DecodeError("object", fieldErrorText(problem), { problem });
}

function textOf(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
}

/** A copy with members sorted by name, the order in which the original sees them. */
function sortMembers(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sortMembers);
  const members = value as { readonly [name: string]: JsonValue };
  const sorted: Record<string, JsonValue> = {};
  for (const name of Object.keys(members).sort()) setMember(sorted, name, sortMembers(members[name] as JsonValue));
  return sorted;
}
