import { type Body, bodyOf } from "./body.ts";
import { typeMetaOf } from "./json/type-meta.ts";
import type { ObjectDecoder } from "./object-decoder.ts";
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

  #bodyOf({ value, duplicates }: YamlBody): Body {
    return bodyOf(typeMetaOf(value), (type) => this.#decoder.exactSteps(value, type, { found: duplicates }));
  }
}
