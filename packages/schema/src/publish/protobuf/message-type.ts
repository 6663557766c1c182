import type { JsonValue } from "@svc/meta";
import type { MessageWriter } from "./wire.ts";

/** How members of a JSON object are fields of a message. Tables of these are the whole format. */
export interface MessageType {
  /** By the names of members, in order of their numbers. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Members with other names. */
  readonly others?: Readonly<{ readonly number: number; readonly of: ValueType }>;
  /** The number of members that begin with `x-`. */
  readonly extensions?: number;
}

export interface FieldType {
  readonly number: number;
  readonly of: ValueType;
  /** A list of such values, or an object whose members are such values with names. */
  readonly many?: "list" | "named";
}

export type ValueType =
  | "text"
  | "bool"
  | "integer"
  | "double"
  /** Any JSON, as text. */
  | "any"
  /** A message in which the value decides which field there is, or that there is none. */
  | ((value: JsonValue) => FieldType | undefined)
  /** A message with one field. */
  | { readonly wrapped: FieldType }
  /** Types refer to each other. */
  | { readonly message: () => MessageType };

type Members = Readonly<Record<string, JsonValue>>;

/** Writes an object as the message that it is. Zero, false and empty text are left out. */
export function writeMessage(into: MessageWriter, { fields, others, extensions }: MessageType, value: Members): void {
  for (const [name, field] of Object.entries(fields)) {
    const member = value[name];
    if (member !== undefined) writeField(into, field, member);
  }
  for (const [name, member] of Object.entries(value)) {
    if (name in fields) continue;
    if (name.startsWith("x-") && extensions !== undefined)
      writeNamed(into, { number: extensions, of: "any" }, name, member);
    else if (others !== undefined) writeNamed(into, others, name, member);
  }
}

function writeField(into: MessageWriter, field: FieldType, value: JsonValue): void {
  if (field.many === "list") {
    for (const item of value as readonly JsonValue[]) writeValue(into, field.number, field.of, item, true);
  } else if (field.many === "named") {
    into.message(field.number, (all) => {
      for (const [name, member] of Object.entries(value as Members))
        writeNamed(all, { number: 1, of: field.of }, name, member);
    });
  } else writeValue(into, field.number, field.of, value, false);
}

function writeNamed(into: MessageWriter, { number, of }: FieldType, name: string, value: JsonValue): void {
  into.message(number, (named) => {
    named.text(1, name);
    writeValue(named, 2, of, value, true);
  });
}

/** @param whole zero is written too: an item of a list, a named value, a choice */
function writeValue(into: MessageWriter, number: number, of: ValueType, value: JsonValue, whole: boolean): void {
  if (of === "any") into.message(number, (any) => any.text(2, `${JSON.stringify(value)}\n`));
  else if (of === "text") {
    if (whole || value !== "") into.text(number, String(value));
  } else if (of === "bool") {
    if (whole || value === true) into.varint(number, value === true ? 1 : 0);
  } else if (of === "integer") {
    if (whole || value !== 0) into.varint(number, Number(value));
  } else if (of === "double") {
    if (whole || value !== 0) into.double(number, Number(value));
  } else if (typeof of === "function") {
    const chosen = of(value);
    into.message(number, (choice) => {
      if (chosen !== undefined) writeValue(choice, chosen.number, chosen.of, value, true);
    });
  } else if ("wrapped" in of) into.message(number, (inner) => writeField(inner, of.wrapped, value));
  else into.message(number, (inner) => writeMessage(inner, of.message(), value as Members));
}
