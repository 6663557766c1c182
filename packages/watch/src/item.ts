import type { Labels } from "@svc/meta";

/**
 * One version of one object, as the cache needs to know it. What else it carries (its bytes, most
 * of all) is its maker's; the cache hands the same value out again. Items are immutable.
 */
export interface Item {
  /** The storage key, in full. */
  readonly key: string;
  /** The commit that wrote it. Of a deleted object: the commit that deleted it. */
  readonly revision: number;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels | undefined;
  /** What it costs to keep, in bytes; bounds of the cache count it. */
  readonly size: number;
  /**
   * Why the value cannot be read, if it cannot. Its labels and fields are unknown then: a selection
   * includes it unless its namespace or name rules it out, so that it is never left out in silence.
   */
  readonly corrupt?: string | undefined;
  /** The value that a field selector sees; undefined counts as empty. */
  fieldValue(field: string): string | undefined;
  /**
   * The same object as a watcher sees it when it is gone: it carries the revision at which it went.
   */
  withRevision(revision: number): this;
}

/**
 * What happened to an object. `previous` is the version before, so that selectors can tell what
 * they lost.
 */
export interface ItemChange<T extends Item> {
  readonly revision: number;
  readonly key: string;
  readonly current: T | undefined;
  readonly previous: T | undefined;
}
