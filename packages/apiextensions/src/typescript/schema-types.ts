import type { JsonSchema } from "../definition/custom-resource.ts";
import { DefinitionError } from "./definition-error.ts";
import { docComment } from "./doc-comment.ts";
import { keyText, type NameScope, pascalCase } from "./names.ts";

/** Levels of one schema. */
const maxDepth = 200;

/** A schema within a definition. */
interface Location {
  /** The name that an interface for it gets. */
  readonly name: string;
  /** The path of the schema, for errors. */
  readonly path: string;
  readonly depth: number;
}

interface Member {
  readonly doc: string;
  readonly key: string;
  readonly optional: boolean;
  readonly type: string;
}

/** The fields of an object's root in addition to its schema. */
export interface RootType {
  readonly name: string;
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly doc: readonly unknown[];
}

/** Prints interfaces for schemas of definitions. */
export class SchemaTypes {
  readonly #names: NameScope;
  readonly #interfaces: string[] = [];

  constructor(names: NameScope) {
    this.#names = names;
  }

  /** All interfaces that were made, in order of use. */
  get interfaces(): readonly string[] {
    return this.#interfaces;
  }

  /** Adds the interface of objects, and of all that they hold. */
  addRoot(schema: JsonSchema, root: RootType): void {
    const { name, path, group, version, kind } = root;
    const declared = this.#members(schema, { name, path, depth: 0 }, typeFields);
    const own: readonly Member[] = [
      { doc: "", key: "apiVersion", optional: true, type: JSON.stringify(`${group}/${version}`) },
      { doc: "", key: "kind", optional: false, type: JSON.stringify(kind) },
      metadataMember,
    ];
    const members = [...own, ...declared, ...(isOpen(schema) ? [openMember] : [])];
    this.#interfaces.unshift(interfaceText(name, docComment(root.doc), members));
  }

  #typeOf(schema: JsonSchema, location: Location): string {
    if (location.depth > maxDepth) throw new DefinitionError(`${location.path}: has more than ${maxDepth} levels`);
    const type = enumText(schema["enum"]) ?? this.#plainTypeOf(schema, location);
    return schema["nullable"] === true && type !== "unknown" ? withNull(type) : type;
  }

  #plainTypeOf(schema: JsonSchema, location: Location): string {
    if (hasMarker(schema, "int-or-string")) return "number | string";
    switch (schema["type"]) {
      case "string":
        return "string";
      case "integer":
      case "number":
        return "number";
      case "boolean":
        return "boolean";
      case "array":
        return this.#listType(schema, location);
      case "object":
        return this.#objectType(schema, location);
      default:
        return schema["properties"] === undefined ? "unknown" : this.#objectType(schema, location);
    }
  }

  #listType(schema: JsonSchema, { name, path, depth }: Location): string {
    const items = schemaAt(schema["items"], `${path}.items`);
    if (items === undefined) return "unknown[]";
    const item = this.#typeOf(items, { name: `${name}Item`, path: `${path}.items`, depth: depth + 1 });
    return item.includes("|") ? `(${item})[]` : `${item}[]`;
  }

  #objectType(schema: JsonSchema, location: Location): string {
    const { name: preferred, path, depth } = location;
    const values = schema["additionalProperties"];
    if (Object.keys(fieldsAt(schema["properties"], `${path}.properties`)).length === 0 && !isEmbedded(schema)) {
      if (values === true || isOpen(schema)) return "{ [key: string]: unknown }";
      const map = values === false ? undefined : schemaAt(values, `${path}.additionalProperties`);
      if (map === undefined) return "{ [key: string]: never }";
      const below = { name: `${preferred}Value`, path: `${path}.additionalProperties`, depth: depth + 1 };
      return `{ [key: string]: ${this.#typeOf(map, below)} }`;
    }
    const name = this.#names.claim(preferred);
    // The interface stands before the interfaces that it refers to.
    const position = this.#interfaces.push("") - 1;
    const members = this.#members(schema, { name, path, depth }, new Set());
    const open = isOpen(schema) || (values !== undefined && values !== false) ? [openMember] : [];
    const all = [...(isEmbedded(schema) ? embeddedMembers(members) : members), ...open];
    this.#interfaces[position] = interfaceText(name, docComment([schema["description"]]), all);
    return name;
  }

  #members(schema: JsonSchema, { name, path, depth }: Location, except: ReadonlySet<string>): readonly Member[] {
    const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
    return Object.entries(fieldsAt(schema["properties"], `${path}.properties`))
      .filter(([key]) => !except.has(key))
      .map(([key, value]) => {
        const below = `${path}.properties[${key}]`;
        const member = schemaAt(value, below) ?? {};
        return {
          doc: docComment([member["description"], defaultText(member)], "  "),
          key,
          optional: !required.has(key) || member["default"] !== undefined,
          type: this.#typeOf(member, { name: name + pascalCase(key), path: below, depth: depth + 1 }),
        };
      });
  }
}

const openMember: Member = { doc: "", key: "", optional: false, type: "unknown" };

/** Fields of each object, whatever its schema says of them. */
const typeFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

const metadataMember: Member = { doc: "", key: "metadata", optional: true, type: "metav1.ObjectMeta" };

/** Members of an embedded object: its type is required, its metadata are those of any object. */
function embeddedMembers(declared: readonly Member[]): readonly Member[] {
  const required = ["apiVersion", "kind"].map((key) => {
    const member = declared.find((one) => one.key === key);
    return { doc: "", key, type: "string", ...member, optional: false };
  });
  return [...required, metadataMember, ...declared.filter(({ key }) => !typeFields.has(key))];
}

function interfaceText(name: string, doc: string, members: readonly Member[]): string {
  const lines = members.map((member) => {
    const { doc: text, key, optional, type } = member;
    return member === openMember
      ? `  [key: string]: ${type};\n`
      : `${text}  ${keyText(key)}${optional ? "?" : ""}: ${type};\n`;
  });
  return `${doc}export interface ${name} {\n${lines.join("")}}\n`;
}

/** The values of an enumeration as a union; undefined where it has others than scalars. */
function enumText(values: unknown): string | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  if (values.some((value) => typeof value === "object" && value !== null)) return undefined;
  return [...new Set(values.map((value) => JSON.stringify(value)))].join(" | ");
}

function withNull(type: string): string {
  return type.split(" | ").includes("null") ? type : `${type} | null`;
}

function defaultText(schema: JsonSchema): string | undefined {
  const value = schema["default"];
  return value === undefined ? undefined : `@default ${JSON.stringify(value)}`;
}

function isOpen(schema: JsonSchema): boolean {
  return hasMarker(schema, "preserve-unknown-fields");
}

function isEmbedded(schema: JsonSchema): boolean {
  return hasMarker(schema, "embedded-resource");
}

/** Whether an extension of schemas is set, whose names begin with the dialect's. */
function hasMarker(schema: JsonSchema, marker: string): boolean {
  return Object.entries(schema).some(
    ([key, value]) => value === true && key.startsWith("x-") && key.endsWith(`-${marker}`),
  );
}

function schemaAt(value: unknown, path: string): JsonSchema | undefined {
  return value === undefined ? undefined : (fieldsAt(value, path) as JsonSchema);
}

function fieldsAt(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new DefinitionError(`${path}: must be an object`);
  return value as Readonly<Record<string, unknown>>;
}
