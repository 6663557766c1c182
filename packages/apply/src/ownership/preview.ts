import { formatApiVersion } from "@svc/meta";
import { pathsOf } from "../field-set.ts";
import { type ApplyDeps, planApply, unresolved } from "./apply.ts";
import { type Conflict, conflictsOf } from "./apply-conflict.ts";
import type { AppliedWrite } from "./endpoint.ts";

/** What an apply would come to. */
export interface ApplyPreview {
  /**
   * What others own and would lose if it were forced; without, these are the causes of the refusal.
   */
  readonly conflicts: readonly Conflict[];
  /** Paths of fields whose values it would set or change. */
  readonly changed: readonly string[];
  /** Paths of fields that it would remove, since nobody would own them. */
  readonly removed: readonly string[];
}

/** Looks at what an apply would do. @throws {StatusError} as the apply would, but for conflicts */
export function previewApply(parts: ApplyDeps, write: Omit<AppliedWrite, "force">): ApplyPreview {
  const asked = { ...write, force: false };
  const { managers, overlap, change } = planApply(parts, asked);
  const changes = change.at(formatApiVersion(write.endpoint.version));
  return {
    conflicts: conflictsOf(managers, unresolved(parts, asked, overlap)),
    changed: changes === undefined ? [] : pathsOf(changes.changed),
    removed: changes === undefined ? [] : pathsOf(changes.removed),
  };
}
