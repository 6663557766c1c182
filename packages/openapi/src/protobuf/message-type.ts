import { tagOf, WireWriter, wireType } from "@svc/base/protobuf";
import type { JsonValue } from "@svc/meta";

/** How members of a JSON object are fields of a message. Tables of these are the whole format. */
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
  /** A list of values, or an object whose members are named values. */
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
export function writeMessage(into: WireWriter, { fields, others, extensions }: MessageType, value: Members): void {
  for (const [name, field] of Object.entries(fields)) {
    const member = value[name];
    if (member !== undefined) writeField(into, field, member);
  }
  for (const [name, member] of Object.entries(value)) {
    if (name in fields) continue;
    if (name.startsWith("x-") && extensions !== undefined)
      writeNamed(into, { number: extensions, of: "any" }, [name, member]);
    else if (others !== undefined) writeNamed(into, others, [name, member]);
  }
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

function writeNamed(
  into: WireWriter,
  { number, of }: FieldType,
  [name, value]: readonly [name: string, value: JsonValue],
): void {
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
  const out = new WireWriter();
  writeMessage(out, type, value);
  return out.finish();
}
