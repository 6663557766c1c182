import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@svc/schema";
import { membersOf } from "../backends/read-backend.ts";

/**
 * Adds the paths and definitions of another OpenAPI v2 document. Existing paths stay as they are; a
 * definition whose name is already used by a different one is renamed.
 */
export function mergeOpenApiV2(own: JsonObject, other: JsonObject): JsonObject {
  const definitions = new Map(Object.entries(membersOf(own["definitions"])));
  const added = new Map(Object.entries(membersOf(other["definitions"])));
  const renamed = new Map<string, string>();
  for (const [name, definition] of added) {
    if (!definitions.has(name) || isDeepStrictEqual(definitions.get(name), definition)) continue;
    renamed.set(name, freeName(name, [definitions, added]));
  }
  for (const [name, definition] of added)
    definitions.set(renamed.get(name) ?? name, withReferences(definition, renamed));
  const paths = new Map(Object.entries(membersOf(own["paths"])));
  for (const [path, item] of Object.entries(membersOf(other["paths"])))
    if (!paths.has(path)) paths.set(path, withReferences(item, renamed));
  return {
    ...own,
    definitions: Object.fromEntries(definitions),
    paths: Object.fromEntries(paths),
  } as JsonObject;
}

function freeName(name: string, taken: readonly ReadonlyMap<string, unknown>[]): string {
  for (let i = 2; ; i++) {
    const free = `${name}_v${i}`;
    if (!taken.some((of) => of.has(free))) return free;
  }
}

const prefix = "#/definitions/";

/** A copy in which references name the definitions as they are called now. */
function withReferences(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (renamed.size === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withReferences(item, renamed));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== "$ref" || typeof member !== "string" || !member.startsWith(prefix))
        return [key, withReferences(member, renamed)];
      const name = member.slice(prefix.length);
      return [key, prefix + (renamed.get(name) ?? name)];
    }),
  );
}
