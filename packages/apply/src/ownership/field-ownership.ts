import { finishSteps, type Steps } from "@svc/base";
import { type ApiObject, copyJson, formatApiVersion, type JsonValue } from "@svc/meta";
import type { FieldSet } from "../field-set.ts";
import { createFieldSetParser, createStoredFieldsParser } from "../fields-v1.ts";
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

/** Who owns which field: what the write path asks. */
export interface FieldOwnership {
  /** Sets `managedFields` of an object that is about to be written other than by apply. */
  track(write: TrackedWrite): void;
  /** The same in steps. */
  trackSteps(write: TrackedWrite): Steps<void>;
  /**
   * Merges what a manager wants into the live object, its `managedFields` included.
   *
   * @throws {StatusError} 409 with every conflict; 500 for an intent that does not fit the schema
   */
  apply(write: AppliedWrite): ApiObject;
  /** The same in steps. */
  applySteps(write: AppliedWrite): Steps<ApiObject>;
  /**
   * Looks at what an apply would do.
   * @throws {StatusError} as the apply would, but for conflicts
   */
  preview(write: Omit<AppliedWrite, "force">): ApplyPreview;
}

export interface FieldOwnershipOptions {
  /**
   * Per resource, what an endpoint resets, before what its strategy says.
   *
   * @default a resource with a status: `status`; its status: `spec`, of extension types everything
   * else
   */
  readonly resetFields?: ResetFields;
  /**
   * Makes an object of a merged value, whose parts stand as they were written: defaults of the
   * type, canonical quantities and the like. The value is not to be changed, the result is the
   * caller's.
   *
   * @default a copy
   */
  readonly settle?: (
    value: Readonly<Record<string, JsonValue>>,
    write: Pick<AppliedWrite, "endpoint" | "live" | "intent">,
  ) => ApiObject;
  /** @default none */
  readonly lastApplied?: LastApplied;
}

/** Makes what tracks owners. What it learns of schemas lives as long as they do. */
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

function createApplyParts({ resetFields, settle, lastApplied }: FieldOwnershipOptions): ApplyDeps {
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
    settle: settle ?? ((value) => copyJson(value) as unknown as ApiObject),
    parseSent: createFieldSetParser(),
    parseStored: createStoredFieldsParser(),
    reconcile: createReconcile(),
  };
}

function endpointKey({ version, subresource }: OwnedEndpoint): string {
  return `${formatApiVersion(version)} ${subresource}`;
}
