import type { JsonValue, ListMeta } from "@svc/meta";

/** Common fields of all API objects, loose enough for generated types of any origin. */
export interface AnyObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
}

/**
 * An object as the server returns it. Stored types always have these fields. Virtual types, such as
 * reviews, have only the fields of their own type.
 */
export type Stored<T extends AnyObject> = T & {
  readonly metadata: NonNullable<T["metadata"]> & {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
};

/** An object to be written. Its kind and version are optional: the request determines them. */
export type Draft<T extends AnyObject> = {
  readonly [K in keyof T as K extends "kind" ? never : K]: T[K];
} & { readonly kind?: T["kind"] };

/** A list, or a page of it. */
export interface ObjectList<T extends AnyObject> {
  readonly metadata: ListMeta;
  readonly items: readonly Stored<T>[];
}

/** Version that a watch has reached. */
export interface Bookmark {
  readonly metadata: { readonly resourceVersion: string; readonly annotations?: Readonly<Record<string, string>> };
}

/** Event of a watch. An ERROR event ends the iteration: it is thrown as a `StatusError`. */
export type WatchEvent<T extends AnyObject> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: Stored<T> }
  | { readonly type: "BOOKMARK"; readonly object: Bookmark };

/** Operation of a JSON patch. Source: RFC 6902. */
export interface JsonPatchOperation {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
  readonly path: string;
  readonly from?: string;
  readonly value?: JsonValue;
}

/** A patch in one of the formats of the API. `strategic` works for built-in kinds only. */
export type Patch =
  | { readonly type: "json"; readonly patch: readonly JsonPatchOperation[] }
  | { readonly type: "merge" | "strategic"; readonly patch: object };
