import type { Field, Schema, StructSchema } from "@svc/schema";
import { numberJson, quoteJson, sortedKeys, valueJson } from "../json/text.ts";
import { flattenString, TextCache, type Unchanged, type WritePart } from "../json/text-cache.ts";

/** Writes a value that is set; "" for a value that counts as unset. */
type Write = WritePart;

type Members = Readonly<Record<string, unknown>>;

interface FieldPlan {
  /** The index of the field in its struct. */
  readonly index: number;
  readonly write: Write;
}

/** All lists are indexed like the fields of the struct. */
interface StructPlan {
  readonly byName: Map<string, FieldPlan>;
  readonly names: string[];
  /** The member's name and colon. */
  readonly labels: string[];
  /** Write a value that is set, though it may be empty. */
  readonly writers: Write[];
  /** The text of an unset value; "" where the member is omitted. */
  readonly unset: string[];
}

/** The type of the root object; overrides the fields in the object. */
export interface RootType {
  readonly kind?: string | undefined;
  readonly apiVersion?: string | undefined;
}

/** Options of the encoding of one object. */
export interface EncodeOptions {
  readonly root?: RootType | undefined;
  readonly unchanged?: Unchanged;
  /**
   * Caches the texts of large members, for the next version of an object that is stored: often only
   * its status changes.
   * @default false
   */
  readonly keepsLarge?: boolean | undefined;
}

/** From this length on, the text of a member is kept. */
const largeText = 4_096;

/** Writes objects of structs as Go writes them. */
interface JsonEncoder {
  encode(struct: StructSchema, object: object, options?: EncodeOptions): string;
}

/** Creates an encoder that builds the plan of each struct once. */
export function createJsonEncoder(): JsonEncoder {
  return new PlannedEncoder();
}

class PlannedEncoder implements JsonEncoder {
  readonly #plans = new WeakMap<StructSchema, StructPlan>();
  readonly #fieldSets = new WeakMap<object, string>();
  readonly #texts = new TextCache();

  encode(struct: StructSchema, object: object, { root, unchanged, keepsLarge }: EncodeOptions = {}): string {
    const plan = this.#planOf(struct);
    const members = object as Members;
    if (root === undefined) return writeStruct(plan, members, unchanged);
    const texts = textsOf(plan, members, unchanged);
    const start = startOf(plan, texts, root);
    const whole = writeMembers(plan, texts, start);
    if (keepsLarge === true && whole.length >= largeText)
      this.#keepLarge(plan, members, { texts, whole, start, unchanged });
    return whole;
  }

  /** Slices share the memory of the whole text, which is flattened to be stored anyway. */
  #keepLarge({ names, labels, writers }: StructPlan, object: Members, written: WrittenRoot): void {
    const { texts, whole, start, unchanged } = written;
    let end = start.length;
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index] as string;
      if (text === "") continue;
      end += (end === 1 ? 0 : 1) + (labels[index] as string).length + text.length;
      if (text.length < largeText) continue;
      const name = names[index] as string;
      const value = object[name];
      if (typeof value !== "object" || value === null) continue;
      // Metadata changes with each version.
      if (name !== "metadata" && unchanged?.has(value) !== true)
        this.#texts.keep(writers[index] as Write, value, whole.slice(end - text.length, end));
    }
  }

  /** Field sets are shared by the versions of an object. */
  #writeFields(value: unknown): string {
    if (typeof value !== "object" || value === null) return valueJson(value);
    let text = this.#fieldSets.get(value);
    if (text === undefined) {
      text = flattenString(valueJson(value));
      this.#fieldSets.set(value, text);
    }
    return text;
  }

  #planOf(struct: StructSchema): StructPlan {
    const known = this.#plans.get(struct);
    if (known !== undefined) return known;
    const plan: StructPlan = { byName: new Map(), names: [], labels: [], writers: [], unset: [] };
    this.#plans.set(struct, plan);
    struct.fields.forEach((field, index) => {
      const { name, schema, presence } = field;
      const write = this.#writerOf(schema);
      plan.byName.set(name, { index, write: presence === "omitEmpty" ? unlessEmpty(schema, write) : write });
      plan.names.push(name);
      plan.writers.push(write);
      plan.labels.push(`${quoteJson(name)}:`);
      plan.unset.push(this.#unsetOf(field));
    });
    return plan;
  }

  #unsetOf({ schema, presence }: Field): string {
    return presence === "always" ? this.#zeroOf(schema) : presence === "explicitAlways" ? "null" : "";
  }

  #zeroOf(schema: Schema): string {
    switch (schema.type) {
      case "struct":
        return writeStruct(this.#planOf(schema), {}, undefined);
      case "string":
        return '""';
      case "integer":
      case "number":
      case "intOrString":
        return "0";
      case "boolean":
        return "false";
      case "quantity":
        return '"0"';
      case "duration":
        return '"0s"';
      default:
        return "null";
    }
  }

  #writerOf(schema: Schema): Write {
    switch (schema.type) {
      case "struct": {
        const plan = this.#planOf(schema);
        return this.#texts.sharing((value, unchanged) => writeStruct(plan, value as Members, unchanged));
      }
      case "list":
        return this.#texts.sharing(listWriter(this.#writerOf(schema.items), () => this.#zeroOf(schema.items)));
      case "map":
        return this.#texts.sharing(mapWriter(this.#writerOf(schema.values), () => this.#zeroOf(schema.values)));
      case "string":
      case "bytes":
      case "quantity":
      case "time":
      case "microTime":
      case "duration":
        return (value) => quoteJson(value as string);
      case "integer":
      case "number":
        return (value) => numberJson(value as number | bigint);
      case "boolean":
        return (value) => (value === true ? "true" : "false");
      case "schemaOrBool":
      case "schemaOrList":
      case "schemaOrStrings":
        return schema.of === undefined ? valueJson : variantWriter(this.#planOf(schema.of));
      case "fieldsV1":
        return (value) => this.#writeFields(value);
      default:
        return valueJson;
    }
  }
}

function writeStruct(plan: StructPlan, object: Members, unchanged: Unchanged): string {
  return writeMembers(plan, textsOf(plan, object, unchanged), "{");
}

interface WrittenRoot {
  /** Of the members, by index. */
  readonly texts: readonly string[];
  readonly whole: string;
  /** What is before the members. */
  readonly start: string;
  /** Their texts are in the cache. */
  readonly unchanged: Unchanged;
}

/** The type of an object, which is written before its members: theirs are cleared. */
function startOf(plan: StructPlan, texts: string[], { kind, apiVersion }: RootType): string {
  let out = "{";
  const begin = (name: keyof RootType, value: string): void => {
    const index = plan.byName.get(name)?.index;
    if (index !== undefined) texts[index] = "";
    if (value !== "") out += `${out === "{" ? "" : ","}"${name}":${quoteJson(value)}`;
  };
  begin("kind", kind ?? "");
  begin("apiVersion", apiVersion ?? "");
  return out;
}

/**
 * The text of each field, by index. Only members of the object are visited: most declared fields
 * are unset, and looking them up in objects of many shapes is the most expensive part.
 */
function textsOf(plan: StructPlan, object: Members, unchanged: Unchanged): string[] {
  const texts = plan.unset.slice();
  for (const name in object) {
    const field = plan.byName.get(name);
    const value = object[name];
    if (field !== undefined && value !== undefined && value !== null)
      texts[field.index] = field.write(value, unchanged);
  }
  return texts;
}

function writeMembers({ labels }: StructPlan, texts: readonly string[], start: string): string {
  let out = start;
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index];
    if (text !== "") out += `${out === "{" ? "" : ","}${labels[index]}${text}`;
  }
  return `${out}}`;
}

function listWriter(write: Write, zero: () => string): Write {
  return (value, unchanged) => {
    let out = "";
    for (const item of value as readonly unknown[]) {
      out += out === "" ? "[" : ",";
      out += item === null || item === undefined ? zero() : write(item, unchanged);
    }
    return out === "" ? "[]" : `${out}]`;
  };
}

function mapWriter(write: Write, zero: () => string): Write {
  return (value, unchanged) => {
    const members = value as Members;
    let out = "";
    for (const key of sortedKeys(members)) {
      const member = members[key];
      if (member === undefined) continue;
      out += `${out === "" ? "{" : ","}${quoteJson(key)}:${member === null ? zero() : write(member, unchanged)}`;
    }
    return out === "" ? "{}" : `${out}}`;
  };
}

function variantWriter(plan: StructPlan): Write {
  const write: Write = (value, unchanged) => {
    if (typeof value === "boolean") return value ? "true" : "false";
    if (typeof value === "string") return quoteJson(value);
    return Array.isArray(value)
      ? `[${value.map((item) => write(item, unchanged)).join(",")}]`
      : writeStruct(plan, value as Members, unchanged);
  };
  return write;
}

/** For fields whose zero, empty and unset values are the same. */
function unlessEmpty(schema: Schema, write: Write): Write {
  switch (schema.type) {
    case "string":
    case "bytes":
      return (value, unchanged) => (value === "" ? "" : write(value, unchanged));
    case "integer":
    case "number":
      return (value, unchanged) => (Number(value) === 0 ? "" : write(value, unchanged));
    case "boolean":
      return (value) => (value === true ? "true" : "");
    case "list":
      return (value, unchanged) => ((value as readonly unknown[]).length === 0 ? "" : write(value, unchanged));
    case "map":
    case "struct":
      return (value, unchanged) => {
        const text = write(value, unchanged);
        return text === "{}" ? "" : text;
      };
    default:
      return write;
  }
}
