import { decodeUtf8 } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import { parseExact } from "./json/parse.ts";
import { parseOwn } from "./json/plain.ts";
import type { ObjectDecoder } from "./object-decoder.ts";
import type { ObjectType } from "./object-type.ts";

interface SharedObject {
  readonly bytes: Buffer;
  readonly type: ObjectType;
  readonly object: ApiObject;
}

/**
 * Decodes stored objects. Servers may share the objects, by the key under which each is stored: an
 * object is found only by equal bytes, since servers may store different objects under one key.
 */
export class StoredObjects {
  readonly #decoder: ObjectDecoder;
  readonly #maxSharedBytes: number;
  readonly #shared = new Map<string, SharedObject>();
  #sharedBytes = 0;

  /** @param maxSharedBytes of encoded objects; what would go beyond is not shared */
  constructor(decoder: ObjectDecoder, maxSharedBytes: number) {
    this.#decoder = decoder;
    this.#maxSharedBytes = maxSharedBytes;
  }

  decode(bytes: Uint8Array, type: ObjectType): ApiObject {
    return this.#decoder.stored(parseOwn(decodeUtf8(bytes)) as unknown as ApiObject, type);
  }

  reread(bytes: Uint8Array, type: ObjectType): ApiObject {
    const object = this.#decoder.fitting(parseOwn(decodeUtf8(bytes)), type);
    return object ?? this.#decoder.reread(parseExact(bytes), type);
  }

  decodeShared(key: string, bytes: Uint8Array, type: ObjectType): ApiObject {
    const known = this.#shared.get(key);
    if (known?.type === type && known.bytes.equals(bytes)) return known.object;
    const object = this.decode(bytes, type);
    const grown = this.#sharedBytes + bytes.length - (known?.bytes.length ?? 0);
    if (grown > this.#maxSharedBytes) return object;
    this.#sharedBytes = grown;
    // A copy: the bytes may be a part of a buffer that is reused.
    this.#shared.set(key, { bytes: Buffer.from(bytes), type, object });
    return object;
  }
}
