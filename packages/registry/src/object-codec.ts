import type { ApiObject } from "@svc/meta";
import type { ResourceVersion } from "@svc/schema";

/** How the registry turns stored bytes into objects and back; `@svc/codec` does the work. */
export interface ObjectCodec {
  /** Stored JSON into an object of a version, as decoding gives it. @throws when the bytes are none */
  parse(bytes: Buffer, version: ResourceVersion): ApiObject;
  /** An object as JSON, kind and apiVersion first, without a resourceVersion. */
  encode(object: ApiObject, version: ResourceVersion, kind: string): Buffer;
  /** What kind of object some JSON says it is. */
  typeOf(bytes: Buffer): { readonly apiVersion: string; readonly kind: string } | undefined;
}
