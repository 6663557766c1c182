import type { Steps } from "@svc/base";
import { createCodec, DecodeError, sortedJson } from "@svc/codec";
import { copyJson, type Dialect, type FieldError, type JsonValue } from "@svc/meta";
import {
  createValidator,
  displayGoValue,
  type Expressions,
  embeddedErrors,
  fromOpenApi,
  type JsonObject,
  type MetadataCheck,
  objectMetaSchema,
  type StructSchema,
} from "@svc/schema";
import { type FieldPath, passes } from "../common/field-path.ts";
import { RecentTexts } from "../common/recent-texts.ts";
import { type ExtensionNames, itemsOf, propertiesOf, type SchemaNode, valuesOf } from "./schema-node.ts";

/** The member that holds a schema whose default is checked. */
const member = "spec";

/** What the rules of defaults are made of, besides the dialect. */
export interface DefaultRuleOptions {
  readonly x: ExtensionNames;
  /** @default rules of schemas are not evaluated */
  readonly expressions: Expressions | undefined;
  /** @default metadata of embedded objects is not checked */
  readonly checkMetadata: MetadataCheck | undefined;
}

/** Reports defaults that are not valid values of their own schemas, or that break rules in them. */
export function defaultRules(
  dialect: Dialect,
  { x, expressions, checkMetadata = () => [] }: DefaultRuleOptions,
): (schema: SchemaNode, at: FieldPath) => Steps<void> {
  const metadata = objectMetaSchema(dialect);
  const sound = new RecentTexts();
  function* node(schema: SchemaNode, at: FieldPath, isRoot: boolean): Steps<void> {
    if (schema.default !== undefined && schema.default !== null) {
      judge(schema, at.field("default"), isRoot);
      yield;
    }
    const items = itemsOf(schema);
    if (items !== undefined) yield* node(items, at.field("items"), false);
    const propertiesAt = at.field("properties");
    for (const [name, property] of propertiesOf(schema)) yield* node(property, propertiesAt.item(name), false);
    // The original does not look at defaults within the values of maps.
  }
  const judge = (schema: SchemaNode, at: FieldPath, isRoot: boolean): void => {
    const { description: _, ...judged } = schema;
    const text = isRoot ? "" : sortedJson(judged);
    if (sound.has(text)) return;
    if (passes(at, () => value(schema, at, isRoot)) && !isRoot) sound.add(text);
  };
  const value = (schema: SchemaNode, at: FieldPath, isRoot: boolean): void => {
    const { default: byDefault, ...declared } = schema;
    const judged: SchemaNode = isRoot ? { ...declared, [`${x.prefix}embedded-resource`]: true } : declared;
    const rest = ofAnyType(judged, x);
    const around = { type: "object", properties: { [member]: rest } } as unknown as JsonValue;
    const struct = fromOpenApi(around, { dialect, metadata });
    const undecodable = embeddedProblem(struct, byDefault as JsonValue);
    if (undecodable !== undefined) {
      at.add({ ...undecodable, field: joined(at.path, belowMember(undecodable)) });
      return;
    }
    if (hasUnknown(judged, byDefault, x)) at.invalid(displayGoValue(byDefault), "must not have unknown fields");
    const whole = { [member]: byDefault };
    const ofObjects = embeddedErrors(struct, whole, checkMetadata);
    for (const error of ofObjects) at.add({ ...error, field: joined(at.path, belowMember(error)) });
    if (ofObjects.length > 0) return;
    const validator = createValidator(struct);
    // The uniqueness of items is checked within objects only.
    const lists = validator.validateLists(whole).filter(({ type }) => type !== "Duplicate");
    const wrong = [...validator.validateMember(member, byDefault), ...lists];
    for (const error of wrong) at.add({ ...error, field: placeOf(error, at.path) });
    if (wrong.length > 0 || expressions === undefined) return;
    const value = byDefault as JsonValue;
    const failures = expressions.failures(schema as unknown as JsonObject, value, { prefix: x.prefix, isRoot });
    for (const { field, ...failure } of failures) at.add({ ...failure, field: joined(at.path, field) });
  };
  return function* (schema, at) {
    // Defaults of the fields with the identity of an object are forbidden anyway.
    const { metadata: _m, apiVersion: _a, kind: _k, ...others } = schema.properties ?? {};
    yield* node({ ...schema, properties: others }, at, true);
  };
}

/** Reports defaults of the fields with the identity of an object. */
export function identityDefaults({ properties = {} }: SchemaNode, at: FieldPath): void {
  for (const name of ["metadata", "apiVersion", "kind"]) {
    const property = properties[name];
    if (property !== undefined) forbidDefaults(property, name, at.field("properties").item(name));
  }
}

const codec = createCodec();

/** The problem of an embedded object within a default that cannot be decoded as one. */
function embeddedProblem(schema: StructSchema, byDefault: JsonValue): FieldError | undefined {
  const object = { apiVersion: "v1", kind: "Any", metadata: {}, [member]: copyJson(byDefault) };
  try {
    codec.decodeValue(object, { group: "", version: "v1", schema, semantics: "structural" });
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError && error.problem !== undefined) return error.problem;
    throw error;
  }
}

function forbidDefaults(schema: SchemaNode, name: string, at: FieldPath): void {
  if (schema.default !== undefined) at.field("default").forbidden(`must not be set in top-level ${name}`);
  for (const [key, property] of propertiesOf(schema)) forbidDefaults(property, name, at.field("properties").item(key));
}

/** The place of an error of the member within the default. */
function placeOf(error: FieldError, path: string): string {
  const below = belowMember(error);
  return below === "" ? path : `${path}.${below}`;
}

function belowMember({ field }: FieldError): string {
  return field.startsWith(member) ? field.slice(member.length).replace(/^\./, "") : "";
}

function joined(path: string, below: string): string {
  if (below === "<nil>") return path;
  return below.startsWith("[") ? `${path}${below}` : `${path}.${below}`;
}

/**
 * The schema without the types of integers or text: the original accepts a default of any type
 * there.
 */
function ofAnyType(schema: SchemaNode, x: ExtensionNames): SchemaNode {
  const [items, values] = [itemsOf(schema), valuesOf(schema)];
  const { properties } = schema;
  const [marker, free] = [`${x.prefix}int-or-string`, `${x.prefix}preserve-unknown-fields`];
  const inner = (node: SchemaNode): SchemaNode => ofAnyType(node, x);
  return {
    ...schema,
    ...(x.get(schema, "int-or-string") === true ? { [marker]: undefined, [free]: true } : {}),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(values === undefined ? {} : { additionalProperties: inner(values) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)])) }),
  };
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value has objects with members. Where any value may be, no member is declared. */
function hasMembers(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasMembers);
  return isMembers(value) && Object.keys(value).length > 0;
}

const objectMembers: readonly string[] = ["apiVersion", "kind", "metadata"];

/** Whether a value has members that would be dropped. */
function hasUnknown(schema: SchemaNode, value: unknown, x: ExtensionNames): boolean {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items !== undefined && value.some((item) => hasUnknown(items, item, x));
  }
  if (!isMembers(value)) return false;
  const { properties = {}, additionalProperties } = schema;
  const values = valuesOf(schema);
  const keeps = x.get(schema, "preserve-unknown-fields") === true;
  const embedded = x.get(schema, "embedded-resource") === true;
  return Object.entries(value).some(([name, part]) => {
    // A schema restricts the metadata of an embedded object, and does not limit its fields.
    if (embedded && objectMembers.includes(name)) return false;
    const known = Object.hasOwn(properties, name) ? properties[name] : values;
    if (known !== undefined) return hasUnknown(known, part, x);
    if (keeps) return false;
    return additionalProperties !== true || hasMembers(part);
  });
}
