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

export function createProtobufDecoder(plansOf: (struct: StructSchema) => MessagePlan): ProtobufDecoder {
  const readStruct = (struct: StructSchema, into: Members, reader: WireReader, depth: number): Members => {
    if (depth > maxValueDepth) throw new WireError("exceeded max depth");
    return readPlan(plansOf(struct), into, reader, depth);
  };

  const readPlan = ({ byNumber }: MessagePlan, into: Members, reader: WireReader, depth: number): Members => {
    while (!reader.done) {
      const tag = reader.tag();
      const wireType = tag & 7;
      const entry = byNumber.get(tag >>> 3);
      if (entry === undefined) reader.skip(wireType);
      else if (entry.kind === "inline") readPlan(entry.plan, into, expectMessage(reader, wireType), depth);
      else into[entry.field.name] = readField(entry.field, into[entry.field.name], reader, wireType, depth);
    }
    return into;
  };

  const readField = (field: Field, before: unknown, reader: WireReader, wireType: number, depth: number): unknown => {
    const { schema, proto } = field;
    if (proto?.wrapped === true) return readTexts(expectMessage(reader, wireType));
    if (schema.type === "list") {
      const list = Array.isArray(before) ? (before as unknown[]) : [];
      list.push(readValue(schema.items, undefined, reader, wireType, depth));
      return list;
    }
    if (schema.type === "map") {
      const map = (before ?? {}) as Members;
      readEntry(schema.values, map, expectMessage(reader, wireType), depth);
      return map;
    }
    return readValue(schema, before, reader, wireType, depth, proto?.type);
  };

  /** A map entry. A missing key or value is zero. */
  const readEntry = (values: Schema, map: Members, reader: WireReader, depth: number): void => {
    let key = "";
    let value: unknown;
    while (!reader.done) {
      const tag = reader.tag();
      if (tag >>> 3 === 1) key = reader.string();
      else if (tag >>> 3 === 2) value = readValue(values, undefined, reader, tag & 7, depth);
      else reader.skip(tag & 7);
    }
    setMember(map, key, value ?? null);
  };

  const readValue = (
    schema: Schema,
    before: unknown,
    reader: WireReader,
    wireType: number,
    depth: number,
    type?: string,
  ): unknown => {
    switch (schema.type) {
      case "string":
        expect(wireType, 2);
        return reader.string();
      case "boolean":
        expect(wireType, 0);
        return reader.varint() !== 0;
      case "integer":
        expect(wireType, 0);
        return schema.format === "int32" ? reader.int32() : reader.int64();
      case "number":
        expect(wireType, 1);
        return reader.double();
      case "bytes":
        expect(wireType, 2);
        return reader.bytes().toString("base64");
      case "struct": {
        const into = typeof before === "object" && before !== null ? (before as Members) : {};
        return readStruct(schema, into, expectMessage(reader, wireType), depth + 1);
      }
      case "list":
        return readList(schema.items, expectMessage(reader, wireType), depth);
      case "quantity":
        return type === "string" ? reader.string() : readText(expectMessage(reader, wireType));
      case "intOrString":
        return readIntOrString(expectMessage(reader, wireType));
      case "time":
      case "microTime":
        return readTime(schema.type, expectMessage(reader, wireType));
      case "duration":
        return formatDuration(BigInt(readNumber(expectMessage(reader, wireType))));
      case "rawExtension":
      case "fieldsV1":
      case "json":
      case "any":
        return readJson(expectMessage(reader, wireType));
      case "schemaOrBool":
      case "schemaOrList":
      case "schemaOrStrings":
        return readVariant(schema.type, variantOf(schema), expectMessage(reader, wireType), depth);
      case "map":
        throw new TypeError("a map within a list or a map has no message");
    }
  };

  const readList = (items: Schema, reader: WireReader, depth: number): unknown[] => {
    const list: unknown[] = [];
    eachField(reader, (number, wireType) => {
      if (number !== 1) return false;
      list.push(readValue(items, undefined, reader, wireType, depth));
      return true;
    });
    return list;
  };

  const readVariant = (type: string, struct: StructSchema, reader: WireReader, depth: number): unknown => {
    let allows = false;
    let schema: Members | undefined;
    const list: unknown[] = [];
    const schemaNumber = type === "schemaOrBool" ? 2 : 1;
    eachField(reader, (number, wireType) => {
      if (number === schemaNumber) schema = readStruct(struct, {}, expectMessage(reader, wireType), depth + 1);
      else if (type === "schemaOrBool" && number === 1) allows = reader.varint() !== 0;
      else if (type === "schemaOrList" && number === 2)
        list.push(readStruct(struct, {}, expectMessage(reader, wireType), depth + 1));
      else if (type === "schemaOrStrings" && number === 2) list.push(reader.string());
      else return false;
      return true;
    });
    if (schema !== undefined) return schema;
    return type === "schemaOrBool" ? allows : list;
  };

  return {
    decode: (struct, bytes) =>
      decoded(() => readStruct(struct, {}, new WireReader(bytes, { budget: new ValueBudget() }), 0)),
  };
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

function expect(wireType: number, wanted: number): void {
  if (wireType !== wanted) throw new WireError(`wrong wireType = ${wireType} for a field`);
}

function expectMessage(reader: WireReader, wireType: number): WireReader {
  expect(wireType, 2);
  return reader.message();
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
