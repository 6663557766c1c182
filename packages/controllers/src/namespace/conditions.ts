import type { Clock } from "@svc/base";
import { type Dialect, formatTime } from "@svc/meta";
import type { Content } from "./content.ts";

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime?: string;
}

/** The conditions of a namespace that describe why its deletion is pending. */
export function conditionsOf({ left, failures, undiscovered }: Content, dialect: Dialect): readonly Condition[] {
  const counts = [...left].map(([name, { count }]) => `${name} has ${count} resource instances`).sort();
  const holding = new Map<string, number>();
  for (const { finalizers } of left.values())
    for (const [name, count] of finalizers) holding.set(name, (holding.get(name) ?? 0) + count);
  const held = [...holding].map(([name, count]) => `${name} in ${count} resource instances`).sort();
  return [
    undiscovered.length === 0
      ? no("NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", "All resources successfully discovered")
      : yes(
          "NamespaceDeletionDiscoveryFailure",
          "DiscoveryFailed",
          `Discovery failed for some groups, ${undiscovered.length} failing: ${undiscovered.join(", ")}`,
        ),
    no(
      "NamespaceDeletionGroupVersionParsingFailure",
      "ParsedGroupVersions",
      dialect.expand("All legacy {system} types successfully parsed"),
    ),
    failures.length === 0
      ? no(
          "NamespaceDeletionContentFailure",
          "ContentDeleted",
          "All content successfully deleted, may be waiting on finalization",
        )
      : yes(
          "NamespaceDeletionContentFailure",
          "ContentDeletionFailed",
          `Failed to delete all resource types, ${failures.length} remaining: ${failures.join(", ")}`,
        ),
    counts.length === 0
      ? no("NamespaceContentRemaining", "ContentRemoved", "All content successfully removed")
      : yes("NamespaceContentRemaining", "SomeResourcesRemain", `Some resources are remaining: ${counts.join(", ")}`),
    held.length === 0
      ? no("NamespaceFinalizersRemaining", "ContentHasNoFinalizers", "All content-preserving finalizers finished")
      : yes(
          "NamespaceFinalizersRemaining",
          "SomeFinalizersRemain",
          `Some content in the namespace has finalizers remaining: ${held.join(", ")}`,
        ),
  ];
}

function yes(type: string, reason: string, message: string): Condition {
  return { type, status: "True", reason, message };
}

function no(type: string, reason: string, message: string): Condition {
  return { type, status: "False", reason, message };
}

/**
 * These conditions in place of those of the same type, with the times of their last change; others
 * stay.
 * @returns undefined when that changes nothing
 */
export function mergeConditions(
  before: readonly Condition[],
  desired: readonly Condition[],
  clock: Clock,
): readonly Condition[] | undefined {
  const now = formatTime(clock.now());
  const old = new Map(before.map((condition) => [condition.type, condition]));
  const merged = desired.map((condition) => {
    const known = old.get(condition.type);
    const since = known?.status === condition.status ? known.lastTransitionTime : undefined;
    return { ...condition, lastTransitionTime: since ?? now };
  });
  const same = merged.every((condition) => {
    const known = old.get(condition.type);
    return (
      known?.status === condition.status && known.reason === condition.reason && known.message === condition.message
    );
  });
  if (same) return undefined;
  const types = new Set(desired.map(({ type }) => type));
  return [...before.filter(({ type }) => !types.has(type)), ...merged];
}
