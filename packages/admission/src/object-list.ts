import type { MaybePromise } from "@svc/base";
import type { ApiObject } from "@svc/meta";

/** All objects of one resource, from memory. */
export interface ObjectList {
  /** Another value once the objects may have changed. */
  readonly version: () => number | string;
  readonly list: () => MaybePromise<readonly ApiObject[]>;
}

/**
 * A value that is derived from all objects of some resources, and again after one of them changed.
 */
export function derivedFrom<T>(
  sources: readonly ObjectList[],
  derive: (...lists: readonly (readonly ApiObject[])[]) => T,
): () => MaybePromise<T> {
  let known: { readonly version: string; readonly value: T } | undefined;
  const versionNow = (): string => {
    let text = "";
    for (const source of sources) text += `${source.version()} `;
    return text;
  };
  return () => {
    const version = versionNow();
    if (known?.version === version) return known.value;
    const keep = (lists: readonly (readonly ApiObject[])[], of: string): T => {
      const value = derive(...lists);
      known = { version: of, value };
      return value;
    };
    const lists = sources.map((source) => source.list());
    if (!lists.some((list) => list instanceof Promise))
      return keep(lists as readonly (readonly ApiObject[])[], version);
    // Waits for the first lists of a cache: their objects are of a later version.
    return Promise.all(lists).then((all) => keep(all, ""));
  };
}
