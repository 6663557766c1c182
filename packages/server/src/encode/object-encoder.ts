import { createCborEncoder } from "./cbor-encoder.ts";
import { createJsonEncoder, type JsonEncoder } from "./json-encoder.ts";
import { createProtobufEncoder } from "./protobuf-encoder.ts";
import {
  type EncoderParts,
  type FormatEncoder,
  type Served,
  type ServedObjects,
  servedObjects,
} from "./served-objects.ts";
import { createTableEncoder, type TableEncoder } from "./table-encoder.ts";

/**
 * Writes objects of one resource version, in each format. JSON in the version that is stored is the
 * stored bytes.
 */
export interface ObjectEncoder extends TableEncoder {
  readonly json: JsonEncoder;
  readonly protobuf: FormatEncoder;
  readonly cbor: FormatEncoder;
  /**
   * Waits for conversions that objects need before they can be written; undefined for none.
   * @throws {StatusError}
   */
  readonly prepare: ServedObjects["prepare"];
  readonly read: ServedObjects["read"];
}

/** The encoder of each version of each resource, created on first use. */
export function objectEncoders(parts: EncoderParts): (served: Served) => ObjectEncoder {
  const encoders = new WeakMap<Served["version"], ObjectEncoder>();
  let count = 0;
  return ({ definition, version }) => {
    let encoder = encoders.get(version);
    if (encoder === undefined) {
      encoder = createObjectEncoder(parts, { definition, version, serial: ++count });
      encoders.set(version, encoder);
    }
    return encoder;
  };
}

function createObjectEncoder(parts: EncoderParts, served: Served & { readonly serial: number }): ObjectEncoder {
  const objects = servedObjects(parts, served);
  const json = createJsonEncoder(parts, objects);
  return {
    prepare: objects.prepare,
    read: objects.read,
    json,
    protobuf: createProtobufEncoder(parts, objects),
    cbor: createCborEncoder(parts, objects, json),
    ...createTableEncoder(parts.dialect.expand("meta.{api}"), objects, json),
  };
}
