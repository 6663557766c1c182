import { finishSteps, type Steps } from "@svc/base";
import { aFunction, anObject, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { ApiObject, JsonValue } from "@svc/meta";
import { applySteps } from "./apply.ts";
import { createApplyDeps } from "./apply-deps.ts";
import type { AppliedWrite, TrackedWrite } from "./endpoint.ts";
import type { LastApplied } from "./last-applied.ts";
import { type ApplyPreview, previewApply } from "./preview.ts";
import type { ResetFields } from "./reset-fields.ts";
import { trackSteps } from "./track.ts";

/** Tracks the owners of fields on the write path. */
export interface FieldOwnership {
  /** Sets `managedFields` of an object on any write other than apply. */
  track(write: TrackedWrite): void;
  /** Like `track`, in interruptible steps. */
  trackSteps(write: TrackedWrite): Steps<void>;
  /**
   * Merges an intent into the live object and sets its `managedFields`.
   *
   * @throws {StatusError} 409 with every conflict; 500 for an intent that does not fit the schema
   */
  apply(write: AppliedWrite): ApiObject;
  /** Like `apply`, in interruptible steps. */
  applySteps(write: AppliedWrite): Steps<ApiObject>;
  /**
   * Computes the result of an apply without changes.
   * @throws {StatusError} as the apply would, except for conflicts
   */
  preview(write: Omit<AppliedWrite, "force">): ApplyPreview;
}

/** Options of `createFieldOwnership`. */
export interface FieldOwnershipOptions {
  /**
   * Fields that an endpoint resets, per resource; takes precedence over the strategy.
   *
   * @default a resource with a status: `status`; its status: `spec`, of extension types everything
   * else
   */
  readonly resetFields?: ResetFields;
  /**
   * Normalizes a merged value, whose parts are still as clients wrote them: defaults of the type,
   * canonical quantities. Must not change the value; the caller owns the result.
   *
   * @default a copy
   */
  readonly normalize?: (
    value: Readonly<Record<string, JsonValue>>,
    write: Pick<AppliedWrite, "endpoint" | "live" | "intent">,
  ) => ApiObject;
  /** The annotation of a client that formerly merged on the client side. @default none */
  readonly lastApplied?: LastApplied;
}

const fieldOwnershipOptions = optionsOf<FieldOwnershipOptions>({
  resetFields: optional(aFunction),
  normalize: optional(aFunction),
  lastApplied: optional(anObject),
});

/**
 * Creates a tracker. Its caches live as long as the schemas.
 * @throws {TypeError} for a wrong argument
 */
export function createFieldOwnership(options: FieldOwnershipOptions = {}): FieldOwnership {
  checkArgument("createFieldOwnership: options", options, fieldOwnershipOptions);
  const parts = createApplyDeps(options);
  return {
    track: (write) => finishSteps(trackSteps(parts, write)),
    trackSteps: (write) => trackSteps(parts, write),
    apply: (write) => finishSteps(applySteps(parts, write)),
    applySteps: (write) => applySteps(parts, write),
    preview: (write) => previewApply(parts, write),
  };
}
