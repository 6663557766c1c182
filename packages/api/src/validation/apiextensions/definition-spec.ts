import type { Steps } from "@svc/base";
import { byteLength, type Dialect, dns1035Label, dns1123Subdomain } from "@svc/meta";
import type { apiextensionsv1 } from "@svc/types";
import { choice, named } from "../common/check.ts";
import { same } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { conversion } from "./conversion.ts";
import { allNames } from "./names.ts";
import { type SchemaRuleOptions, type SchemaRules, schemaRules } from "./schema-rules.ts";
import { columns, selectableFields, subresources } from "./version-parts.ts";

type Spec = apiextensionsv1.CustomResourceDefinitionSpec;
type Version = apiextensionsv1.CustomResourceDefinitionVersion;
type Part = "schema" | "subresources" | "additionalPrinterColumns" | "selectableFields";

const maxWarningBytes = 256;
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;
const scopes = choice("Cluster", "Namespaced");
const noNames: apiextensionsv1.CustomResourceDefinitionNames = { plural: "", kind: "" };

/** Validates the spec of a CustomResourceDefinition. */
export function definitionSpec(
  dialect: Dialect,
  options: SchemaRuleOptions,
): (spec: Spec, at: FieldPath) => Steps<void> {
  const schemas = schemaRules(dialect, options);
  return function* (spec, at) {
    const { versions = [] } = spec;
    const shared = sharedParts(versions);
    const [first] = versions;
    group(spec.group ?? "", at.field("group"));
    scopes(spec.scope ?? "", at.field("scope"));
    schemasAreThere(versions, at.field("versions"));
    if (spec.preserveUnknownFields === true && versions.some((version) => hasDefaults(version.schema?.openAPIV3Schema)))
      at.field("preserveUnknownFields").invalid(true, "must be false in order to use defaults in the schema");
    for (const [i, item] of versions.entries())
      yield* version(item, { at: at.field("versions").item(i), schemas, shared });
    together(versions, at.field("versions"));
    if ((first?.name ?? "") !== "") named(dns1035Label)(first?.name ?? "", at.field("version"));
    allNames(spec.names ?? noNames, at.field("names"));
    if (first !== undefined)
      yield* parts(first, shared, {
        at,
        schemaAt: at.field("validation"),
        schemas,
        withoutSchema: sharedWithoutSchema,
      });
    conversion(spec.conversion ?? { strategy: "" }, spec.preserveUnknownFields === true, at.field("conversion"));
  };
}

/** Errors of fields that all versions share have the path of the definition. */
function sharedParts(versions: readonly Version[]): ReadonlySet<Part> {
  const [first, ...others] = versions;
  const all: readonly Part[] = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"];
  return new Set(all.filter((part) => others.every((version) => same(version[part], first?.[part]))));
}

function group(value: string, at: FieldPath): void {
  if (value === "") at.required();
  else if (dns1123Subdomain(value).length > 0) named(dns1123Subdomain)(value, at);
  else if (!value.includes(".")) at.invalid(value, "should be a domain with at least one dot");
}

function schemasAreThere(versions: readonly Version[], at: FieldPath): void {
  for (const [i, { schema }] of versions.entries())
    if (schema?.openAPIV3Schema === undefined)
      at.item(i).field("schema").field("openAPIV3Schema").required("schemas are required");
}

function hasDefaults(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasDefaults);
  if (typeof schema !== "object" || schema === null) return false;
  const { default: value, properties, items, additionalProperties } = schema as Readonly<Record<string, unknown>>;
  return (
    (value !== undefined && value !== null) ||
    Object.values(properties ?? {}).some(hasDefaults) ||
    hasDefaults(items) ||
    hasDefaults(additionalProperties)
  );
}

interface VersionPlace {
  readonly at: FieldPath;
  readonly schemas: SchemaRules;
  readonly shared: ReadonlySet<Part>;
}

function* version(value: Version, { at, schemas, shared }: VersionPlace): Steps<void> {
  named(dns1035Label)(value.name ?? "", at.field("name"));
  warning(value, at.field("deprecationWarning"));
  const all: readonly Part[] = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"];
  const own = new Set(all.filter((part) => !shared.has(part)));
  yield* parts(value, own, { at, schemaAt: at.field("schema"), schemas, withoutSchema });
}

function warning({ deprecationWarning: text, deprecated }: Version, at: FieldPath): void {
  if (text === undefined) return;
  if (deprecated !== true) {
    at.invalid(text, "can only be set for deprecated versions");
    return;
  }
  if (byteLength(text) > maxWarningBytes) at.invalid(text, `must be <= ${maxWarningBytes} characters long`);
  if (text === "") at.invalid(text, "must not be an empty string");
  const before = text.search(unprintable);
  if (before < 0) return;
  const index = byteLength(text.slice(0, before));
  at.invalid(text, `must only contain printable UTF-8 characters; non-printable character found at index ${index}`);
}

/** The error for selectable fields without a schema. */
const withoutSchema = "selectableFields may only be set when version.schema.openAPIV3Schema is not included";
const sharedWithoutSchema = "selectableFields may only be set when validations.schema is included";

interface PartsPlace {
  readonly at: FieldPath;
  /** The path of the schema's parent. */
  readonly schemaAt: FieldPath;
  readonly schemas: SchemaRules;
  readonly withoutSchema: string;
}

function* parts(
  value: Version,
  which: ReadonlySet<Part>,
  { at, schemaAt, schemas, withoutSchema }: PartsPlace,
): Steps<void> {
  const schema = value.schema?.openAPIV3Schema;
  if (which.has("schema") && schema !== undefined)
    yield* schemas(schema, schemaAt.field("openAPIV3Schema"), { hasStatus: value.subresources?.status !== undefined });
  if (which.has("subresources") && value.subresources !== undefined)
    subresources(value.subresources, at.field("subresources"));
  if (which.has("additionalPrinterColumns"))
    columns(value.additionalPrinterColumns ?? [], at.field("additionalPrinterColumns"));
  if (!which.has("selectableFields") || value.selectableFields === undefined) return;
  if (which.has("schema") && schema !== undefined)
    selectableFields(value.selectableFields, schema, at.field("selectableFields"));
  else at.field("selectableFields").invalid("", withoutSchema);
}

function together(versions: readonly Version[], at: FieldPath): void {
  if (new Set(versions.map(({ name }) => name)).size < versions.length)
    at.invalid(versions, "must contain unique version names");
  if (versions.filter(({ storage }) => storage === true).length !== 1)
    at.invalid(versions, "must have exactly one version marked as storage version");
}
