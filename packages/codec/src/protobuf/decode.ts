import { formatDuration } from "@svc/base";
import { truncated, WireError, WireReader } from "@svc/base/protobuf";
import { formatInstant, formatMicroTime } from "@svc/meta";
import type { Field, Schema, StructSchema } from "@svc/schema";
import { DecodeError } from "../decoding/decode-error.ts";
import { ValueBudget } from "../decoding/value-budget.ts";
import { parseExact } from "../json/parse.ts";
import { maxValueDepth, setMember, toJson } from "../json/to-json.ts";
import { variantOf } from "../typed/normalize.ts";
import type { MessagePlan } from "./message-plan.ts";

type Members = Record<string, unknown>;

/** Decodes protobuf messages of compiled-in types; the result still has to be normalized. */
interface ProtobufDecoder {
  /** @throws {DecodeError} of stage `object` */
  decode(struct: StructSchema, bytes: Buffer): Members;
}

/** Creates the decoder of the types that `plansOf` has plans of. */
export function createProtobufDecoder(plansOf: (struct: StructSchema) => MessagePlan): ProtobufDecoder {
  return {
    decode: (struct, bytes) => {
      const reader = new WireReader(bytes, { budget: new ValueBudget() });
      return decoded(() => new MessageDecoder(plansOf).struct(struct, {}, reader));
    },
  };
}

/** Reads values whose wire type is not looked at, as those of maps. */
const anyWireType = -1;

/** Decodes one message. */
class MessageDecoder {
  readonly #plansOf: (struct: StructSchema) => MessagePlan;
  /** Of the struct that is being read. */
  #depth = -1;
  /** The type of the field that is being read, and how its value is written. */
  #wireType = 0;
  /** The name of the field that is being read. */
  #name = "";

  constructor(plansOf: (struct: StructSchema) => MessagePlan) {
    this.#plansOf = plansOf;
  }

  struct(struct: StructSchema, into: Members, reader: WireReader): Members {
    if (++this.#depth > maxValueDepth) throw new WireError("exceeded max depth");
    this.#plan(this.#plansOf(struct), into, reader);
    this.#depth--;
    return into;
  }

  #plan({ name, byNumber }: MessagePlan, into: Members, reader: WireReader): void {
    while (!reader.done) {
      const tag = reader.tag(name);
      const wireType = tag & 7;
      const entry = byNumber.get(tag >>> 3);
      if (entry === undefined) {
        reader.skip(wireType);
        continue;
      }
      this.#wireType = wireType;
      if (entry.kind === "inline") {
        this.#name = entry.plan.name;
        this.#plan(entry.plan, into, this.#message(reader));
      } else {
        this.#name = entry.name;
        into[entry.field.name] = this.#field(entry.field, into[entry.field.name], reader);
      }
    }
  }

  #field({ schema, proto }: Field, before: unknown, reader: WireReader): unknown {
    if (proto?.wrapped === true) return readTexts(this.#message(reader), "Items");
    switch (schema.type) {
      case "list": {
        const list = Array.isArray(before) ? (before as unknown[]) : [];
        if (schema.items.type === "integer" && this.#wireType === 2) this.#packed(schema.items, list, reader);
        else list.push(this.#value(schema.items, undefined, reader));
        return list;
      }
      case "map": {
        const map = (before ?? {}) as Members;
        this.#expect(2);
        this.#entry(schema.values, map, reader.entry());
        return map;
      }
      case "quantity":
        if (proto?.type === "string") return reader.string();
        break;
      default:
    }
    return this.#value(schema, before, reader);
  }

  /** Integers of a list in one value. */
  #packed(items: Schema, list: unknown[], reader: WireReader): void {
    const packed = reader.message();
    this.#wireType = 0;
    while (!packed.done) list.push(this.#value(items, undefined, packed));
  }

  /** A map entry. A missing key or value is zero. */
  #entry(values: Schema, map: Members, reader: WireReader): void {
    let key = "";
    let value: unknown;
    while (!reader.done) {
      const tag = reader.entryTag();
      if (tag >>> 3 === 1) key = reader.string();
      else if (tag >>> 3 === 2) {
        this.#wireType = anyWireType;
        value = this.#value(values, undefined, reader);
      } else reader.skip(tag & 7);
    }
    setMember(map, key, value ?? null);
  }

  /** The value of the field whose tag was read last. */
  #value(schema: Schema, before: unknown, reader: WireReader): unknown {
    switch (schema.type) {
      case "string":
        this.#expect(2);
        return reader.string();
      case "boolean":
        this.#expect(0);
        return reader.varint() !== 0;
      case "integer":
        this.#expect(0);
        return schema.format === "int32" ? reader.int32() : reader.int64();
      case "number":
        this.#expect(1);
        return reader.double();
      case "bytes":
        this.#expect(2);
        return reader.bytes().toString("base64");
      case "struct": {
        const into = typeof before === "object" && before !== null ? (before as Members) : {};
        return this.struct(schema, into, this.#message(reader));
      }
      case "list":
        return this.#list(schema.items, this.#message(reader));
      case "quantity":
        return readTexts(this.#message(reader), "String_", "Quantity").at(-1) ?? "";
      case "intOrString":
        return readIntOrString(this.#message(reader));
      case "time":
      case "microTime":
        return readTime(schema.type, this.#message(reader));
      case "duration":
        return formatDuration(BigInt(readNumber(this.#message(reader))));
      case "rawExtension":
      case "fieldsV1":
      case "json":
      case "any":
        return readJson(schema.type, this.#message(reader));
      case "schemaOrBool":
      case "schemaOrList":
      case "schemaOrStrings":
        return this.#variant(schema.type, variantOf(schema), this.#message(reader));
      case "map":
        throw new TypeError("a map within a list or a map has no message");
    }
  }

  #list(items: Schema, reader: WireReader): unknown[] {
    const list: unknown[] = [];
    readFields(reader, listForm, () => {
      this.#wireType = anyWireType;
      list.push(this.#value(items, undefined, reader));
    });
    return list;
  }

  #variant(type: keyof typeof variantForms, struct: StructSchema, reader: WireReader): unknown {
    let allows = false;
    let schema: Members | undefined;
    const list: unknown[] = [];
    readFields(reader, variantForms[type], (name) => {
      if (name === "Schema") schema = this.struct(struct, {}, reader.message());
      else if (name === "Allows") allows = reader.varint() !== 0;
      else if (name === "JSONSchemas") list.push(this.struct(struct, {}, reader.message()));
      else list.push(reader.string());
    });
    if (schema !== undefined) return schema;
    return type === "schemaOrBool" ? allows : list;
  }

  #expect(wireType: number): void {
    if (this.#wireType === wireType || this.#wireType === anyWireType) return;
    throw wrongWireType(this.#wireType, this.#name);
  }

  #message(reader: WireReader): WireReader {
    this.#expect(2);
    return reader.message();
  }
}

/** Turns errors of the wire reader into decode errors. @throws {DecodeError} of stage `object` */
export function decoded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    // Bytes that end too early are no error of the format's own.
    throw new DecodeError("object", error.message === truncated ? truncated : `proto: ${error.message}`);
  }
}

/** A message that all types share. Fields are by number. */
interface MessageForm {
  readonly name: string;
  readonly fields: Readonly<Record<number, readonly [name: string, wireType: number]>>;
}

/** Reads the known fields of a message. @param take reads the value of the field with that name */
export function readFields(reader: WireReader, { name, fields }: MessageForm, take: (field: string) => void): void {
  while (!reader.done) {
    const tag = reader.tag(name);
    const field = fields[tag >>> 3];
    if (field === undefined) reader.skip(tag & 7);
    else if (field[1] !== (tag & 7)) throw wrongWireType(tag & 7, field[0]);
    else take(field[0]);
  }
}

function wrongWireType(wireType: number, field: string): WireError {
  return new WireError(`wrong wireType = ${wireType} for field ${field}`);
}

const listForm: MessageForm = { name: "ExtraValue", fields: { 1: ["Items", 2] } };

const variantForms = {
  schemaOrBool: { name: "JSONSchemaPropsOrBool", fields: { 1: ["Allows", 0], 2: ["Schema", 2] } },
  schemaOrList: { name: "JSONSchemaPropsOrArray", fields: { 1: ["Schema", 2], 2: ["JSONSchemas", 2] } },
  schemaOrStrings: { name: "JSONSchemaPropsOrStringArray", fields: { 1: ["Schema", 2], 2: ["Property", 2] } },
} as const satisfies Record<string, MessageForm>;

function readTexts(reader: WireReader, field: string, message = "ExtraValue"): string[] {
  const texts: string[] = [];
  readFields(reader, { name: message, fields: { 1: [field, 2] } }, () => texts.push(reader.string()));
  return texts;
}

const durationForm: MessageForm = { name: "Duration", fields: { 1: ["Duration", 0] } };

function readNumber(reader: WireReader): number | bigint {
  let value: number | bigint = 0;
  readFields(reader, durationForm, () => {
    value = reader.int64();
  });
  return value;
}

const intOrStringForm: MessageForm = {
  name: "IntOrString",
  fields: { 1: ["Type", 0], 2: ["IntVal", 0], 3: ["StrVal", 2] },
};

function readIntOrString(reader: WireReader): number | string {
  let isText = false;
  let integer = 0;
  let text = "";
  readFields(reader, intOrStringForm, (field) => {
    if (field === "Type") isText = reader.varint() === 1;
    else if (field === "IntVal") integer = reader.int32();
    else text = reader.string();
  });
  return isText ? text : integer;
}

/** The range of years that times can be formatted with, in seconds since 1970. */
const minTimeSeconds = -62_135_596_800;
const maxTimeSeconds = 253_402_300_799;

const timeForm: MessageForm = { name: "Timestamp", fields: { 1: ["Seconds", 0], 2: ["Nanos", 0] } };
const microTimeForm: MessageForm = { ...timeForm, name: "MicroTime" };

/** Undefined for an unset time, which is an empty message. */
function readTime(type: "time" | "microTime", reader: WireReader): string | undefined {
  if (reader.done) return undefined;
  let seconds: number | bigint = 0;
  let nanos = 0;
  readFields(reader, type === "time" ? timeForm : microTimeForm, (field) => {
    if (field === "Seconds") seconds = reader.int64();
    else nanos = reader.int32();
  });
  // Nanoseconds beyond a second carry into the seconds, as in the original.
  const carried = Number(seconds) + Math.floor(nanos / 1e9);
  if (carried < minTimeSeconds || carried > maxTimeSeconds) throw new WireError("time outside of the years 1 to 9999");
  const instant = { seconds: carried, nanos: type === "time" ? 0 : nanos - Math.floor(nanos / 1e9) * 1e9 };
  return type === "time" ? formatInstant(instant) : formatMicroTime(instant);
}

const jsonForms = {
  rawExtension: { name: "RawExtension", fields: { 1: ["Raw", 2] } },
  fieldsV1: { name: "FieldsV1", fields: { 1: ["Raw", 2] } },
  json: { name: "JSON", fields: { 1: ["Raw", 2] } },
  any: { name: "JSON", fields: { 1: ["Raw", 2] } },
} as const satisfies Record<string, MessageForm>;

/** JSON within a message; undefined where it is absent. */
function readJson(type: keyof typeof jsonForms, reader: WireReader): unknown {
  let bytes: Buffer | undefined;
  readFields(reader, jsonForms[type], () => {
    bytes = reader.bytes();
  });
  return bytes === undefined || (bytes as Buffer).length === 0 ? undefined : toJson(parseExact(bytes, reader.budget));
}
