import { tagOf, WireError, WireReader, WireWriter, wireType } from "@svc/base/protobuf";

/**
 * Builds one of etcd's messages. Fields with default values are left out. Integers are JavaScript
 * numbers: nothing here reads ids beyond 2^53.
 */
export interface MessageWriter {
  int(field: number, value: number): MessageWriter;
  bool(field: number, value: boolean): MessageWriter;
  bytes(field: number, value: Uint8Array): MessageWriter;
  text(field: number, value: string): MessageWriter;
  /** Written even if it is empty: its presence has a meaning. */
  message(field: number, value: MessageWriter): MessageWriter;
  /** Bytes written so far. */
  readonly length: number;
  /** Returns the message; nothing may be added afterwards. */
  finish(): Buffer;
}

/** Creates an empty message. */
export function createMessage(): MessageWriter {
  const out = new WireWriter();
  const delimited = (field: number, value: Uint8Array): void => {
    out.varint(tagOf(field, wireType.lengthDelimited));
    out.bytes(value);
  };
  const writer: MessageWriter = {
    int(field, value) {
      if (value === 0) return writer;
      out.varint(tagOf(field, wireType.varint));
      out.varint(value);
      return writer;
    },
    bool: (field, value) => writer.int(field, value ? 1 : 0),
    bytes(field, value) {
      if (value.byteLength > 0) delimited(field, value);
      return writer;
    },
    text: (field, value) => writer.bytes(field, Buffer.from(value)),
    message(field, value) {
      delimited(field, value.finish());
      return writer;
    },
    get length() {
      return out.length;
    },
    finish: () => out.finish(),
  };
  return writer;
}

/** Value of a field: a varint as number, other types as bytes. */
export type FieldValue = number | Buffer;

/**
 * Calls back for each field, in order: a number for a varint, bytes (a view, not a copy) for
 * everything else.
 * @throws {WireError} when the bytes are no message
 */
export function readMessage(bytes: Buffer, visit: (field: number, value: FieldValue) => void): void {
  const reader = new WireReader(bytes);
  while (!reader.done) {
    const tag = reader.tag();
    switch (tag & 7) {
      case wireType.varint:
        visit(tag >>> 3, Number(reader.int64()));
        break;
      case wireType.lengthDelimited:
        visit(tag >>> 3, reader.bytes());
        break;
      case wireType.fixed64:
      case wireType.fixed32:
        reader.skip(tag & 7);
        break;
      default:
        throw new WireError(`illegal wireType ${tag & 7}`);
    }
  }
}
