import type { Dialect, JsonValue } from "@svc/meta";
import type { JsonObject } from "../json-object.ts";
import { jsonEqual } from "../structural/json-equal.ts";

/** Keywords of schemas of definitions; other keywords of a declaration only inform its readers. */
const keywords: ReadonlySet<string> = new Set([
  ...["title", "description", "example", "externalDocs", "type", "format", "nullable", "default", "enum"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern"],
  ...["items", "minItems", "maxItems", "properties", "required", "additionalProperties", "minProperties"],
  ...["maxProperties", "allOf", "anyOf", "oneOf", "not"],
]);

/** Extensions of schemas, without the dialect's prefix. */
const extensions: ReadonlySet<string> = new Set([
  ...["embedded-resource", "int-or-string", "list-map-keys", "list-type", "map-type"],
  ...["preserve-unknown-fields", "validations"],
]);

/** What a definition says outside of alternatives only. */
const outsideOfBranches: ReadonlySet<string> = new Set(["type", "nullable", "description"]);

/** The one form in which a definition may list the alternatives of an integer or string. */
const intOrStringForm: JsonValue = [{ type: "integer" }, { type: "string" }];

/**
 * The part of a structural schema that a definition can have. What it cannot have is left out, so
 * that it is never stricter than the declaration.
 */
export function customResourceSchema(schema: JsonObject, { extensionPrefix }: Dialect): JsonObject {
  return new Conversion(extensionPrefix).schema(schema, false);
}

class Conversion {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  schema(source: JsonObject, inBranch: boolean): JsonObject {
    return Object.fromEntries(
      Object.entries(source)
        .filter(([name]) => this.#isKnown(name) && !(inBranch && outsideOfBranches.has(name)))
        .flatMap(([name, value]) => this.#member(source, name, { value, inBranch })),
    );
  }

  #isKnown(name: string): boolean {
    return keywords.has(name) || (name.startsWith(this.#prefix) && extensions.has(name.slice(this.#prefix.length)));
  }

  #member(
    source: JsonObject,
    name: string,
    { value, inBranch }: { readonly value: JsonValue; readonly inBranch: boolean },
  ): readonly (readonly [string, JsonValue])[] {
    switch (name) {
      case "properties": {
        const fields = Object.entries(value as JsonObject);
        return [[name, Object.fromEntries(fields.map(([field, inner]) => [field, this.#inner(inner, inBranch)]))]];
      }
      case "items":
      case "additionalProperties":
        return [[name, this.#inner(value, inBranch)]];
      case "not":
        // Less in a negation refuses more.
        return jsonEqual(this.#inner(value, true), value) ? [[name, value]] : [];
      case "allOf":
      case "anyOf":
      case "oneOf":
        return this.#alternatives(source, name, value as readonly JsonValue[]);
      default:
        return [[name, value]];
    }
  }

  #inner(value: JsonValue, inBranch: boolean): JsonValue {
    return typeof value === "object" && value !== null ? this.schema(value as JsonObject, inBranch) : value;
  }

  #alternatives(
    source: JsonObject,
    name: string,
    alternatives: readonly JsonValue[],
  ): readonly (readonly [string, JsonValue])[] {
    if (source[`${this.#prefix}int-or-string`] === true)
      return name === "anyOf" && jsonEqual(alternatives, intOrStringForm) ? [[name, alternatives]] : [];
    const branches = alternatives.map((branch) => this.#inner(branch, true));
    // An alternative without conditions says nothing.
    if (branches.some((branch) => Object.keys(branch as JsonObject).length === 0)) return [];
    if (name !== "oneOf" || jsonEqual(branches, alternatives)) return [[name, branches]];
    // Alternatives that differ in their types alone are equal now, and several of them may hold.
    return source["anyOf"] === undefined ? [["anyOf", branches]] : [];
  }
}
