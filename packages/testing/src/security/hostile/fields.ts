import type { ResourceDefinition, ResourceVersion, Schema, StructSchema } from "@svc/schema";
import type { Random } from "../fuzz/random.ts";

/** A field of a type that clients can create, with one way to it from the object. */
export interface TargetField {
  readonly definition: ResourceDefinition;
  readonly version: ResourceVersion;
  /** From the object down. Items of lists are `[]`, values of maps `{}`. */
  readonly path: readonly string[];
  readonly schema: Schema;
}

interface Found {
  readonly path: readonly string[];
  readonly struct: StructSchema;
}

/**
 * Every field of every struct that the definitions have, once, within one of the types that hold
 * it.
 */
export function targetFields(definitions: readonly ResourceDefinition[], random: Random): readonly TargetField[] {
  const seen = new Set<StructSchema>();
  const found: TargetField[] = [];
  for (const definition of shuffled(definitions, random))
    for (const version of definition.versions)
      if (version.enabledByDefault && version.verbs.includes("create")) collect(definition, version, seen, found);
  return found;
}

function collect(
  definition: ResourceDefinition,
  version: ResourceVersion,
  seen: Set<StructSchema>,
  found: TargetField[],
): void {
  const queue: Found[] = [{ path: [], struct: version.schema }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (seen.has(next.struct)) continue;
    seen.add(next.struct);
    for (const { name, schema } of next.struct.fields) {
      const path = [...next.path, name];
      found.push({ definition, version, path, schema });
      const inner = structWithin(schema, path);
      if (inner !== undefined) queue.push(inner);
    }
  }
}

function structWithin(schema: Schema, path: readonly string[]): Found | undefined {
  if (schema.type === "struct") return { path, struct: schema };
  if (schema.type === "list") return structWithin(schema.items, [...path, "[]"]);
  if (schema.type === "map") return structWithin(schema.values, [...path, "{}"]);
  if ("of" in schema && schema.of !== undefined) return { path, struct: schema.of };
  return undefined;
}

/** A new list in another order. */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const other = random.integer(i + 1);
    [result[i], result[other]] = [result[other] as T, result[i] as T];
  }
  return result;
}

/** The JSON of an object that has one field with the given JSON. */
export function objectWith({ definition, version, path }: TargetField, value: string): string {
  const apiVersion = version.group === "" ? version.version : `${version.group}/${version.version}`;
  const type = `"apiVersion":"${apiVersion}","kind":"${version.kind ?? definition.kind}"`;
  const [first = "", ...rest] = path;
  if (first === "metadata" && rest.length > 0) {
    const [name = "", ...below] = rest;
    return `{${type},"metadata":{"name":"new",${member(name, below, value)}}}`;
  }
  const own = ["apiVersion", "kind", "metadata"].includes(first);
  return `{${own ? "" : `${type},"metadata":{"name":"new"},`}${member(first, rest, value)}}`;
}

function member(name: string, below: readonly string[], value: string): string {
  return `${JSON.stringify(name)}:${within(below, value)}`;
}

function within([first, ...rest]: readonly string[], value: string): string {
  if (first === undefined) return value;
  if (first === "[]") return `[${within(rest, value)}]`;
  return first === "{}" ? `{"key":${within(rest, value)}}` : `{${member(first, rest, value)}}`;
}

/** The path of the collection in which objects of the type are created. */
export function collectionPath({ definition, version }: TargetField): string {
  const root = version.group === "" ? "/api" : `/apis/${version.group}`;
  const scope = definition.namespaced ? "/namespaces/default" : "";
  return `${root}/${version.version}${scope}/${definition.resource}`;
}
