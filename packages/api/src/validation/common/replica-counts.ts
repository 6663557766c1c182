import type { FieldPath } from "./field-path.ts";
import { notNegative } from "./number.ts";

/** Which members of a status count, in the order in which they are checked. */
interface ReplicaCounts {
  readonly counts: readonly string[];
  /** Counts that cannot exceed the number of replicas. */
  readonly partsOfAll?: readonly string[];
  /** The name of the ready count in errors. @default readyReplicas */
  readonly readyName?: string;
}

/** Checks what the status of a workload counts. A count of collisions does not go down. */
export function replicaCounts({ counts, partsOfAll = [], readyName = "readyReplicas" }: ReplicaCounts) {
  return (status: object, old: object, at: FieldPath): void => {
    const countOf = (of: object, name: string): number => (of as Readonly<Record<string, number>>)[name] ?? 0;
    for (const name of counts) notNegative(countOf(status, name), at.field(name));
    const collisions = countOf(status, "collisionCount");
    const before = (old as { readonly collisionCount?: number }).collisionCount;
    if (counts.includes("collisionCount") && before !== undefined && collisions < before)
      at.field("collisionCount").invalid(collisions, "cannot be decremented");
    for (const name of partsOfAll)
      if (countOf(status, name) > countOf(status, "replicas"))
        at.field(name).invalid(countOf(status, name), "cannot be greater than status.replicas");
    const available = countOf(status, "availableReplicas");
    if (partsOfAll.length > 0 && available > countOf(status, "readyReplicas"))
      at.field("availableReplicas").invalid(available, `cannot be greater than ${readyName}`);
  };
}
