export { decodeUtf8 } from "@svc/base";
export type { Body, Decoded } from "./body.ts";
export { diagnoseCbor } from "./cbor/diagnose.ts";
export { readCbor } from "./cbor/read.ts";
export { cborToJsonObject } from "./cbor/to-json.ts";
export { arrayHead, cborPrefix, withMembers, writeCbor } from "./cbor/write.ts";
export { type Codec, type CodecOptions, createCodec } from "./codec.ts";
export { DecodeError, decodeErrorMessage, strictErrorMessage } from "./decoding/decode-error.ts";
export { maxBodyValues } from "./decoding/value-budget.ts";
export { type Exact, ExactObject } from "./json/exact.ts";
export { indentJson, indentSteps } from "./json/indent.ts";
export { parseExact } from "./json/parse.ts";
export { sortedJson } from "./json/sorted-writer.ts";
export { valueJson } from "./json/text.ts";
export { toJson } from "./json/to-json.ts";
export type { TypeMeta } from "./json/type-meta.ts";
export { type AcceptClause, namesOne, negotiate, parseAccept } from "./negotiation.ts";
export type { Format, ObjectType } from "./object-type.ts";
export {
  type Envelope,
  listMessageHead,
  listMessageItem,
  sealEnvelope,
  sealParts,
  watchFrame,
} from "./protobuf/envelope.ts";
export { readTime } from "./typed/time.ts";
export { createParseCache, type ReadCached } from "./yaml/parse-cache.ts";
export { type ReadYamlOptions, readYamlDocuments, readYamlValue, yamlValueSteps } from "./yaml/read.ts";
export { yamlOf, yamlSteps } from "./yaml/write.ts";
