import { type ApiObject, fieldErrorText, invalid, type JsonValue } from "@svc/meta";
import type { StructSchema } from "@svc/schema";
import { DecodeError } from "../decode-error.ts";
import type { Exact } from "../json/exact.ts";
import { keepValue, setMember } from "../json/keep.ts";
import { createStrictErrors, type StrictErrors } from "../strict-errors.ts";
import { absorb } from "../typed/absorb.ts";
import { refused, type Tally } from "../typed/scalars.ts";
import type { Settlers } from "../typed/settle.ts";
import { pruneRoot } from "./prune.ts";

type Members = Record<string, unknown>;

/** Decodes objects of extension types. Metadata is decoded as that of compiled-in types is. */
interface StructuralDecoder {
  /** Takes the value over; `refused` when something is to be told, or left out. */
  fast(struct: StructSchema, value: unknown, tally: Tally): ApiObject | typeof refused;
  /** @throws {DecodeError} of stage `object`, for metadata that cannot be read */
  exact(struct: StructSchema, value: Exact, strict: StrictErrors): ApiObject;
}

export function createStructuralDecoder(settlers: Settlers): StructuralDecoder {
  return {
    fast(struct, value, tally) {
      const object = value as Members;
      const settleMeta = settlers(metadataOf(struct));
      const settled = object["metadata"] == null ? {} : settleMeta(object["metadata"], tally);
      if (settled === refused) return refused;
      object["metadata"] = settled;
      const embedded = (inner: Members): unknown => {
        if (!isText(inner["apiVersion"]) || !isText(inner["kind"])) return refused;
        if (inner["metadata"] == null) return inner;
        const meta = settleMeta(inner["metadata"], { members: 0 });
        if (meta === refused) return refused;
        inner["metadata"] = meta;
        return inner;
      };
      // The pass counts the member that metadata is, even where it was not given.
      if (pruneRoot(struct, object, { tally, embedded }) === refused) return refused;
      return object as ApiObject;
    },

    exact(struct, value, strict) {
      const meta = metadataOf(struct);
      const settleMeta = settlers(meta);
      const readMeta = (metadata: unknown, path: string, into: StrictErrors): unknown => {
        const sorted = sortMembers((metadata ?? {}) as JsonValue) as Exact;
        const absorbed = absorb(meta, sorted, { strict: into, prefix: path, typeName: "v1.ObjectMeta" });
        return settleMeta(absorbed, { members: 0 });
      };
      const object = keepValue(value, {
        onDuplicate: (path) => strict.duplicateField(textOf(path)),
      }) as Members;
      object["metadata"] = readMeta(object["metadata"], "metadata", strict);
      const unknown: string[] = [];
      const later = createStrictErrors();
      const embedded = (inner: Members, path: () => string): Members => {
        for (const name of ["apiVersion", "kind"]) {
          if (!isText(inner[name])) throw wrongEmbedded(`${path()}.${name}`, inner[name], "must be a string");
        }
        if (inner["metadata"] == null) return inner;
        const at = `${path()}.metadata`;
        try {
          inner["metadata"] = readMeta(inner["metadata"], at, later);
        } catch (error) {
          throw error instanceof DecodeError ? wrongEmbedded(at, inner["metadata"], error.message) : error;
        }
        return inner;
      };
      pruneRoot(struct, object, { tally: { members: 0 }, unknown, embedded });
      for (const path of unknown.sort()) strict.unknownField(path);
      for (const message of later.list) strict.add(message);
      return object as ApiObject;
    },
  };
}

/** @throws {TypeError} when the definition does not say what metadata is */
export function metadataOf(struct: StructSchema): StructSchema {
  const schema = struct.byName.get("metadata")?.schema;
  if (schema?.type !== "struct") throw new TypeError(`${struct.name ?? "a struct"} has no field metadata of a struct`);
  return schema;
}

function isText(value: unknown): boolean {
  return value == null || typeof value === "string";
}

function wrongEmbedded(path: string, value: unknown, why: string): DecodeError {
  return new DecodeError("object", fieldErrorText(invalid(path, value, why)));
}

function textOf(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
}

/** A copy whose members are in order of their names, as the original comes by them. */
function sortMembers(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sortMembers);
  const members = value as { readonly [name: string]: JsonValue };
  const sorted: Record<string, JsonValue> = {};
  for (const name of Object.keys(members).sort()) setMember(sorted, name, sortMembers(members[name] as JsonValue));
  return sorted;
}
