import type { Labels } from "@svc/meta";

/** Parts of an item that selections read. */
export interface ParsedParts {
  readonly labels: boolean;
  readonly fields: boolean;
}

/**
 * One version of one object, as the cache sees it. Further content, such as its bytes, belongs to
 * its creator; the cache returns the same value again. Items are immutable.
 */
export interface Item {
  /** Full storage key. */
  readonly key: string;
  /**
   * Revision of the commit that wrote the object; for a deleted object, of the commit that deleted
   * it.
   */
  readonly revision: number;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels | undefined;
  /** Bytes that it takes, for the limits of the cache. */
  readonly size: number;
  /**
   * Why the value cannot be read, if it cannot. Its labels and fields are unknown then: a selection
   * includes it unless its namespace or name rules it out, so that it is never left out in silence.
   */
  readonly corrupt?: string | undefined;
  /** Value for field selectors; undefined counts as empty. */
  fieldValue(field: string): string | undefined;
  /**
   * True where the first use of one of these parts parses the object.
   * @default never
   */
  isUnparsed?(parts: ParsedParts): boolean;
  /**
   * Returns the object as watchers see it after its deletion, with the revision of the deletion.
   */
  withRevision(revision: number): this;
}

/** The required parts of an item, and its payload. */
export type ItemOptions<T> = Pick<Item, "key" | "revision"> &
  Partial<Omit<Item, "withRevision">> & { readonly content: T };

/** Creates an item that carries a value. Its name is the last part of its key by default. */
export function createItem<T>(options: ItemOptions<T>): Item & { readonly content: T } {
  const { key } = options;
  return {
    namespace: "",
    name: key.slice(key.lastIndexOf("/") + 1),
    labels: undefined,
    size: 0,
    fieldValue: () => undefined,
    ...options,
    withRevision(revision) {
      return { ...this, revision };
    },
  };
}

/**
 * A change of an object. `previous` is the version before, with which selectors detect that an
 * object left a selection.
 */
export interface ItemChange<T extends Item> {
  readonly revision: number;
  readonly key: string;
  readonly current: T | undefined;
  readonly previous: T | undefined;
}
