import { parseDuration } from "@svc/base";
import { tagOf, WireWriter } from "@svc/base/protobuf";
import { parseTime } from "@svc/meta";
import type { Field, Schema, StructSchema } from "@svc/schema";
import { sortedKeys, valueJson } from "../json/text.ts";
import { variantOf } from "../typed/normalize.ts";
import type { Entry, MessagePlan } from "./message-plan.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * Writes a field with its tag. Fields that are not pointers are written even when the value is
 * undefined.
 */
type Write = (out: WireWriter, value: unknown) => void;

/** Writes only the value; the tag is already written. */
type WriteValue = (out: WireWriter, value: unknown) => void;

/** Encodes objects of compiled-in types as messages. Source: the wire rules of the API's tables. */
interface ProtobufEncoder {
  /** The message of an object, without its envelope. */
  encode(struct: StructSchema, object: object): Buffer;
}

export function createProtobufEncoder(plansOf: (struct: StructSchema) => MessagePlan): ProtobufEncoder {
  return new MessageEncoder(plansOf);
}

class MessageEncoder implements ProtobufEncoder {
  readonly #plansOf: (struct: StructSchema) => MessagePlan;
  readonly #writers = new WeakMap<StructSchema, Write>();

  constructor(plansOf: (struct: StructSchema) => MessagePlan) {
    this.#plansOf = plansOf;
  }

  encode(struct: StructSchema, object: object): Buffer {
    const out = new WireWriter();
    this.#structWriter(struct)(out, object);
    return out.finish();
  }

  /**
   * Returns the writer of a struct. Writers are built on first use, since structs may be recursive.
   */
  #structWriter(struct: StructSchema): Write {
    const known = this.#writers.get(struct);
    if (known !== undefined) return known;
    let planned: Write | undefined;
    const lazy: Write = (out, value) => {
      planned ??= this.#planWriter(this.#plansOf(struct));
      planned(out, value);
    };
    this.#writers.set(struct, lazy);
    return lazy;
  }

  #planWriter({ entries }: MessagePlan): Write {
    const writes = entries.map((entry) => this.#entryWriter(entry));
    return (out, value) => {
      for (const write of writes) write(out, value);
    };
  }

  /** Returns the writer of one entry of a message. */
  #entryWriter(entry: Entry): Write {
    if (entry.kind === "inline") {
      const write = this.#planWriter(entry.plan);
      const tag = tagOf(entry.number, 2);
      return (out, object) => {
        out.varint(tag);
        out.message(() => write(out, object));
      };
    }
    const { name } = entry.field;
    const write = this.#fieldWriter(entry.field);
    return (out, object) => write(out, (object as Members | undefined)?.[name]);
  }

  #fieldWriter(field: Field): Write {
    const { schema, proto, presence } = field;
    const number = proto?.number ?? 0;
    if (proto?.wrapped === true) return wrapped(number);
    if (schema.type === "list") return this.#repeated(number, schema.items);
    if (schema.type === "map") return this.#mapped(number, schema.values);
    const { write, wireType } = this.#valueWriter(schema, proto?.type);
    const tag = tagOf(number, wireType);
    const pointer = presence === "explicit" || presence === "explicitAlways" || schema.type === "bytes";
    return (out, value) => {
      if (pointer && (value === undefined || value === null)) return;
      out.varint(tag);
      write(out, value);
    };
  }

  #repeated(number: number, items: Schema): Write {
    const { write, wireType } = this.#valueWriter(items, undefined);
    const tag = tagOf(number, wireType);
    return (out, value) => {
      if (!Array.isArray(value)) return;
      for (const item of value as readonly unknown[]) {
        out.varint(tag);
        write(out, item);
      }
    };
  }

  #mapped(number: number, values: Schema): Write {
    const tag = tagOf(number, 2);
    const { write, wireType } = this.#valueWriter(values, undefined);
    const valueTag = tagOf(2, wireType);
    return (out, value) => {
      if (typeof value !== "object" || value === null) return;
      const members = value as Members;
      for (const key of sortedKeys(members)) {
        out.varint(tag);
        out.message(() => {
          out.varint(tagOf(1, 2));
          out.string(key);
          out.varint(valueTag);
          write(out, members[key]);
        });
      }
    };
  }

  #valueWriter(schema: Schema, type: string | undefined): { readonly write: WriteValue; readonly wireType: number } {
    switch (schema.type) {
      case "string":
        return { wireType: 2, write: (out, value) => out.string((value as string | undefined) ?? "") };
      case "boolean":
        return { wireType: 0, write: (out, value) => out.varint(value === true ? 1 : 0) };
      case "integer":
        return { wireType: 0, write: (out, value) => out.integer((value as number | bigint | undefined) ?? 0) };
      case "number":
        return { wireType: 1, write: (out, value) => out.double((value as number | undefined) ?? 0) };
      case "bytes":
        return {
          wireType: 2,
          write: (out, value) => out.bytes(Buffer.from((value as string | undefined) ?? "", "base64")),
        };
      case "struct": {
        const write = this.#structWriter(schema);
        return { wireType: 2, write: (out, value) => out.message(() => write(out, value)) };
      }
      case "list":
        // A list as the value of a map is wrapped in a message.
        return nested(this.#repeated(1, schema.items));
      case "quantity":
        if (type === "string")
          return { wireType: 2, write: (out, value) => out.string((value as string | undefined) ?? "0") };
        return nested((out, value) => {
          out.varint(tagOf(1, 2));
          out.string((value as string | undefined) ?? "0");
        });
      case "intOrString":
        return nested(writeIntOrString);
      case "time":
      case "microTime":
        return nested(writeTime);
      case "duration":
        return nested((out, value) => {
          out.varint(tagOf(1, 0));
          out.integer(parseDuration((value as string | undefined) ?? "0s") ?? 0n);
        });
      case "rawExtension":
      case "fieldsV1":
      case "json":
      case "any":
        return nested((out, value) => {
          if (value === undefined || value === null) return;
          out.varint(tagOf(1, 2));
          out.string(valueJson(value));
        });
      case "schemaOrBool":
      case "schemaOrList":
      case "schemaOrStrings":
        return nested(variantWriter(schema.type, this.#structWriter(variantOf(schema))));
      case "map":
        throw new TypeError("a map within a list or a map has no message");
    }
  }
}

function nested(write: Write): { readonly write: WriteValue; readonly wireType: number } {
  return { wireType: 2, write: (out, value) => out.message(() => write(out, value)) };
}

/** A list of strings wrapped in a message, so that empty differs from unset. */
function wrapped(number: number): Write {
  return (out, value) => {
    if (!Array.isArray(value)) return;
    out.varint(tagOf(number, 2));
    out.message(() => {
      for (const item of value as readonly string[]) {
        out.varint(tagOf(1, 2));
        out.string(item);
      }
    });
  };
}

function writeIntOrString(out: WireWriter, value: unknown): void {
  const isText = typeof value === "string";
  out.varint(tagOf(1, 0));
  out.varint(isText ? 1 : 0);
  out.varint(tagOf(2, 0));
  out.integer(isText ? 0 : ((value as number | undefined) ?? 0));
  out.varint(tagOf(3, 2));
  out.string(isText ? value : "");
}

/** An unset time is an empty message. */
function writeTime(out: WireWriter, value: unknown): void {
  const instant = typeof value === "string" ? parseTime(value) : undefined;
  if (instant === undefined) return;
  out.varint(tagOf(1, 0));
  out.integer(instant.seconds);
  out.varint(tagOf(2, 0));
  out.integer(instant.nanos);
}

function variantWriter(type: "schemaOrBool" | "schemaOrList" | "schemaOrStrings", writeSchema: Write): Write {
  const schemaAt = (out: WireWriter, number: number, value: unknown): void => {
    out.varint(tagOf(number, 2));
    out.message(() => writeSchema(out, value));
  };
  if (type === "schemaOrBool") {
    return (out, value) => {
      out.varint(tagOf(1, 0));
      out.varint(value === false ? 0 : 1);
      if (typeof value === "object" && value !== null) schemaAt(out, 2, value);
    };
  }
  return (out, value) => {
    if (!Array.isArray(value)) {
      if (typeof value === "object" && value !== null) schemaAt(out, 1, value);
      return;
    }
    for (const item of value as readonly unknown[]) {
      if (type === "schemaOrList") schemaAt(out, 2, item);
      else {
        out.varint(tagOf(2, 2));
        out.string(item as string);
      }
    }
  };
}
