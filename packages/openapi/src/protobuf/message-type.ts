import { appendAll, type Steps } from "@svc/base";
import { tagOf, WireWriter, wireType } from "@svc/base/protobuf";
import type { JsonValue } from "@svc/meta";

/**
 * The mapping of a JSON object's members to the fields of a message. Tables of these define the
 * format.
 */
export interface MessageType {
  /** By the names of members, in order of their numbers. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Members with other names. */
  readonly others?: Readonly<{ readonly number: number; readonly of: ValueType }>;
  /** The number of members that begin with `x-`. */
  readonly extensions?: number;
}

/** A field of a message: its number and the type of its value. */
export interface FieldType {
  readonly number: number;
  readonly of: ValueType;
  /** Set for a list of values, or for an object whose members are named values. */
  readonly many?: "list" | "named";
}

/** The type of a value: a scalar, a message, or what a function selects by the value. */
export type ValueType =
  | "text"
  | "bool"
  | "integer"
  | "double"
  /** Any JSON, as text. */
  | "any"
  /** Selects the field by the value, or none. */
  | ((value: JsonValue) => FieldType | undefined)
  /** A message with one field. */
  | { readonly wrapped: FieldType }
  /** Types refer to each other. */
  | { readonly message: () => MessageType };

type Members = Readonly<Record<string, JsonValue>>;

/** Encodes an object as a message. Zero, false and empty strings are omitted. */
function writeMessage(into: WireWriter, type: MessageType, value: Members): void {
  for (const [name, field] of Object.entries(type.fields)) {
    const member = value[name];
    if (member !== undefined) writeField(into, field, member);
  }
  for (const other of othersOf(type, value)) writeOther(into, type, other);
}

type Member = readonly [name: string, value: JsonValue];

/** Members that are no fields. */
function othersOf({ fields }: MessageType, value: Members): readonly Member[] {
  return Object.entries(value).filter(([name]) => !(name in fields));
}

function writeOther(into: WireWriter, { others, extensions }: MessageType, other: Member): void {
  if (other[0].startsWith("x-") && extensions !== undefined) writeNamed(into, { number: extensions, of: "any" }, other);
  else if (others !== undefined) writeNamed(into, others, other);
}

function writeField(into: WireWriter, field: FieldType, value: JsonValue): void {
  if (field.many === "list") {
    for (const item of value as readonly JsonValue[])
      writeValue(into, { number: field.number, of: field.of, writesZero: true }, item);
  } else if (field.many === "named") {
    message(into, field.number, () => {
      for (const entry of Object.entries(value as Members)) writeNamed(into, { number: 1, of: field.of }, entry);
    });
  } else writeValue(into, { number: field.number, of: field.of, writesZero: false }, value);
}

function writeNamed(into: WireWriter, { number, of }: FieldType, [name, value]: Member): void {
  message(into, number, () => {
    text(into, 1, name);
    writeValue(into, { number: 2, of, writesZero: true }, value);
  });
}

interface ValueField {
  readonly number: number;
  readonly of: ValueType;
  /** Zero, false and empty text are written too: in a list, as a named value, as a choice. */
  readonly writesZero: boolean;
}

function writeValue(into: WireWriter, { number, of, writesZero }: ValueField, value: JsonValue): void {
  if (of === "any") message(into, number, () => text(into, 2, `${JSON.stringify(value)}\n`));
  else if (of === "text") {
    if (writesZero || value !== "") text(into, number, String(value));
  } else if (of === "bool") {
    if (writesZero || value === true) integer(into, number, value === true ? 1 : 0);
  } else if (of === "integer") {
    if (writesZero || value !== 0) integer(into, number, Number(value));
  } else if (of === "double") {
    if (writesZero || value !== 0) double(into, number, Number(value));
  } else if (typeof of === "function") {
    const chosen = of(value);
    message(into, number, () => {
      if (chosen !== undefined) writeValue(into, { ...chosen, writesZero: true }, value);
    });
  } else if ("wrapped" in of) message(into, number, () => writeField(into, of.wrapped, value));
  else message(into, number, () => writeMessage(into, of.message(), value as Members));
}

function text(into: WireWriter, number: number, value: string): void {
  into.varint(tagOf(number, wireType.lengthDelimited));
  into.string(value);
}

function integer(into: WireWriter, number: number, value: number): void {
  into.varint(tagOf(number, wireType.varint));
  into.varint(value);
}

function double(into: WireWriter, number: number, value: number): void {
  into.varint(tagOf(number, wireType.fixed64));
  into.double(value);
}

function message(into: WireWriter, number: number, write: () => void): void {
  into.varint(tagOf(number, wireType.lengthDelimited));
  into.message(write);
}

/** The bytes of a JSON object as a message of that type. */
export function messageBytes(type: MessageType, value: Members): Uint8Array {
  return written((into) => writeMessage(into, type, value));
}

/** The same in steps, one for each of the many members that a large message has. */
export function* messageSteps(type: MessageType, value: Members): Steps<Uint8Array> {
  return Buffer.concat(yield* chunksOf(type, value));
}

function* chunksOf(type: MessageType, value: Members): Steps<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (const [name, field] of Object.entries(type.fields)) {
    const member = value[name];
    if (member === undefined) continue;
    const within = yield* chunksWithin(field, member);
    if (within === undefined) {
      chunks.push(written((into) => writeField(into, field, member)));
      continue;
    }
    const bytes = within.reduce((sum, { length }) => sum + length, 0);
    chunks.push(written((into) => writeHead(into, field.number, bytes)));
    appendAll(chunks, within);
  }
  for (const other of othersOf(type, value)) {
    chunks.push(written((into) => writeOther(into, type, other)));
    yield;
  }
  return chunks;
}

/** The chunks of a large field; undefined for a field that is written in one piece. */
function* chunksWithin({ of, many }: FieldType, value: JsonValue): Steps<readonly Uint8Array[] | undefined> {
  if (many === undefined)
    return typeof of === "object" && "message" in of ? yield* chunksOf(of.message(), value as Members) : undefined;
  if (many === "list") return undefined;
  const chunks: Uint8Array[] = [];
  for (const entry of Object.entries(value as Members)) {
    chunks.push(written((into) => writeNamed(into, { number: 1, of }, entry)));
    yield;
  }
  return chunks;
}

function writeHead(into: WireWriter, number: number, bytes: number): void {
  into.varint(tagOf(number, wireType.lengthDelimited));
  into.varint(bytes);
}

function written(write: (into: WireWriter) => void): Uint8Array {
  const out = new WireWriter();
  write(out);
  return out.finish();
}
