import { formatDuration } from "@svc/base";
import { WireError, WireReader } from "@svc/base/protobuf";
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

/** Decodes one message. */
class MessageDecoder {
  readonly #plansOf: (struct: StructSchema) => MessagePlan;
  /** Of the struct that is being read. */
  #depth = -1;
  /** The type of the field that is being read, and how its value is written. */
  #wireType = 0;

  constructor(plansOf: (struct: StructSchema) => MessagePlan) {
    this.#plansOf = plansOf;
  }

  struct(struct: StructSchema, into: Members, reader: WireReader): Members {
    if (++this.#depth > maxValueDepth) throw new WireError("exceeded max depth");
    this.#plan(this.#plansOf(struct), into, reader);
    this.#depth--;
    return into;
  }

  #plan({ byNumber }: MessagePlan, into: Members, reader: WireReader): void {
    while (!reader.done) {
      const tag = reader.tag();
      const wireType = tag & 7;
      const entry = byNumber.get(tag >>> 3);
      if (entry === undefined) {
        reader.skip(wireType);
        continue;
      }
      this.#wireType = wireType;
      if (entry.kind === "inline") this.#plan(entry.plan, into, this.#message(reader));
      else into[entry.field.name] = this.#field(entry.field, into[entry.field.name], reader);
    }
  }

  #field({ schema, proto }: Field, before: unknown, reader: WireReader): unknown {
    if (proto?.wrapped === true) return readTexts(this.#message(reader));
    switch (schema.type) {
      case "list": {
        const list = Array.isArray(before) ? (before as unknown[]) : [];
        list.push(this.#value(schema.items, undefined, reader));
        return list;
      }
      case "map": {
        const map = (before ?? {}) as Members;
        this.#entry(schema.values, map, this.#message(reader));
        return map;
      }
      case "quantity":
        if (proto?.type === "string") return reader.string();
        break;
      default:
    }
    return this.#value(schema, before, reader);
  }

  /** A map entry. A missing key or value is zero. */
  #entry(values: Schema, map: Members, reader: WireReader): void {
    let key = "";
    let value: unknown;
    while (!reader.done) {
      const tag = reader.tag();
      if (tag >>> 3 === 1) key = reader.string();
      else if (tag >>> 3 === 2) {
        this.#wireType = tag & 7;
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
        return readText(this.#message(reader));
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
        return readJson(this.#message(reader));
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
    eachField(reader, (number, wireType) => {
      if (number !== 1) return false;
      this.#wireType = wireType;
      list.push(this.#value(items, undefined, reader));
      return true;
    });
    return list;
  }

  #variant(type: string, struct: StructSchema, reader: WireReader): unknown {
    let allows = false;
    let schema: Members | undefined;
    const list: unknown[] = [];
    const schemaNumber = type === "schemaOrBool" ? 2 : 1;
    eachField(reader, (number, wireType) => {
      this.#wireType = wireType;
      if (number === schemaNumber) schema = this.struct(struct, {}, this.#message(reader));
      else if (type === "schemaOrBool" && number === 1) allows = reader.varint() !== 0;
      else if (type === "schemaOrList" && number === 2) list.push(this.struct(struct, {}, this.#message(reader)));
      else if (type === "schemaOrStrings" && number === 2) list.push(reader.string());
      else return false;
      return true;
    });
    if (schema !== undefined) return schema;
    return type === "schemaOrBool" ? allows : list;
  }

  #expect(wireType: number): void {
    if (this.#wireType !== wireType) throw new WireError(`wrong wireType = ${this.#wireType} for a field`);
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
    if (error instanceof WireError) throw new DecodeError("object", `proto: ${error.message}`);
    throw error;
  }
}

/** Reads every field of a message. @param take returns true when it consumed the field */
export function eachField(reader: WireReader, take: (number: number, wireType: number) => boolean): void {
  while (!reader.done) {
    const tag = reader.tag();
    if (!take(tag >>> 3, tag & 7)) reader.skip(tag & 7);
  }
}

function readTexts(reader: WireReader): string[] {
  const texts: string[] = [];
  eachField(reader, (number) => {
    if (number !== 1) return false;
    texts.push(reader.string());
    return true;
  });
  return texts;
}

function readText(reader: WireReader): string {
  return readTexts(reader).at(-1) ?? "";
}

function readNumber(reader: WireReader): number | bigint {
  let value: number | bigint = 0;
  eachField(reader, (number) => {
    if (number !== 1) return false;
    value = reader.int64();
    return true;
  });
  return value;
}

function readIntOrString(reader: WireReader): number | string {
  let isText = false;
  let integer = 0;
  let text = "";
  eachField(reader, (number) => {
    if (number === 1) isText = reader.varint() === 1;
    else if (number === 2) integer = reader.int32();
    else if (number === 3) text = reader.string();
    else return false;
    return true;
  });
  return isText ? text : integer;
}

/** The range of years that times can be formatted with, in seconds since 1970. */
const minTimeSeconds = -62_135_596_800;
const maxTimeSeconds = 253_402_300_799;

/** Undefined for an unset time, which is an empty message. */
function readTime(type: "time" | "microTime", reader: WireReader): string | undefined {
  if (reader.done) return undefined;
  let seconds: number | bigint = 0;
  let nanos = 0;
  eachField(reader, (number) => {
    if (number === 1) seconds = reader.int64();
    else if (number === 2) nanos = reader.int32();
    else return false;
    return true;
  });
  // Nanoseconds beyond a second carry into the seconds, as in the original.
  const carried = Number(seconds) + Math.floor(nanos / 1e9);
  if (carried < minTimeSeconds || carried > maxTimeSeconds) throw new WireError("time outside of the years 1 to 9999");
  const instant = { seconds: carried, nanos: type === "time" ? 0 : nanos - Math.floor(nanos / 1e9) * 1e9 };
  return type === "time" ? formatInstant(instant) : formatMicroTime(instant);
}

/** JSON within a message; undefined where it is absent. */
function readJson(reader: WireReader): unknown {
  let bytes: Buffer | undefined;
  eachField(reader, (number) => {
    if (number !== 1) return false;
    bytes = reader.bytes();
    return true;
  });
  return bytes === undefined || (bytes as Buffer).length === 0 ? undefined : toJson(parseExact(bytes, reader.budget));
}
