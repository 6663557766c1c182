import type { Steps } from "@svc/base";
import type { Dialect } from "@svc/meta";
import { isEmpty } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { type DefaultRuleOptions, defaultRules, identityDefaults } from "./default-rules.ts";
import { openapiRules } from "./openapi-rules.ts";
import { patternCompiler } from "./pattern-problems.ts";
import { ruleExpressions } from "./rule-expressions.ts";
import { extensionNames, type SchemaNode } from "./schema-node.ts";
import { structuralRules } from "./structural-rules.ts";
import { hasUnsupported } from "./unsupported-members.ts";

/** Judges the schema of a version. The place is that of the schema itself. */
export type SchemaRules = (schema: SchemaNode, at: FieldPath, options: { readonly hasStatus: boolean }) => Steps<void>;

/**
 * The members that may accompany `properties` where the type has a status subresource, by the names
 * in error messages.
 */
const besideStatus: ReadonlyMap<string, string> = new Map(
  [
    ...["Description", "Type", "Format", "Title", "Maximum", "ExclusiveMaximum", "Minimum", "ExclusiveMinimum"],
    ...["MaxLength", "MinLength", "Pattern", "MaxItems", "MinItems", "UniqueItems", "MultipleOf", "Required", "Items"],
    ...["Properties", "ExternalDocs", "Example", "XPreserveUnknownFields", "XValidations"],
  ].map((shown) => [shown.replace(/^./, (first) => first.toLowerCase()), shown]),
);
const besideStatusText = [...besideStatus.values()].join(" ");

/** What the rules of schemas have from other packages. */
export type SchemaRuleOptions = Omit<DefaultRuleOptions, "x">;

export function schemaRules(dialect: Dialect, options: SchemaRuleOptions): SchemaRules {
  const { expressions } = options;
  const x = extensionNames(dialect);
  const [defaults, openapi] = [defaultRules(dialect, { x, ...options }), openapiRules(x)];
  const patternProblems = patternCompiler();
  const known = new Set([...besideStatus.keys(), `${x.prefix}preserve-unknown-fields`, `${x.prefix}validations`]);
  return function* (schema, at, { hasStatus }) {
    const before = at.errors.length;
    if (hasStatus) wholeBesideStatus(schema, known, at);
    if (schema.nullable === true) at.field("nullable").forbidden("nullable cannot be true at the root");
    const isSupported = !hasUnsupported(schema, x);
    const found = at.errors.length;
    if (isSupported) {
      const structural = structuralRules(x, yield* patternProblems(schema));
      yield;
      at.sorted((place) => structural(schema, place));
      yield;
      if (at.errors.length === found) yield* defaults(schema, at);
    }
    const isSound = at.errors.length === found;
    identityDefaults(schema, at);
    const wrong = new Set<SchemaNode>();
    yield;
    openapi(schema, at, wrong);
    yield;
    if (isSound && expressions !== undefined && isSupported)
      yield* ruleExpressions(schema, at, { x, expressions, wrong });
    if (at.errors.length === before && !isSupported) at.invalid("", "OpenAPIV3Schema 'schema' is not supported");
  };
}

/**
 * The status is validated by its own part of the schema, so that rules for the whole object would
 * not apply to it.
 */
function wholeBesideStatus(schema: SchemaNode, known: ReadonlySet<string>, at: FieldPath): void {
  const { type = "" } = schema;
  if (type !== "" && type !== "object") {
    const message = `only "object" is allowed as the type at the root of the schema if the status subresource is enabled`;
    at.field("type").invalid(type, message);
    return;
  }
  const others = Object.entries(schema).filter(([name, value]) => !known.has(name) && isSet(value));
  if (others.length > 0)
    at.invalid(
      schema,
      `only [${besideStatusText}] fields are allowed at the root of the schema if the status subresource is enabled`,
    );
}

function isSet(value: unknown): boolean {
  return value !== false && (isMap(value) || !isEmpty(value));
}

function isMap(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
