import type { ObjectMeta, OwnerReference } from "@svc/meta";
import type { RequestContext } from "./context.ts";

/**
 * Removes duplicate owner references, with a warning.
 * @param found the description of their origin in the warning
 */
export function dedupeOwners(metadata: ObjectMeta, { warn }: Pick<RequestContext, "warn">, found = ""): void {
  const owners = metadata.ownerReferences;
  if (owners === undefined || owners.length < 2) return;
  const kept: OwnerReference[] = [];
  const duplicates = new Set<string>();
  const seen = new Set<string>();
  for (const owner of owners) {
    const key = ownerKey(owner);
    if (seen.has(key)) duplicates.add(owner.uid);
    else kept.push(owner);
    seen.add(key);
  }
  if (duplicates.size === 0) return;
  metadata.ownerReferences = kept;
  warn(
    `.metadata.ownerReferences contains duplicate entries${found}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...duplicates].join(", ")}`,
  );
}

/** Differs for references that differ in anything. */
function ownerKey({ uid, apiVersion, kind, name, controller, blockOwnerDeletion }: OwnerReference): string {
  return JSON.stringify([uid, apiVersion, kind, name, controller, blockOwnerDeletion]);
}
