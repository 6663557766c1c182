import type { ObjectMeta, OwnerReference } from "@svc/meta";
import type { RequestContext } from "./context.ts";

/** Equal references to one owner become one, and the client is told. */
export function dedupeOwners(metadata: ObjectMeta, { warn }: Pick<RequestContext, "warn">): void {
  const owners = metadata.ownerReferences;
  if (owners === undefined || owners.length < 2) return;
  const kept: OwnerReference[] = [];
  const duplicates = new Set<string>();
  for (const owner of owners) {
    if (kept.some((k) => sameOwner(k, owner))) duplicates.add(owner.uid);
    else kept.push(owner);
  }
  if (duplicates.size === 0) return;
  metadata.ownerReferences = kept;
  warn(
    `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...duplicates].join(", ")}`,
  );
}

function sameOwner(a: OwnerReference, b: OwnerReference): boolean {
  return (
    a.uid === b.uid &&
    a.apiVersion === b.apiVersion &&
    a.kind === b.kind &&
    a.name === b.name &&
    a.controller === b.controller &&
    a.blockOwnerDeletion === b.blockOwnerDeletion
  );
}
