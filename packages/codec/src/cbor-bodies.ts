import { decodeUtf8 } from "@svc/base";
import { type Body, bodyOf } from "./body.ts";
import { decodeCborExact } from "./cbor/exact-decode.ts";
import type { Item } from "./cbor/item.ts";
import { readCbor } from "./cbor/read.ts";
import { cborToJson } from "./cbor/to-json.ts";
import { itemNamesOf, itemTypeOf, unknownType } from "./cbor/type.ts";
import { writeCbor } from "./cbor/write.ts";
import { DecodeError } from "./decoding/decode-error.ts";
import type { Exact } from "./json/exact.ts";
import { parseOwn } from "./json/plain.ts";
import { type ObjectDecoder, typeNameOf } from "./object-decoder.ts";
import type { ObjectType } from "./object-type.ts";

/**
 * Parses a body in CBOR.
 * @param expected the semantics of the expected type
 */
export function parseCborBody(
  bytes: Uint8Array,
  decoder: ObjectDecoder,
  expected: ObjectType["semantics"] = "typed",
): Body {
  const item = itemOf(bytes);
  if (expected === "structural") {
    const declared = itemNamesOf(item);
    // The original decodes objects of extension types before it looks at their names.
    const json = cborToJson(item) as Exact;
    return bodyOf(declared, (type) => decoder.exactSteps(json, type));
  }
  return bodyOf(itemTypeOf(item), function* (type) {
    const { schema } = type;
    if (type.semantics === "structural") return yield* decoder.exactSteps(cborToJson(item) as Exact, type);
    const { value, strictErrors } = decodeCborExact(schema, item, typeNameOf(schema));
    yield;
    return { object: decoder.normalized(type, value), strictErrors };
  });
}

/** @throws {DecodeError} with the messages of a decoder that reads the type first */
function itemOf(bytes: Uint8Array): Item {
  try {
    return readCbor(bytes);
  } catch (error) {
    throw error instanceof DecodeError ? unknownType(error) : error;
  }
}

/** Converts JSON that a codec wrote to CBOR, without a prefix. */
export function cborOfJson(json: Uint8Array, { schema, semantics }: Pick<ObjectType, "schema" | "semantics">): Buffer {
  // In extension types floats are recognized by value: only fractions are floats.
  return writeCbor(parseOwn(decodeUtf8(json)), semantics === "structural" ? undefined : schema);
}
