import type { JsonValue } from "@svc/meta";
import { jsonEqual } from "../structural/json-equal.ts";
import { type JsonSchema, membersOf, textsOf } from "../structural/json-schema.ts";

interface Alternatives {
  readonly keyword: "anyOf" | "oneOf";
  /** Alternatives in structural form. */
  readonly branches: readonly JsonSchema[];
  readonly extensionPrefix: string;
}

/** One schema that allows all alternatives, narrowed by the constraints of each. */
export function alternativesForm(own: JsonSchema, alternatives: Alternatives): JsonSchema {
  const { keyword, branches: all, extensionPrefix } = alternatives;
  const forms = all.filter((form) => !isNull(form));
  const nullable = forms.length < all.length || forms.some((f) => f["nullable"] === true) ? { nullable: true } : {};
  const [first, ...others] = forms;
  if (first === undefined) return { ...own, ...nullable };
  if (others.length === 0) return { ...first, ...own, ...nullable };
  const literals = enumOf(forms);
  if (literals !== undefined) return { type: "string", enum: literals, ...own, ...nullable };
  const narrowed = nullable.nullable ? {} : { [keyword]: forms.map(constraintsOf) };
  return { ...commonShape(forms, extensionPrefix), ...narrowed, ...own, ...nullable };
}

function isNull(form: JsonSchema): boolean {
  const { enum: values } = form;
  return form["type"] === "null" || (Array.isArray(values) && values.length === 1 && values[0] === null);
}

/** Alternatives of constant strings become one enum. */
function enumOf(forms: readonly JsonSchema[]): readonly JsonValue[] | undefined {
  const values = forms.map((f) => (f["type"] === "string" && Array.isArray(f["enum"]) ? f["enum"] : undefined));
  return values.every((v) => v !== undefined) ? [...new Set(values.flat())] : undefined;
}

function commonShape(forms: readonly JsonSchema[], extensionPrefix: string): JsonSchema {
  const types = new Set(forms.map((f) => f["type"]));
  const [type] = types;
  if (types.size === 1 && type === "object") return commonObject(forms, extensionPrefix);
  if (types.size === 1 && type === "array") return { type: "array", items: free(extensionPrefix) };
  if (types.size === 1 && type !== undefined) return { type };
  if (types.size === 2 && types.has("integer") && types.has("number")) return { type: "number" };
  if (types.size === 2 && types.has("integer") && types.has("string"))
    return { [`${extensionPrefix}int-or-string`]: true };
  return free(extensionPrefix);
}

function free(extensionPrefix: string): JsonSchema {
  return { nullable: true, [`${extensionPrefix}preserve-unknown-fields`]: true };
}

/** The fields of all alternatives; fields that every alternative requires are required. */
function commonObject(forms: readonly JsonSchema[], extensionPrefix: string): JsonSchema {
  const preserves = `${extensionPrefix}preserve-unknown-fields`;
  const properties = new Map<string, JsonValue>();
  for (const form of forms) {
    for (const [name, value] of Object.entries(membersOf(form["properties"] ?? {}, "properties"))) {
      const known = properties.get(name);
      properties.set(
        name,
        known === undefined ? value : either(membersOf(known, name), membersOf(value, name), extensionPrefix),
      );
    }
  }
  const required = forms
    .map((f) => textsOf(f["required"] ?? [], "required"))
    .reduce((common, names) => common.filter((n) => names.includes(n)));
  const isOpen = forms.some((f) => f[preserves] === true || f["additionalProperties"] !== undefined);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    ...(isOpen ? { [preserves]: true } : {}),
  };
}

/** A field of two alternatives: enums are joined, any other difference allows any value. */
function either(a: JsonSchema, b: JsonSchema, extensionPrefix: string): JsonSchema {
  if (jsonEqual(a, b)) return a;
  const literals = enumOf([a, b]);
  return literals === undefined ? free(extensionPrefix) : { type: "string", enum: literals };
}

/** The constraints of a schema without its type and usage: what an alternative may contain. */
function constraintsOf(form: JsonSchema): JsonSchema {
  const constraints = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(form)) {
    if (name === "properties") {
      const fields = Object.entries(membersOf(value, name)).map(
        ([n, v]) => [n, constraintsOf(membersOf(v, n))] as const,
      );
      const narrowed = fields.filter(([, v]) => Object.keys(v).length > 0);
      if (narrowed.length > 0) constraints.set(name, Object.fromEntries(narrowed));
    } else if (name === "items" || name === "additionalProperties") {
      const inner = typeof value === "boolean" ? {} : constraintsOf(membersOf(value, name));
      if (Object.keys(inner).length > 0) constraints.set(name, inner);
    } else if (!uses.has(name) && !name.startsWith("x-")) constraints.set(name, value);
  }
  return form["nullable"] === true ? {} : Object.fromEntries(constraints);
}

const uses: ReadonlySet<string> = new Set([
  "description",
  "title",
  "default",
  "example",
  "nullable",
  "id",
  "deprecated",
]);
