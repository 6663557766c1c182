import { tagOf, WireReader, WireWriter } from "@svc/base/protobuf";
import { DecodeError } from "../decoding/decode-error.ts";
import { ValueBudget } from "../decoding/value-budget.ts";
import { decoded, readFields } from "./decode.ts";

/** A message with the type of its object: the form of a protobuf body. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Buffer;
}

/**
 * Parses an envelope. @param magic the first bytes, which identify the format
 * @throws {DecodeError} of stage `type`
 */
export function openEnvelope(bytes: Buffer, magic: readonly number[]): Envelope {
  if (bytes.length === 0) throw new DecodeError("type", "empty data");
  if (bytes.length < magic.length || magic.some((byte, i) => bytes[i] !== byte)) {
    const expected = `[${magic.join(" ")}]`;
    throw new DecodeError(
      "type",
      `provided data does not appear to be a protobuf message, expected prefix ${expected}`,
    );
  }
  if (bytes.length === magic.length) throw new DecodeError("type", "empty body");
  try {
    return decoded(() => read(new WireReader(bytes, { start: magic.length, budget: new ValueBudget() })));
  } catch (error) {
    if (error instanceof DecodeError) throw new DecodeError("type", error.message);
    throw error;
  }
}

const envelopeForm = {
  name: "Unknown",
  fields: { 1: ["TypeMeta", 2], 2: ["Raw", 2], 3: ["ContentEncoding", 2], 4: ["ContentType", 2] },
} as const;
const typeForm = { name: "TypeMeta", fields: { 1: ["APIVersion", 2], 2: ["Kind", 2] } } as const;

function read(reader: WireReader): Envelope {
  let apiVersion = "";
  let kind = "";
  let raw: Buffer = Buffer.alloc(0);
  readFields(reader, envelopeForm, (field) => {
    if (field === "Raw") raw = reader.bytes();
    else if (field !== "TypeMeta") reader.string();
    else {
      const type = reader.message();
      readFields(type, typeForm, (member) => {
        if (member === "APIVersion") apiVersion = type.string();
        else kind = type.string();
      });
    }
  });
  return { apiVersion, kind, raw };
}

/** Encodes a message with its type. @param magic the first bytes, which identify the format */
export function sealEnvelope({ apiVersion, kind, raw }: Envelope, magic: readonly number[]): Buffer {
  return Buffer.concat(sealParts({ apiVersion, kind }, [raw], magic));
}

/** Like `sealEnvelope`, for a message in chunks, which are not copied. */
export function sealParts(
  { apiVersion, kind }: Omit<Envelope, "raw">,
  raw: readonly Buffer[],
  magic: readonly number[],
): readonly Buffer[] {
  const head = new WireWriter(apiVersion.length + kind.length + 32);
  head.raw(Buffer.from(magic));
  head.varint(tagOf(1, 2));
  head.message(() => {
    head.varint(tagOf(1, 2));
    head.string(apiVersion);
    head.varint(tagOf(2, 2));
    head.string(kind);
  });
  head.varint(tagOf(2, 2));
  head.varint(raw.reduce((sum, part) => sum + part.length, 0));
  return [head.finish(), ...raw, envelopeTail];
}

/** The content encoding and content type are written even though they are empty. */
const envelopeTail = Buffer.from([0x1a, 0, 0x22, 0]);

/** Encodes one watch event with its length prefix. @param object with its envelope */
export function watchFrame(type: string, object: Buffer): Buffer {
  const out = new WireWriter(object.length + 64);
  out.raw(Buffer.alloc(4));
  out.varint(tagOf(1, 2));
  out.string(type);
  out.varint(tagOf(2, 2));
  out.message(() => {
    out.varint(tagOf(1, 2));
    out.bytes(object);
  });
  const frame = out.finish();
  frame.writeUInt32BE(frame.length - 4, 0);
  return frame;
}

/** A list: its metadata, and its items, each with a tag. */
interface ListMetaFields {
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/**
 * Encodes the metadata of a list message; items follow with `listMessageItem`.
 *
 * @param field the number of the metadata in the message
 */
export function listMessageHead(metadata: ListMetaFields, field = 1): Buffer {
  const out = new WireWriter();
  out.varint(tagOf(field, 2));
  out.message(() => {
    out.varint(tagOf(1, 2));
    out.string("");
    out.varint(tagOf(2, 2));
    out.string(metadata.resourceVersion ?? "");
    out.varint(tagOf(3, 2));
    out.string(metadata.continue ?? "");
    if (metadata.remainingItemCount === undefined) return;
    out.varint(tagOf(4, 0));
    out.integer(metadata.remainingItemCount);
  });
  return out.finish();
}

/**
 * An item of a list: the tag and length, then its message.
 *
 * @param field the number of the items in the message
 */
export function listMessageItem(raw: Buffer, field = 2): Buffer {
  const out = new WireWriter(raw.length + 12);
  out.varint(tagOf(field, 2));
  out.bytes(raw);
  return out.finish();
}
