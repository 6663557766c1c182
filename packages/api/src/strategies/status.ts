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

/**
 * Restores every field of metadata that clients can change, except the given ones. Without any
 * given field, the deletion and `selfLink` are restored, too.
 */
export function restoreMetadata(object: ApiObject, old: ApiObject, changeable: readonly MetadataField[]): void {
  const fields = changeable.length === 0 ? [...clientMetadata, ...serverMetadata] : clientMetadata;
  restoreFields(
    object,
    old,
    fields.filter((field) => !changeable.some((other) => other === field)),
  );
}

const serverMetadata = ["deletionTimestamp", "selfLink"] as const;

/** Restores the fields of metadata that clients can change, and no others. */
export function restoreClientMetadata(object: ApiObject, old: ApiObject): void {
  restoreFields(object, old, clientMetadata);
}

function restoreFields(object: ApiObject, old: ApiObject, fields: readonly (keyof ApiObject["metadata"])[]): void {
  const meta = object.metadata as Record<string, unknown>;
  for (const field of fields) {
    if (old.metadata[field] === undefined) delete meta[field];
    else meta[field] = old.metadata[field];
  }
}

/** All metadata as it was, but the version and the owners of fields. */
export function keepMetadata(object: ApiObject, old: ApiObject): void {
  const metadata = object.metadata as Record<string, unknown>;
  const { managedFields, resourceVersion } = metadata;
  for (const name of Object.keys(metadata)) delete metadata[name];
  Object.assign(metadata, old.metadata);
  if (managedFields !== undefined) metadata["managedFields"] = managedFields;
  if (resourceVersion !== undefined) metadata["resourceVersion"] = resourceVersion;
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
