import type { JsonValue, ListMeta } from "@svc/meta";

/** What every object of the API has in common, as loosely as types that others generate need it. */
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
 * An object as the server returns it. Types that are stored always have these; the answers to virtual ones, such as reviews, have
 * only what their own type says.
 */
export type Stored<T extends AnyObject> = T & {
  readonly metadata: NonNullable<T["metadata"]> & {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
};

/** An object as one writes it: its kind and version may be left out, since the request says them. */
export type Draft<T extends AnyObject> = {
  readonly [K in keyof T as K extends "kind" ? never : K]: T[K];
} & { readonly kind?: T["kind"] };

export interface ObjectList<T extends AnyObject> {
  readonly metadata: ListMeta;
  readonly items: readonly Stored<T>[];
}

/** How far a watch has come; sent when it was asked for, and when the server likes. */
export interface Bookmark {
  readonly metadata: { readonly resourceVersion: string; readonly annotations?: Readonly<Record<string, string>> };
}

/** What a watch tells. Errors of the server end it: they are thrown. */
export type WatchEvent<T extends AnyObject> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: Stored<T> }
  | { readonly type: "BOOKMARK"; readonly object: Bookmark };

export interface JsonPatchOperation {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
  readonly path: string;
  readonly from?: string;
  readonly value?: JsonValue;
}

/** A change in one of the forms that the API knows. `strategic` works for built-in kinds only. */
export type Patch =
  | { readonly type: "json"; readonly patch: readonly JsonPatchOperation[] }
  | { readonly type: "merge" | "strategic"; readonly patch: object };
