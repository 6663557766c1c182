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

interface Collisions {
  readonly collisionCount?: number | null;
}

/** A count of collisions neither goes down nor away, even if it is zero. */
function collisions({ collisionCount: count }: Collisions, { collisionCount: old }: Collisions, at: FieldPath): void {
  if (typeof old === "number" && (count ?? -1) < old) at.invalid(count ?? 0, "cannot be decremented");
}

/** Checks what the status of a workload counts. */
export function replicaCounts({ counts, partsOfAll = [], readyName = "readyReplicas" }: ReplicaCounts) {
  return (status: object, old: object, at: FieldPath): void => {
    const countOf = (of: object, name: string): number => (of as Readonly<Record<string, number>>)[name] ?? 0;
    for (const name of counts) notNegative(countOf(status, name), at.field(name));
    if (counts.includes("collisionCount")) collisions(status, old, at.field("collisionCount"));
    for (const name of partsOfAll)
      if (countOf(status, name) > countOf(status, "replicas"))
        at.field(name).invalid(countOf(status, name), "cannot be greater than status.replicas");
    const available = countOf(status, "availableReplicas");
    if (partsOfAll.length > 0 && available > countOf(status, "readyReplicas"))
      at.field("availableReplicas").invalid(available, `cannot be greater than ${readyName}`);
  };
}
