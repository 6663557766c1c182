import type { ApiObject } from "@svc/meta";
import type { DeletionStrategy } from "@svc/schema";

/** Finalizers that instruct the garbage collector about dependents. */
export const orphanFinalizer = "orphan";
/** The finalizer of an object whose dependents are deleted before it. */
export const foregroundFinalizer = "foregroundDeletion";

/** The effect of a deletion on dependents. */
export type PropagationPolicy = "Orphan" | "Background" | "Foreground";

interface DependentsOptions {
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: PropagationPolicy;
}

/** Warns clients without a propagation policy, where the resource requests it. */
export function warnOfDependents(
  { orphanDependents, propagationPolicy }: DependentsOptions,
  deletion: DeletionStrategy | undefined,
  warn: (text: string) => void,
): void {
  const text = deletion?.dependentsWarning;
  if (text !== undefined && orphanDependents === undefined && propagationPolicy === undefined) warn(text);
}

/** The object's finalizers for this deletion; the same list when nothing changes. */
export function finalizersForDeletion(
  object: ApiObject,
  options: DependentsOptions,
  deletion: DeletionStrategy | undefined,
): readonly string[] {
  const old = object.metadata.finalizers ?? [];
  const orphan = wantsOrphans(old, options, deletion);
  const foreground = wantsForeground(old, options, deletion);
  const others = old.filter((f) => f !== orphanFinalizer && f !== foregroundFinalizer);
  const desired = [...others, ...(orphan ? [orphanFinalizer] : []), ...(foreground ? [foregroundFinalizer] : [])];
  const same = desired.length === old.length && desired.every((f) => old.includes(f));
  return same ? old : desired;
}

function wantsOrphans(
  finalizers: readonly string[],
  { orphanDependents, propagationPolicy }: DependentsOptions,
  deletion: DeletionStrategy | undefined,
): boolean {
  if (deletion?.dependents === "unsupported") return false;
  if (orphanDependents !== undefined) return orphanDependents;
  if (propagationPolicy !== undefined) return propagationPolicy === "Orphan";
  if (finalizers.includes(orphanFinalizer)) return true;
  if (finalizers.includes(foregroundFinalizer)) return false;
  return deletion?.dependents === "orphan";
}

function wantsForeground(
  finalizers: readonly string[],
  { orphanDependents, propagationPolicy }: DependentsOptions,
  deletion: DeletionStrategy | undefined,
): boolean {
  if (deletion?.dependents === "unsupported") return false;
  // Resources with deletion in two steps read `orphanDependents: false` as foreground deletion.
  if (orphanDependents !== undefined) return deletion?.finalizers !== undefined && !orphanDependents;
  if (propagationPolicy !== undefined) return propagationPolicy === "Foreground";
  return finalizers.includes(foregroundFinalizer) && !finalizers.includes(orphanFinalizer);
}

/** All finalizers of an object, inside and outside of its metadata. */
export function pendingFinalizers(object: ApiObject, deletion: DeletionStrategy | undefined): readonly string[] {
  return [...(object.metadata.finalizers ?? []), ...(deletion?.finalizers?.(object) ?? [])];
}
