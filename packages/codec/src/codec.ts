import { aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { ApiObject, JsonValue } from "@svc/meta";
import type { Body, Decoded } from "./body.ts";
import { cborOfJson, parseCborBody } from "./cbor-bodies.ts";
import { typeMetaOf } from "./json/type-meta.ts";
import { jsonBodySteps, parseJsonBody } from "./json-bodies.ts";
import { MessageBodies } from "./message-bodies.ts";
import { ObjectDecoder } from "./object-decoder.ts";
import { ObjectEncoder, type StoredOptions } from "./object-encoder.ts";
import type { ObjectType } from "./object-type.ts";
import { StoredObjects } from "./stored-objects.ts";
import type { RootType } from "./typed/encode-json.ts";
import { YamlBodies } from "./yaml-bodies.ts";

/** Encodes and decodes objects. Plans of types are built once and live as long as the codec. */
export interface Codec {
  /** @throws {DecodeError} of stage `type` */
  parseJson(bytes: Uint8Array): Body;
  /** The same in steps. @throws {DecodeError} of stage `type` */
  jsonSteps(bytes: Uint8Array): Generator<void, Body>;
  /** A text of one document. @throws {DecodeError} of stage `type`, also for several documents */
  parseYaml(bytes: Uint8Array): Body;
  /** All documents of a text, but for empty ones. @throws {DecodeError} of stage `type` */
  parseYamlDocuments(bytes: Uint8Array): readonly Body[];
  /**
   * The first document in steps, as the API reads bodies of requests: what follows it is not looked
   * at. @throws {DecodeError} of stage `type`
   */
  yamlSteps(bytes: Uint8Array): Generator<void, Body>;
  /**
   * @param magic the first bytes of the dialect's messages
   * @throws {DecodeError} of stage `type`
   */
  parseProtobuf(bytes: Uint8Array, magic: readonly number[]): Body;
  /**
   * @param expected the semantics of the expected type; the names of an object of an extension type
   * may be of any type. @default `typed`
   * @throws {DecodeError} of stage `type`; of stage `object` for an extension type
   */
  parseCbor(bytes: Uint8Array, expected?: ObjectType["semantics"]): Body;
  /** The message of an object of a compiled-in type, without its envelope. */
  encodeMessage(object: object, type: Pick<ObjectType, "schema">): Buffer;
  /** Converts JSON that this codec wrote to CBOR, without a prefix. */
  cborOf(json: Uint8Array, type: Pick<ObjectType, "schema" | "semantics">): Buffer;
  /**
   * Decodes a JSON value, such as the result of a patch, without changing it. Integers beyond their
   * type are truncated to its bits, not rejected: 3000000000 as an `int32` is -1294967296. @throws
   * {DecodeError} of stage `object`
   * @param like an object of the type: parts that are identical to its parts are copied as they are
   * @default none
   */
  decodeValue(value: JsonValue, type: ObjectType, like?: object): Decoded;
  /**
   * Like `decodeValue`, for a valid value that the caller gives up: it is converted in place.
   * Undefined for an invalid value, which is then unusable; `decodeValue` of another copy has the
   * error.
   */
  takeValue(value: JsonValue, type: ObjectType): ApiObject | undefined;
  /**
   * Reads the type of a JSON value, without changing it.
   * @throws {DecodeError} of stage `type`
   */
  parseValue(value: JsonValue): Body;
  /** Decodes JSON that this codec wrote. @throws {SyntaxError} for invalid JSON */
  decodeStored(bytes: Uint8Array, type: ObjectType): ApiObject;
  /**
   * Decodes JSON that was written for another definition of the type: fields that the type does not
   * have are dropped, and so are names and metadata of embedded objects that cannot be read.
   * @throws {DecodeError} of stage `object`
   */
  rereadStored(bytes: Uint8Array, type: ObjectType): ApiObject;
  /**
   * The same as `decodeStored`, not to be changed. Servers that share the codec get one object for
   * equal bytes of a key, where `maxSharedBytes` has room for it.
   */
  decodeShared(key: string, bytes: Uint8Array, type: ObjectType): ApiObject;
  /**
   * The object as it would be after storing and reading it: empty members that were kept until then
   * are dropped. May change the object in place.
   */
  asStored(object: ApiObject, type: ObjectType): ApiObject;
  /** JSON for the store: kind and apiVersion first, without a resourceVersion. */
  encodeStored(object: ApiObject, type: ObjectType, options: StoredOptions): Buffer;
  /** JSON of an object with all its members; `root` overrides its kind and apiVersion. */
  encodeJson(object: object, type: Pick<ObjectType, "schema" | "semantics">, root?: RootType): Buffer;
  /** The value that `encodeJson` writes. */
  valueOf(object: object, type: Pick<ObjectType, "schema" | "semantics">, root?: RootType): JsonValue;
}

/** Options of `createCodec`. */
export interface CodecOptions {
  /**
   * Bytes of stored objects that stay decoded for all servers that share the codec: forks of a
   * server begin with the same objects.
   * @default 0
   */
  readonly maxSharedBytes?: number;
}

const codecOptions = optionsOf<CodecOptions>({
  maxSharedBytes: optional(aNonNegativeNumber),
});

/**
 * Creates a codec. Its plans of types live as long as it does.
 * @throws {TypeError} for a wrong argument
 */
export function createCodec(options: CodecOptions = {}): Codec {
  checkArgument("createCodec: options", options, codecOptions);
  const { maxSharedBytes = 0 } = options;
  const decoder = new ObjectDecoder();
  const encoder = new ObjectEncoder();
  const messages = new MessageBodies(decoder);
  const yaml = new YamlBodies(decoder);
  const stored = new StoredObjects(decoder, maxSharedBytes);
  return {
    parseJson: (bytes) => parseJsonBody(bytes, decoder),
    jsonSteps: (bytes) => jsonBodySteps(bytes, decoder),
    parseYaml: (bytes) => yaml.parse(bytes),
    parseYamlDocuments: (bytes) => yaml.parseDocuments(bytes),
    yamlSteps: (bytes) => yaml.steps(bytes),
    parseProtobuf: (bytes, magic) => messages.parse(bytes, magic),
    parseCbor: (bytes, expected) => parseCborBody(bytes, decoder, expected),
    encodeMessage: (object, type) => messages.encode(object, type),
    cborOf: cborOfJson,
    decodeValue: (value, type, like) => decoder.value(value, type, { like, ofValue: true }),
    takeValue: (value, type) => decoder.fitting(value, type),
    parseValue: (value) => ({
      ...typeMetaOf(value as Parameters<typeof typeMetaOf>[0]),
      decode: (type) => decoder.value(value, type),
      decodeSteps: (type) => decoder.valueSteps(value, type),
    }),
    decodeStored: (bytes, type) => stored.decode(bytes, type),
    rereadStored: (bytes, type) => stored.reread(bytes, type),
    decodeShared: (key, bytes, type) => stored.decodeShared(key, bytes, type),
    asStored: (object, type) => decoder.asStored(object, type),
    encodeStored: (object, type, options) => encoder.stored(object, type, options),
    encodeJson: (object, type, root) => encoder.json(object, type, root),
    valueOf: (object, type, root) => encoder.value(object, type, root),
  };
}
