import { asBuffer } from "@svc/base";
import { type Body, bodyOf } from "./body.ts";
import type { ObjectDecoder } from "./object-decoder.ts";
import type { ObjectType } from "./object-type.ts";
import { createProtobufDecoder } from "./protobuf/decode.ts";
import { createProtobufEncoder } from "./protobuf/encode.ts";
import { openEnvelope } from "./protobuf/envelope.ts";
import { createMessagePlans } from "./protobuf/message-plan.ts";

/** Reads and writes protobuf messages. */
export class MessageBodies {
  readonly #objects: ObjectDecoder;
  readonly #plans = createMessagePlans();
  readonly #decoder = createProtobufDecoder(this.#plans);
  readonly #encoder = createProtobufEncoder(this.#plans);

  constructor(objects: ObjectDecoder) {
    this.#objects = objects;
  }

  parse(bytes: Uint8Array, magic: readonly number[]): Body {
    const { apiVersion, kind, raw } = openEnvelope(asBuffer(bytes), magic);
    const declared = { ...(apiVersion === "" ? {} : { apiVersion }), ...(kind === "" ? {} : { kind }) };
    const decoder = this.#decoder;
    const objects = this.#objects;
    return bodyOf(declared, function* ({ schema }) {
      const message = decoder.decode(schema, raw);
      yield;
      const object = objects.message(schema, message);
      if (apiVersion !== "") object.apiVersion = apiVersion;
      if (kind !== "") object.kind = kind;
      return { object, strictErrors: [] };
    });
  }

  encode(object: object, { schema }: Pick<ObjectType, "schema">): Buffer {
    return this.#encoder.encode(schema, object);
  }
}
