import { descriptionOf } from "../src/descriptions/index.ts";
import type { DefinitionFact, FieldFact, GroupFact, ResourceFact, SchemaFacts } from "./facts.ts";

/**
 * TypeScript types of all kinds: one module a group version, and the maps by which clients find a
 * kind's type.
 */
export function typeFiles(
  schemas: SchemaFacts,
  groups: readonly GroupFact[],
  resources: readonly ResourceFact[],
): Map<string, string> {
  const files = new Map<string, string>();
  const byPrefix = new Map<string, [string, DefinitionFact][]>();
  for (const [key, definition] of Object.entries(schemas)) {
    const [prefix, name] = divide(key);
    if (definition.special !== undefined) continue;
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), [name, definition]]);
  }
  for (const [prefix, definitions] of byPrefix)
    files.set(`${moduleOf(prefix)}.ts`, moduleText(prefix, definitions, schemas));
  files.set("index.ts", indexText([...byPrefix.keys()].sort(), groups, resources));
  return files;
}

function divide(key: string): [string, string] {
  const dot = key.lastIndexOf(".");
  return [key.slice(0, dot), key.slice(dot + 1)];
}

/** `core/v1` is the module `core-v1`, imported as `corev1`. */
const moduleOf = (prefix: string): string => prefix.replaceAll("/", "-");
const namespaceOf = (prefix: string): string => prefix.replaceAll("/", "");

function moduleText(prefix: string, definitions: readonly [string, DefinitionFact][], schemas: SchemaFacts): string {
  const imports = new Set<string>();
  const bodies = definitions.map(([name, d]) => interfaceText(prefix, name, d, schemas, imports));
  const lines = [...imports].sort().map((p) => `import type * as ${namespaceOf(p)} from "./${moduleOf(p)}.ts";`);
  return `${lines.length === 0 ? "" : `${lines.join("\n")}\n\n`}${bodies.join("\n\n")}\n`;
}

function interfaceText(
  prefix: string,
  name: string,
  { gvk = [], required = [], fields = {} }: DefinitionFact,
  schemas: SchemaFacts,
  imports: Set<string>,
): string {
  const kind = gvk.length === 1 ? gvk[0] : undefined;
  const description = descriptionOf(name);
  const rows = Object.entries(fields)
    .filter(([, f]) => f.json !== false)
    .map(([field, f]) => {
      const literal = fieldLiteral(field, kind);
      const optional = required.includes(field) || literal !== undefined ? "" : "?";
      const nullable = f.type === "time" || f.type === "microTime" ? " | null" : "";
      const key = /^[A-Za-z_$][\w$]*$/.test(field) ? field : JSON.stringify(field);
      const text = literal ?? typeText(prefix, f, schemas, imports) + nullable;
      return `${comment(description?.fields?.[field], "  ")}  ${key}${optional}: ${text};`;
    });
  return `${comment(description?.description)}export interface ${name} {\n${rows.join("\n")}\n}`;
}

/** What editors show; nothing where nothing is known. */
function comment(text: string | undefined, indent = ""): string {
  // A description can contain the end of a comment, for example in the pattern "*/*".
  return text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

/**
 * The literal type of `kind`, and of `apiVersion` unless the group's name depends on the dialect.
 */
function fieldLiteral(
  field: string,
  kind: { readonly group: string; readonly version: string; readonly kind: string } | undefined,
): string | undefined {
  if (kind === undefined || field !== "kind") return undefined;
  return JSON.stringify(kind.kind);
}

const scalarTypes: Readonly<Record<string, string>> = {
  string: "string",
  boolean: "boolean",
  number: "number",
  integer: "number",
  bytes: "string",
  quantity: "string",
  intOrString: "number | string",
  time: "string",
  microTime: "string",
  duration: "string",
  rawExtension: "object",
  fieldsV1: "object",
  json: "unknown",
  any: "unknown",
};
const specialTypes: Readonly<Record<string, string>> = {
  jsonSchemaPropsOrBool: "boolean | JSONSchemaProps",
  jsonSchemaPropsOrArray: "JSONSchemaProps | JSONSchemaProps[]",
  jsonSchemaPropsOrStringArray: "JSONSchemaProps | string[]",
  stringListWrapper: "string[]",
};

function typeText(prefix: string, field: FieldFact, schemas: SchemaFacts, imports: Set<string>): string {
  switch (field.type) {
    case "array": {
      const items = field.items === undefined ? "unknown" : typeText(prefix, field.items, schemas, imports);
      return items.includes(" ") ? `(${items})[]` : `${items}[]`;
    }
    case "object":
      return `Record<string, ${field.values === undefined ? "unknown" : typeText(prefix, field.values, schemas, imports)}>`;
    case "ref": {
      const [target, name] = divide(field.ref ?? "");
      const special = schemas[field.ref ?? ""]?.special;
      if (special !== undefined) return specialTypes[special] ?? scalarTypes[special] ?? "unknown";
      if (target === prefix) return name;
      imports.add(target);
      return `${namespaceOf(target)}.${name}`;
    }
    case "string":
      return field.enum === undefined ? "string" : field.enum.map((e) => JSON.stringify(e)).join(" | ");
    default:
      return scalarTypes[field.type] ?? "unknown";
  }
}

/**
 * Keys are group versions without the product's domain, so that they are the same in every dialect.
 */
function indexText(
  prefixes: readonly string[],
  groups: readonly GroupFact[],
  resources: readonly ResourceFact[],
): string {
  const imports = prefixes.map((p) => `import type * as ${namespaceOf(p)} from "./${moduleOf(p)}.ts";`);
  const served = groups.filter((g) => g.served);
  const rows = served.map((g) => {
    const own = resources.filter((r) => r.group === g.group && r.version === g.version);
    const kinds = own.map((r) => {
      const [prefix, name] = divide(r.schema);
      return `${comment(descriptionOf(name)?.description, "    ")}    ${r.resource}: { kind: ${namespaceOf(prefix)}.${name}; namespaced: ${r.namespaced} };`;
    });
    return `  ${JSON.stringify(g.schemaPrefix)}: {\n${kinds.join("\n")}\n  };`;
  });
  return `${imports.join("\n")}

export type { ${prefixes.map(namespaceOf).join(", ")} };

/** The type of every resource, by group version and plural name. */
export interface BuiltinTypes {
${rows.join("\n")}
}
`;
}
