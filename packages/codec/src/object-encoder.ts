import { type ApiObject, formatApiVersion, type JsonValue } from "@svc/meta";
import { parseOwn } from "./json/plain.ts";
import { SortedJsonWriter } from "./json/sorted-writer.ts";
import { quoteJson, sortedKeys } from "./json/text.ts";
import { TextCache } from "./json/text-cache.ts";
import type { ObjectType } from "./object-type.ts";
import { metadataOf } from "./structural/decode.ts";
import { createJsonEncoder, type EncodeOptions, type RootType } from "./typed/encode-json.ts";

/** Options of the encoding of an object for the store. */
export interface StoredOptions {
  readonly kind: string;
  /** Allocates memory for the bytes. @default a new buffer */
  readonly take?: (bytes: number) => Buffer;
  /**
   * Immutable parts shared with the previous version of the object: the text of large ones is
   * cached with them.
   */
  readonly unchanged?: ReadonlySet<object> | undefined;
}

type EncodedType = Pick<ObjectType, "schema" | "semantics">;

/** Writes objects as JSON. */
export class ObjectEncoder {
  readonly #typed = createJsonEncoder();
  readonly #sorted = new SortedJsonWriter();
  readonly #member = new TextCache().sharing((value) => this.#sorted.write(value));

  /** JSON for the store: kind and apiVersion first, without a resourceVersion. */
  stored(object: ApiObject, type: ObjectType, options: StoredOptions): Buffer {
    const { kind, take = Buffer.allocUnsafeSlow, unchanged } = options;
    const { metadata } = object;
    const { resourceVersion } = metadata;
    // An empty resourceVersion is omitted. Deleting the member would leave the object in V8's slow
    // mode.
    if (resourceVersion !== undefined) metadata.resourceVersion = "";
    try {
      const root = { kind, apiVersion: formatApiVersion(type) };
      const text = this.#text(object, type, { root, unchanged, keepsLarge: true });
      // Not from Node's pool: long-lived bytes would keep a pool with short-lived ones in memory.
      const bytes = take(Buffer.byteLength(text));
      bytes.write(text);
      return bytes;
    } finally {
      if (resourceVersion !== undefined) metadata.resourceVersion = resourceVersion;
    }
  }

  json(object: object, type: EncodedType, root: RootType | undefined): Buffer {
    return Buffer.from(this.#whole(object, type, root));
  }

  /** The value that `json` writes. */
  value(object: object, type: EncodedType, root: RootType | undefined): JsonValue {
    return parseOwn(this.#whole(object, type, root));
  }

  #whole(object: object, type: EncodedType, root: RootType | undefined): string {
    const { kind, apiVersion } = object as ApiObject;
    return this.#text(object, type, { root: root ?? { kind, apiVersion } });
  }

  #text(
    object: object,
    { schema, semantics }: EncodedType,
    { root, unchanged, keepsLarge }: EncodeOptions & { readonly root: RootType },
  ): string {
    if (semantics !== "structural") return this.#typed.encode(schema, object, { root, unchanged, keepsLarge });
    return structuralJson(object as ApiObject, {
      ...root,
      metadata: (meta) => this.#typed.encode(metadataOf(schema), meta),
      member: (value) => this.#member(value, unchanged),
    });
  }
}

interface StructuralWriter extends RootType {
  readonly metadata: (meta: object) => string;
  readonly member: (value: unknown) => string;
}

/**
 * Extension types have no order of fields: members are sorted, after kind, apiVersion and metadata.
 */
function structuralJson(object: ApiObject, { kind, apiVersion, metadata, member }: StructuralWriter): string {
  // Joined by `+`, long texts are copied once, when the whole is written.
  let text = "{";
  if (kind !== undefined) text += `"kind":${quoteJson(kind)},`;
  if (apiVersion !== undefined) text += `"apiVersion":${quoteJson(apiVersion)},`;
  text += `"metadata":${metadata(object.metadata)}`;
  for (const name of sortedKeys(object)) {
    const value = object[name];
    if (value === undefined || name === "kind" || name === "apiVersion" || name === "metadata") continue;
    text += `,${quoteJson(name)}:${member(value)}`;
  }
  return `${text}}`;
}
