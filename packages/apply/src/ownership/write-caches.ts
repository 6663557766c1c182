import type { FittingObjects } from "../misfit.ts";
import type { MergeCache } from "./merge-cache.ts";
import type { NewFields } from "./new-owners.ts";

/** The caches of writes: results by the identity of objects and sets. */
export interface WriteCaches {
  readonly newFields: NewFields;
  /** Objects of extension types that fit a shape. */
  readonly fitting: FittingObjects;
  readonly merges: MergeCache;
}
