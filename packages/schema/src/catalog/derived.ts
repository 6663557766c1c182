import type { CatalogSnapshot, ResourceCatalog } from "./catalog.ts";

/**
 * A value derived from a snapshot: computed on first use, and again after the catalog has changed.
 */
export function derivedFrom<T>(
  catalog: Pick<ResourceCatalog, "snapshot">,
  make: (snapshot: CatalogSnapshot) => T,
): () => T {
  let made: { readonly from: CatalogSnapshot; readonly value: T } | undefined;
  return () => {
    const snapshot = catalog.snapshot();
    if (made?.from !== snapshot) made = { from: snapshot, value: make(snapshot) };
    return made.value;
  };
}
