import { asBuffer, decodeUtf8, finishSteps } from "@svc/base";
import { type ApiObject, formatApiVersion, type JsonValue } from "@svc/meta";
import type { StructSchema } from "@svc/schema";
import { decodeCborExact } from "./cbor/exact-decode.ts";
import type { Item } from "./cbor/item.ts";
import { readCbor } from "./cbor/read.ts";
import { cborToJson } from "./cbor/to-json.ts";
import { itemTypeOf, unknownType } from "./cbor/type.ts";
import { writeCbor } from "./cbor/write.ts";
import { DecodeError } from "./decoding/decode-error.ts";
import { createStrictErrors } from "./decoding/strict-errors.ts";
import { maxBodyValues, tooManyValues } from "./decoding/value-budget.ts";
import { copyWithSharing } from "./json/copy-with-sharing.ts";
import type { Exact } from "./json/exact.ts";
import { maxJsonDepth, parseExact } from "./json/parse.ts";
import { parseOwn } from "./json/plain.ts";
import { type Scan, scanJson } from "./json/scan.ts";
import { quoteJson, sortedJson, sortedKeys } from "./json/text.ts";
import { createTextCache, type Unchanged } from "./json/text-cache.ts";
import { maxValueDepth } from "./json/to-json.ts";
import { type TypeMeta, typeMetaOf } from "./json/type-meta.ts";
import type { ObjectType } from "./object-type.ts";
import { createProtobufDecoder } from "./protobuf/decode.ts";
import { createProtobufEncoder } from "./protobuf/encode.ts";
import { openEnvelope } from "./protobuf/envelope.ts";
import { createMessagePlans } from "./protobuf/message-plan.ts";
import { createStructuralDecoder, metadataOf } from "./structural/decode.ts";
import { createJsonEncoder, type RootType } from "./typed/encode-json.ts";
import { decodeExact } from "./typed/exact-decode.ts";
import { createNormalizers, type Normalizers } from "./typed/normalize.ts";
import { mismatch, type NormalizeContext } from "./typed/scalars.ts";
import { readYaml, type YamlBody, yamlDocuments, yamlSteps } from "./yaml/read.ts";

/** A decoded object, and what a strict decoder would report of its body. */
export interface Decoded {
  readonly object: ApiObject;
  /** Errors of a strict decoder: unknown and repeated fields. */
  readonly strictErrors: readonly string[];
}

/** A body with a known kind and unchecked content. It can be decoded once. */
export interface Body extends TypeMeta {
  /** @throws {DecodeError} of stage `object` */
  decode(type: ObjectType): Decoded;
  /** Like `decode`, in interruptible steps. @throws {DecodeError} of stage `object` */
  decodeSteps(type: ObjectType): Generator<void, Decoded>;
}

interface StoredOptions {
  /** Allocates memory for the bytes. @default a new buffer */
  readonly take?: (bytes: number) => Buffer;
  /**
   * Immutable parts shared with the previous version of the object: the text of large ones is
   * cached with them.
   */
  readonly unchanged?: ReadonlySet<object> | undefined;
}

/** Encodes and decodes objects. Plans of types are built once and live as long as the codec. */
export interface Codec {
  /** @throws {DecodeError} of stage `type` */
  parseJson(bytes: Uint8Array): Body;
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
  /** @throws {DecodeError} of stage `type` */
  parseCbor(bytes: Uint8Array): Body;
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
   * The object as it would be after storing and reading it: empty members that were kept until then
   * are dropped. May change the object in place.
   */
  asStored(object: ApiObject, type: ObjectType): ApiObject;
  /** JSON for the store: kind and apiVersion first, without a resourceVersion. */
  encodeStored(object: ApiObject, type: ObjectType, kind: string, options?: StoredOptions): Buffer;
  /** JSON of an object with all its members; `root` overrides its kind and apiVersion. */
  encodeJson(object: object, type: Pick<ObjectType, "schema" | "semantics">, root?: RootType): Buffer;
  /** The value that `encodeJson` writes. */
  valueOf(object: object, type: Pick<ObjectType, "schema" | "semantics">, root?: RootType): JsonValue;
}

/** Creates a codec. It has no options; its plans of types live as long as it does. */
export function createCodec(): Codec {
  const normalizers = createNormalizers();
  const keepingNormalizers = createNormalizers("kept");
  const encoder = createJsonEncoder();
  const structural = createStructuralDecoder(normalizers);
  const plans = createMessagePlans();
  const messages = createProtobufDecoder(plans);
  const messageEncoder = createProtobufEncoder(plans);

  function* exactSteps(
    value: Exact,
    type: ObjectType,
    { found = [], ofValue = false }: { readonly found?: readonly string[]; readonly ofValue?: boolean } = {},
  ): Generator<void, Decoded> {
    const strict = createStrictErrors();
    for (const message of found) strict.add(message);
    const { schema } = type;
    if (type.semantics === "structural")
      return { object: structural.exact(schema, value, strict), strictErrors: strict.list };
    const decoded = decodeExact(schema, value, { strict, typeName: typeNameOf(schema), ofValue });
    yield;
    return { object: normalize(schema, decoded, normalizersOf(type)), strictErrors: strict.list };
  }
  const decodeWhole = (...given: Parameters<typeof exactSteps>): Decoded => finishSteps(exactSteps(...given));

  const normalizersOf = ({ empties }: ObjectType): Normalizers =>
    empties === "kept" ? keepingNormalizers : normalizers;

  const normalize = (schema: StructSchema, value: unknown, using: Normalizers = normalizers): ApiObject => {
    const normalized = using(schema)(value, { members: 0 });
    if (normalized === mismatch) throw new TypeError(`a value that was read does not fit ${schema.name ?? "its type"}`);
    return normalized as ApiObject;
  };

  const take = (value: unknown, type: ObjectType, context: NormalizeContext): ApiObject | typeof mismatch =>
    type.semantics === "structural"
      ? structural.fast(type.schema, value, context)
      : (normalizersOf(type)(type.schema)(value, context) as ApiObject | typeof mismatch);

  /**
   * A message may hold invalid text, such as a malformed quantity: the exact decoder has the error.
   */
  const normalizeMessage = (schema: StructSchema, value: unknown): ApiObject => {
    const normalized = normalizers(schema)(value, { members: 0 });
    if (normalized !== mismatch) return normalized as ApiObject;
    decodeExact(schema, value as Exact, { strict: createStrictErrors(), typeName: typeNameOf(schema) });
    throw new DecodeError("object", "a field of the message has a value that its type does not take");
  };

  const decodeFast = (value: unknown, type: ObjectType, scan: Scan): ApiObject | typeof mismatch => {
    const context: NormalizeContext = { members: 0 };
    const object = take(value, type, context);
    // Fewer members than in the text: some repeat.
    return object !== mismatch && context.members === scan.members ? object : mismatch;
  };

  function* valueSteps(
    value: JsonValue,
    type: ObjectType,
    { like, ...options }: { readonly like?: object | undefined; readonly ofValue?: boolean } = {},
  ): Generator<void, Decoded> {
    // Parts of extension types are not shared when their schema may have changed.
    const { copy, normalized } = copyWithSharing(value, type.semantics === "structural" ? undefined : like);
    yield;
    const object = take(copy, type, { members: 0, normalized });
    if (object !== mismatch) return { object, strictErrors: [] };
    yield;
    return yield* exactSteps(value as Exact, type, options);
  }
  const decodeValue = (...given: Parameters<typeof valueSteps>): Decoded => finishSteps(valueSteps(...given));

  const kept = createTextCache();
  const member = kept(sortedJson);
  const encode = (
    object: object,
    type: Pick<ObjectType, "schema" | "semantics">,
    { root, unchanged }: { readonly root?: RootType; readonly unchanged?: Unchanged },
  ): string =>
    type.semantics === "structural"
      ? structuralJson(object as ApiObject, {
          ...root,
          metadata: (meta) => encoder.encode(metadataOf(type.schema), meta),
          member: (value) => member(value, unchanged),
        })
      : encoder.encode(type.schema, object, { root, unchanged });

  const yamlBody = ({ value, duplicates }: YamlBody): Body =>
    bodyOf(typeMetaOf(value), (type) => exactSteps(value, type, { found: duplicates }));

  return {
    parseJson: (bytes) => {
      const scan = scanJson(bytes);
      // A value that is too deep is reported by the parser.
      if (scan.values > maxBodyValues && scan.depth <= maxJsonDepth) tooManyValues();
      const plain = scan.lossless && scan.depth < maxValueDepth ? parsePlain(bytes) : undefined;
      if (plain === undefined || typeof plain !== "object" || plain === null || Array.isArray(plain)) {
        const exact = parseBody(bytes);
        return bodyOf(typeMetaOf(exact), (type) => exactSteps(exact, type));
      }
      return {
        ...typeMetaOf(plain as Exact),
        decode: (type) => {
          const object = decodeFast(plain, type, scan);
          return object === mismatch ? decodeWhole(parseExact(bytes), type) : { object, strictErrors: [] };
        },
        *decodeSteps(type) {
          const object = decodeFast(plain, type, scan);
          if (object !== mismatch) return { object, strictErrors: [] };
          yield;
          const exact = parseExact(bytes);
          yield;
          return yield* exactSteps(exact, type);
        },
      };
    },
    parseYaml: (bytes) => yamlBody(readYaml(bytes)),
    parseYamlDocuments: (bytes) => [...yamlDocuments(bytes)].map(yamlBody),
    *yamlSteps(bytes) {
      const body = yield* yamlSteps(bytes, { documents: "first" });
      yield;
      return yamlBody(body);
    },
    parseProtobuf: (bytes, magic) => {
      const { apiVersion, kind, raw } = openEnvelope(asBuffer(bytes), magic);
      const says = { ...(apiVersion === "" ? {} : { apiVersion }), ...(kind === "" ? {} : { kind }) };
      return bodyOf(says, function* ({ schema }) {
        const message = messages.decode(schema, raw);
        yield;
        const object = normalizeMessage(schema, message);
        if (apiVersion !== "") object.apiVersion = apiVersion;
        if (kind !== "") object.kind = kind;
        return { object, strictErrors: [] };
      });
    },
    parseCbor: (bytes) => {
      const item = itemOf(bytes);
      return bodyOf(itemTypeOf(item), function* (type) {
        const { schema } = type;
        if (type.semantics === "structural") return yield* exactSteps(cborToJson(item) as Exact, type);
        const { value, strictErrors } = decodeCborExact(schema, item, typeNameOf(schema));
        yield;
        return { object: normalize(schema, value, normalizersOf(type)), strictErrors };
      });
    },
    encodeMessage: (object, { schema }) => messageEncoder.encode(schema, object),
    // In extension types floats are recognized by value: only fractions are floats.
    cborOf: (json, { schema, semantics }) =>
      writeCbor(parseOwn(decodeUtf8(json)), semantics === "structural" ? undefined : schema),
    decodeValue: (value, type, like) => decodeValue(value, type, { like, ofValue: true }),
    takeValue: (value, type) => {
      const object = take(value, type, { members: 0 });
      return object === mismatch ? undefined : object;
    },
    parseValue: (value) => ({
      ...typeMetaOf(value as Exact),
      decode: (type) => decodeValue(value, type),
      decodeSteps: (type) => valueSteps(value, type),
    }),
    decodeStored: (bytes, type) => {
      const value = parseStored(bytes);
      if (type.semantics !== "structural") return normalize(type.schema, value);
      value.metadata = normalize(metadataOf(type.schema), value.metadata ?? {}) as ApiObject["metadata"];
      return value;
    },
    asStored: (object, type) => (type.empties === "kept" ? normalize(type.schema, object) : object),
    encodeStored: (object, type, kind, { take = Buffer.allocUnsafeSlow, unchanged } = {}) => {
      const { metadata } = object;
      const { resourceVersion } = metadata;
      // An empty resourceVersion is omitted. Deleting the member would leave the object in V8's
      // slow mode.
      if (resourceVersion !== undefined) metadata.resourceVersion = "";
      try {
        const text = encode(object, type, { root: { kind, apiVersion: formatApiVersion(type) }, unchanged });
        // Not from Node's pool: long-lived bytes would keep a pool with short-lived ones in memory.
        const bytes = take(Buffer.byteLength(text));
        bytes.write(text);
        return bytes;
      } finally {
        if (resourceVersion !== undefined) metadata.resourceVersion = resourceVersion;
      }
    },
    encodeJson: (object, type, root) => {
      const { kind, apiVersion } = object as ApiObject;
      return Buffer.from(encode(object, type, { root: root ?? { kind, apiVersion } }));
    },
    valueOf: (object, type, root) => {
      const { kind, apiVersion } = object as ApiObject;
      return parseOwn(encode(object, type, { root: root ?? { kind, apiVersion } }));
    },
  };
}

function bodyOf(says: TypeMeta, decodeSteps: Body["decodeSteps"]): Body {
  return { ...says, decode: (type) => finishSteps(decodeSteps(type)), decodeSteps };
}

/** @throws {DecodeError} with the messages of a decoder that reads the type first */
function parseBody(bytes: Uint8Array): Exact {
  try {
    return parseExact(bytes);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new DecodeError("type", `couldn't get version/kind; json parse error: ${error.message}`);
  }
}

/** @throws {DecodeError} with the messages of a decoder that reads the type first */
function itemOf(bytes: Uint8Array): Item {
  try {
    return readCbor(bytes);
  } catch (error) {
    throw error instanceof DecodeError ? unknownType(error) : error;
  }
}

function parsePlain(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes));
  } catch {
    return undefined; // the exact parser reports the error
  }
}

function parseStored(bytes: Uint8Array): ApiObject {
  return parseOwn(decodeUtf8(bytes)) as unknown as ApiObject;
}

interface StructuralWriter extends RootType {
  readonly metadata: (meta: object) => string;
  readonly member: (value: unknown) => string;
}

/**
 * Extension types have no order of fields: members are sorted, after kind, apiVersion and metadata.
 */
function structuralJson(object: ApiObject, { kind, apiVersion, metadata, member }: StructuralWriter): string {
  const parts: string[] = [];
  if (kind !== undefined) parts.push(`"kind":${quoteJson(kind)}`);
  if (apiVersion !== undefined) parts.push(`"apiVersion":${quoteJson(apiVersion)}`);
  parts.push(`"metadata":${metadata(object.metadata)}`);
  for (const name of sortedKeys(object)) {
    const value = object[name];
    if (value === undefined || name === "kind" || name === "apiVersion" || name === "metadata") continue;
    parts.push(`${quoteJson(name)}:${member(value)}`);
  }
  return `{${parts.join(",")}}`;
}

/** `core/v1.Pod` → `v1.Pod` */
function typeNameOf({ name = "" }: StructSchema): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
