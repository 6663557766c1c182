import type { ApiObject } from "@svc/meta";
import type { SubresourceStrategy } from "@svc/schema";

/** The fields of metadata that clients can change. */
export type MetadataField = "labels" | "annotations" | "finalizers" | "ownerReferences";

export const clientMetadata: readonly MetadataField[] = ["labels", "annotations", "finalizers", "ownerReferences"];

/** Gives a field of the new object the value that it had. */
export function restore(object: ApiObject, old: ApiObject, field: string): void {
  if (old[field] === undefined) delete object[field];
  else object[field] = old[field];
}

/** Restores every field of metadata that clients can change, but the given ones. */
export function restoreMetadata(object: ApiObject, old: ApiObject, changeable: readonly MetadataField[]): void {
  const meta = object.metadata as Record<string, unknown>;
  for (const field of clientMetadata) {
    if (changeable.includes(field)) continue;
    if (old.metadata[field] === undefined) delete meta[field];
    else meta[field] = old.metadata[field];
  }
}

/**
 * A subresource that changes some top-level fields and some of metadata, and leaves all else as it
 * was.
 */
export function partOf(
  fields: readonly string[],
  metadata: readonly MetadataField[],
  more: Partial<SubresourceStrategy> = {},
): SubresourceStrategy {
  return {
    ...more,
    prepareUpdate: (object, old, context) => {
      for (const field of new Set([...Object.keys(object), ...Object.keys(old)])) {
        if (field !== "kind" && field !== "apiVersion" && field !== "metadata" && !fields.includes(field))
          restore(object, old, field);
      }
      restoreMetadata(object, old, metadata);
      more.prepareUpdate?.(object, old, context);
    },
  };
}
