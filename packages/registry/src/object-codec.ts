import { checkArgument, withMethods } from "@svc/base/check";
import type { Codec } from "@svc/codec";
import type { ApiObject } from "@svc/meta";
import type { ResourceVersion } from "@svc/schema";

interface EncodeOptions {
  readonly kind: string;
  /** Allocates memory for the bytes. @default a buffer of their own */
  readonly take?: (bytes: number) => Buffer;
  /** Immutable parts shared with the previous version of the object. */
  readonly unchanged?: ReadonlySet<object> | undefined;
}

/** The codec between stored bytes and objects. */
export interface ObjectCodec {
  /**
   * Stored JSON into an object of a version, as decoding gives it.
   * @throws when the bytes are none
   */
  parse(bytes: Buffer, version: ResourceVersion): ApiObject;
  /** The same, not to be changed: servers may share it. @param key of the stored value */
  parseShared(key: string, bytes: Buffer, version: ResourceVersion): ApiObject;
  /**
   * Reads JSON that another definition wrote: fields that the version does not have are dropped.
   */
  reread(bytes: Buffer, version: ResourceVersion): ApiObject;
  /** The object as it would be after storing and reading it; may be changed in place. */
  asStored(object: ApiObject, version: ResourceVersion): ApiObject;
  /** An object as JSON, kind and apiVersion first, without a resourceVersion. */
  encode(object: ApiObject, version: ResourceVersion, options: EncodeOptions): Buffer;
  /** The declared type of an object in JSON. */
  typeOf(bytes: Buffer): { readonly apiVersion: string; readonly kind: string } | undefined;
}

const expectedCodec = withMethods(
  "a Codec of @svc/codec",
  ...["asStored", "decodeShared", "decodeStored", "encodeStored", "rereadStored"],
);

/** By `@svc/codec`. @throws {TypeError} for a wrong argument */
export function objectCodec(
  codec: Pick<Codec, "asStored" | "decodeShared" | "decodeStored" | "encodeStored" | "rereadStored">,
): ObjectCodec {
  checkArgument("objectCodec: codec", codec, expectedCodec);
  return {
    parse: (bytes, version) => codec.decodeStored(bytes, version),
    parseShared: (key, bytes, version) => codec.decodeShared(key, bytes, version),
    reread: (bytes, version) => codec.rereadStored(bytes, version),
    asStored: (object, version) => codec.asStored(object, version),
    encode: (object, version, options) => codec.encodeStored(object, version, options),
    typeOf,
  };
}

function typeOf(bytes: Buffer): { readonly apiVersion: string; readonly kind: string } | undefined {
  try {
    const { apiVersion, kind } = JSON.parse(bytes.toString()) as { apiVersion?: unknown; kind?: unknown };
    return typeof apiVersion === "string" && typeof kind === "string" ? { apiVersion, kind } : undefined;
  } catch {
    return undefined; // the caller reports the value as corrupt
  }
}
