import { finishSteps, type Steps } from "@svc/base";
import { type ApiObject, copyJson, formatApiVersion, type JsonValue } from "@svc/meta";
import type { FieldSet } from "../field-set.ts";
import { createFieldSetParser, createStoredFieldsParser } from "../fields-v1.ts";
import { createFittingObjects } from "../misfit.ts";
import { createReconcile } from "../reconcile.ts";
import { createShapes } from "../shape.ts";
import { type ApplyDeps, applySteps } from "./apply.ts";
import type { AppliedWrite, OwnedEndpoint, OwnedVersion, TrackedWrite } from "./endpoint.ts";
import type { LastApplied } from "./last-applied.ts";
import { createMergeCache } from "./merge-cache.ts";
import { createNewFields } from "./new-owners.ts";
import type { ChangeReader } from "./owner-changes.ts";
import { type ApplyPreview, previewApply } from "./preview.ts";
import { ignoredFields, type ResetFields } from "./reset-fields.ts";
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

/** How `createFieldOwnership` normalizes objects and which fields it leaves out. */
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
  /** The annotation of a client that used to merge by itself. @default none */
  readonly lastApplied?: LastApplied;
}

/** Creates a tracker. Its caches live as long as the schemas. */
export function createFieldOwnership(options: FieldOwnershipOptions = {}): FieldOwnership {
  const parts = createApplyParts(options);
  return {
    track: (write) => finishSteps(trackSteps(parts, write)),
    trackSteps: (write) => trackSteps(parts, write),
    apply: (write) => finishSteps(applySteps(parts, write)),
    applySteps: (write) => applySteps(parts, write),
    preview: (write) => previewApply(parts, write),
  };
}

function createApplyParts({ resetFields, normalize, lastApplied }: FieldOwnershipOptions): ApplyDeps {
  const shapes = { typed: createShapes({ semantics: "typed" }), structural: createShapes({ semantics: "structural" }) };
  const ignored = new WeakMap<OwnedVersion, Map<string, FieldSet>>();
  const reader: ChangeReader = {
    shapeOf: ({ semantics, schema }) => shapes[semantics].of(schema),
    ignored: (endpoint, version) => {
      let byEndpoint = ignored.get(version);
      if (byEndpoint === undefined) {
        byEndpoint = new Map();
        ignored.set(version, byEndpoint);
      }
      const key = endpointKey(endpoint);
      let fields = byEndpoint.get(key);
      if (fields === undefined) {
        fields = ignoredFields(endpoint, version, resetFields);
        byEndpoint.set(key, fields);
      }
      return fields;
    },
  };
  return {
    ...reader,
    newFields: createNewFields(reader),
    lastApplied,
    merges: createMergeCache(),
    fitting: createFittingObjects(),
    normalize: normalize ?? ((value) => copyJson(value) as unknown as ApiObject),
    parseSent: createFieldSetParser(),
    parseStored: createStoredFieldsParser(),
    reconcile: createReconcile(),
  };
}

function endpointKey({ version, subresource }: OwnedEndpoint): string {
  return `${formatApiVersion(version)} ${subresource}`;
}
