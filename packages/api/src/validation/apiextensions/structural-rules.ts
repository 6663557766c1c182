import { isEmpty } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { completeness } from "./completeness.ts";
import { nestedRules, pattern } from "./nested-rules.ts";
import type { PatternProblems } from "./pattern-problems.ts";
import { type ExtensionNames, itemsOf, propertiesOf, type SchemaNode, valuesOf } from "./schema-node.ts";

type Level = "root" | "field" | "item";

const missingType: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

/** Reports each part of a schema that does not declare a type: the root, every field and item. */
export function structuralRules(
  x: ExtensionNames,
  patterns: PatternProblems,
): (schema: SchemaNode, at: FieldPath) => void {
  const within = nestedRules(x, patterns);
  const node = (schema: SchemaNode, level: Level, at: FieldPath): void => {
    const items = itemsOf(schema);
    if (items !== undefined) node(items, "item", at.field("items"));
    const propertiesAt = at.field("properties");
    for (const [name, property] of propertiesOf(schema)) node(property, "field", propertiesAt.item(name));
    const values = valuesOf(schema);
    if (schema.additionalProperties !== undefined && level === "root")
      at.field("additionalProperties").forbidden("must not be used at the root");
    if (values !== undefined) node(values, "field", at.field("additionalProperties"));
    if (schema.type === "array" && schema.items === undefined) at.field("items").required("must be specified");
    pattern(schema, at, patterns);
    within(schema, at);
    typeOf(schema, level, at);
    metadataOf(schema, level, at);
  };
  const typeOf = (schema: SchemaNode, level: Level, at: FieldPath): void => {
    const { type = "" } = schema;
    const embedded = x.get(schema, "embedded-resource") === true;
    const free = x.get(schema, "int-or-string") === true || x.get(schema, "preserve-unknown-fields") === true;
    const typeAt = at.field("type");
    if (embedded && type !== "object") {
      const message = `must be object if ${x.prefix}embedded-resource is true`;
      if (type === "") typeAt.required(message);
      else typeAt.invalid(type, message);
    } else if (type === "" && !free) typeAt.required(missingType[level]);
    if (embedded && x.get(schema, "int-or-string") === true)
      at.field(`${x.prefix}embedded-resource`).invalid(true, `must be false if ${x.prefix}int-or-string is true`);
    if (embedded && schema.additionalProperties !== undefined)
      at.field("additionalProperties").forbidden(`must not be used if ${x.prefix}embedded-resource is set`);
    if (embedded && isEmpty(schema.properties) && x.get(schema, "preserve-unknown-fields") !== true)
      at.field("properties").required(
        `must not be empty if ${x.prefix}embedded-resource is true without ${x.prefix}preserve-unknown-fields`,
      );
    if (level === "root" && type !== "" && type !== "object") typeAt.invalid(type, "must be object at the root");
  };
  const metadataOf = (schema: SchemaNode, level: Level, at: FieldPath): void => {
    if (level !== "root" && x.get(schema, "embedded-resource") !== true) return;
    for (const [name, type] of objectFields) {
      const field = schema.properties?.[name];
      const fieldAt = at.field("properties").item(name);
      if (field === undefined) continue;
      if (field.type !== type) fieldAt.field("type").invalid(field.type ?? "", `must be ${type}`);
      if (name === "metadata" && level === "root" && field.type === type && !onlyNarrowsNames(field))
        fieldAt.forbidden(
          "must not specify anything other than name and generateName, but metadata is implicitly specified",
        );
    }
  };
  return (schema, at) => {
    node(schema, "root", at);
    completeness(schema, at);
  };
}

const objectFields: readonly (readonly [name: string, type: string])[] = [
  ["apiVersion", "string"],
  ["kind", "string"],
  ["metadata", "object"],
];

/** The keywords that the schema of metadata may have. */
const ownOfMetadata: ReadonlySet<string> = new Set(["type", "properties", "default"]);

function onlyNarrowsNames(metadata: SchemaNode): boolean {
  return (
    Object.entries(metadata).every(([key, value]) => ownOfMetadata.has(key) || isEmpty(value)) &&
    Object.keys(metadata.properties ?? {}).every((name) => name === "name" || name === "generateName")
  );
}
