import { decodeUtf8, finishSteps } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import { type Body, bodyOf } from "./body.ts";
import { DecodeError } from "./decoding/decode-error.ts";
import { maxBodyValues, tooManyValues } from "./decoding/value-budget.ts";
import type { Exact } from "./json/exact.ts";
import { maxJsonDepth, parseExact } from "./json/parse.ts";
import { type Scan, scanJson } from "./json/scan.ts";
import { maxValueDepth } from "./json/to-json.ts";
import { typeMetaOf } from "./json/type-meta.ts";
import type { ObjectDecoder } from "./object-decoder.ts";
import type { ObjectType } from "./object-type.ts";
import { mismatch, type NormalizeContext } from "./typed/scalars.ts";

/** Parses a body by the fast parser where that loses nothing, else by the exact one. */
export function parseJsonBody(bytes: Uint8Array, decoder: ObjectDecoder): Body {
  return finishSteps(jsonBodySteps(bytes, decoder));
}

/** Like `parseJsonBody`, in interruptible steps. */
export function* jsonBodySteps(bytes: Uint8Array, decoder: ObjectDecoder): Generator<void, Body> {
  const scan = scanJson(bytes);
  // A value that is too deep is reported by the parser.
  if (scan.values > maxBodyValues && scan.depth <= maxJsonDepth) tooManyValues();
  yield;
  const plain = scan.lossless && scan.depth < maxValueDepth ? parsePlain(bytes) : undefined;
  if (plain === undefined || typeof plain !== "object" || plain === null || Array.isArray(plain)) {
    const exact = parseBody(bytes);
    return bodyOf(typeMetaOf(exact), (type) => decoder.exactSteps(exact, type));
  }
  const decodeFast = (type: ObjectType): ApiObject | typeof mismatch => takeScanned(decoder, { plain, type, scan });
  return {
    ...typeMetaOf(plain as Exact),
    decode: (type) => {
      const object = decodeFast(type);
      return object === mismatch ? decoder.exact(parseExact(bytes), type) : { object, strictErrors: [] };
    },
    *decodeSteps(type) {
      const object = decodeFast(type);
      if (object !== mismatch) return { object, strictErrors: [] };
      yield;
      const exact = parseExact(bytes);
      yield;
      return yield* decoder.exactSteps(exact, type);
    },
  };
}

function takeScanned(
  decoder: ObjectDecoder,
  { plain, type, scan }: { readonly plain: unknown; readonly type: ObjectType; readonly scan: Scan },
): ApiObject | typeof mismatch {
  const context: NormalizeContext = { members: 0 };
  const object = decoder.take(plain, type, context);
  // Fewer members than in the text: some repeat.
  return object !== mismatch && context.members === scan.members ? object : mismatch;
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

function parsePlain(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes));
  } catch {
    return undefined; // the exact parser reports the error
  }
}
