import { isEmpty } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import type { PatternProblems } from "./pattern-problems.ts";
import { branches, type ExtensionNames, itemsOf, propertiesOf, type SchemaNode } from "./schema-node.ts";

export function pattern({ pattern: text = "" }: SchemaNode, at: FieldPath, problemOf: PatternProblems): void {
  const problem = text === "" ? undefined : problemOf(text);
  if (problem !== undefined)
    at.field("pattern").invalid(text, `must be a valid regular expression, but isn't: ${problem}`);
}

/** Schemas within others narrow values that are described elsewhere: they describe nothing. */
export function nestedRules(x: ExtensionNames, patterns: PatternProblems): (schema: SchemaNode, at: FieldPath) => void {
  const logic = (schema: SchemaNode, at: FieldPath, { anyOf, firstAnyOf }: Excepted = none): void => {
    for (const branch of branches)
      for (const [i, nested] of schema[branch]?.entries() ?? [])
        nestedNode(nested, at.field(branch).item(i), {
          types: branch === "anyOf" && anyOf,
          anyOf: branch === "allOf" && i === 0 && firstAnyOf,
        });
    if (schema.not !== undefined) nestedNode(schema.not, at.field("not"), { types: false, anyOf: false });
  };
  const nestedNode = (schema: SchemaNode, at: FieldPath, allowed: { types: boolean; anyOf: boolean }): void => {
    pattern(schema, at, patterns);
    logic(schema, at, { anyOf: allowed.anyOf, firstAnyOf: false });
    const items = itemsOf(schema);
    if (items !== undefined) nestedNode(items, at.field("items"), { types: false, anyOf: false });
    for (const [name, property] of propertiesOf(schema))
      nestedNode(property, at.field("properties").item(name), { types: false, anyOf: false });
    if (schema.properties?.["metadata"] !== undefined)
      at.field("properties").item("metadata").forbidden("must not be specified in a nested context");
    forbiddenWithin(schema, at, { x, types: allowed.types });
  };
  return (schema, at) => logic(schema, at, intOrString(schema));
}

interface Excepted {
  /** Whether the types in `anyOf` are those of an integer or text. */
  readonly anyOf: boolean;
  /** Whether those in the `anyOf` of the first of `allOf` are. */
  readonly firstAnyOf: boolean;
}

const none: Excepted = { anyOf: false, firstAnyOf: false };

/** The alternatives of an integer or text are known by their form, whatever the schema declares. */
function intOrString({ anyOf, allOf }: SchemaNode): Excepted {
  return { anyOf: isIntOrString(anyOf), firstAnyOf: isIntOrString(allOf?.[0]?.anyOf) };
}

function isIntOrString(alternatives: readonly SchemaNode[] | undefined): boolean {
  if (alternatives?.length !== 2) return false;
  const [integer, text] = alternatives;
  return isTypeAlone(integer, "integer") && isTypeAlone(text, "string");
}

/** Keywords that are no part of a structural schema. */
const ignored: ReadonlySet<string> = new Set(["definitions", "example", "externalDocs", "patternProperties"]);
/** Keywords that say nothing as empty lists. */
const nothingIfEmpty: ReadonlySet<string> = new Set(["allOf", "anyOf", "enum", "oneOf"]);

function isTypeAlone(schema: SchemaNode | undefined, type: string): boolean {
  if (schema?.type !== type) return false;
  return Object.entries(schema).every(
    ([name, value]) =>
      name === "type" ||
      ignored.has(name) ||
      [undefined, null, false, ""].includes(value) ||
      (nothingIfEmpty.has(name) && isEmpty(value)),
  );
}

function forbiddenWithin(
  schema: SchemaNode,
  at: FieldPath,
  { x, types }: { readonly x: ExtensionNames; readonly types: boolean },
): void {
  const forbid = (name: string, value: unknown, what: string): void => {
    if (value !== undefined && value !== false && !isEmpty(value))
      at.field(name).forbidden(`must be ${what} to be structural`);
  };
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
    at.field("additionalProperties").forbidden("must be undefined to be structural");
  if (!types) forbid("type", schema.type, "empty");
  forbid("title", schema.title, "empty");
  forbid("description", schema.description, "empty");
  if (schema.default !== undefined && schema.default !== null)
    at.field("default").forbidden("must be undefined to be structural");
  forbid("nullable", schema.nullable, "false");
  for (const name of ["preserve-unknown-fields", "embedded-resource", "int-or-string"] as const)
    forbid(`${x.prefix}${name}`, x.get(schema, name), "false");
  for (const name of ["list-map-keys", "validations"] as const)
    forbid(`${x.prefix}${name}`, x.get(schema, name), "empty");
  for (const name of ["list-type", "map-type"] as const) forbid(`${x.prefix}${name}`, x.get(schema, name), "undefined");
}
