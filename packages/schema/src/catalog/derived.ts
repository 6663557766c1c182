import { aFunction, checkArgument, withMethods } from "@svc/base/check";
import type { CatalogSnapshot, ResourceCatalog } from "./catalog.ts";

const expectedCatalog = withMethods("a ResourceCatalog of @svc/schema", "snapshot");

/**
 * A value derived from a snapshot: computed on first use, and again after the catalog has changed.
 * @throws {TypeError} for a wrong argument
 */
export function derivedFrom<T>(
  catalog: Pick<ResourceCatalog, "snapshot">,
  make: (snapshot: CatalogSnapshot) => T,
): () => T {
  checkArgument("derivedFrom: catalog", catalog, expectedCatalog);
  checkArgument("derivedFrom: make", make, aFunction);
  let made: { readonly from: CatalogSnapshot; readonly value: T } | undefined;
  return () => {
    const snapshot = catalog.snapshot();
    if (made?.from !== snapshot) made = { from: snapshot, value: make(snapshot) };
    return made.value;
  };
}
