import { type Body, bodyOf, type Decoded } from "./body.ts";
import { DecodeError } from "./decoding/decode-error.ts";
import { typeMetaOf } from "./json/type-meta.ts";
import type { ObjectDecoder } from "./object-decoder.ts";
import type { ObjectType } from "./object-type.ts";
import { inKeyOrder } from "./yaml/in-key-order.ts";
import { readYaml, type YamlBody, yamlDocuments, yamlSteps } from "./yaml/read.ts";

/** Parses bodies in YAML. */
export class YamlBodies {
  readonly #decoder: ObjectDecoder;

  constructor(decoder: ObjectDecoder) {
    this.#decoder = decoder;
  }

  parse(bytes: Uint8Array): Body {
    return this.#bodyOf(readYaml(bytes));
  }

  parseDocuments(bytes: Uint8Array): readonly Body[] {
    return [...yamlDocuments(bytes)].map((document) => this.#bodyOf(document));
  }

  *steps(bytes: Uint8Array): Generator<void, Body> {
    const body = yield* yamlSteps(bytes, { documents: "first" });
    yield;
    return this.#bodyOf(body);
  }

  #bodyOf(body: YamlBody): Body {
    return bodyOf(typeMetaOf(body.value, "names"), (type) => this.#decode(body, type));
  }

  *#decode(body: YamlBody, type: ObjectType): Generator<void, Decoded> {
    const { value, duplicates: found } = body;
    try {
      const decoded = yield* this.#decoder.exactSteps(value, type, { found });
      if (decoded.strictErrors.length - found.length < 2) return decoded;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
    }
    // Only errors show the order of members.
    yield;
    const sorted = inKeyOrder(value);
    yield;
    return yield* this.#decoder.exactSteps(sorted, type, { found });
  }
}
