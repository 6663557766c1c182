import { formatApiVersion } from "@svc/meta";
import { pathsOf } from "../field-set.ts";
import { unresolved } from "./apply.ts";
import { type Conflict, conflictsOf } from "./apply-conflict.ts";
import type { ApplyDeps } from "./apply-deps.ts";
import type { AppliedWrite } from "./endpoint.ts";
import { planApply } from "./plan-apply.ts";

/** The computed result of an apply. */
export interface ApplyPreview {
  /**
   * Fields of other managers that a forced apply would take; without force they are the causes of
   * the error.
   */
  readonly conflicts: readonly Conflict[];
  /** Paths of fields whose values it would set or change. */
  readonly changed: readonly string[];
  /** Paths of fields that it would remove, since they would have no owner left. */
  readonly removed: readonly string[];
}

/**
 * Computes the result of an apply without changes. @throws {StatusError} as the apply would, except
 * for conflicts
 */
export function previewApply(parts: ApplyDeps, write: Omit<AppliedWrite, "force">): ApplyPreview {
  const unforced = { ...write, force: false };
  const { managers, overlap, change } = planApply(parts, unforced);
  const changes = change.at(formatApiVersion(write.endpoint.version));
  return {
    conflicts: conflictsOf(managers, unresolved(parts, unforced, overlap)),
    changed: changes === undefined ? [] : pathsOf(changes.changed),
    removed: changes === undefined ? [] : pathsOf(changes.removed),
  };
}
