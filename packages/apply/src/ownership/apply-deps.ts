import { type ApiObject, copyJson, formatApiVersion, type JsonValue } from "@svc/meta";
import type { FieldSet } from "../field-set.ts";
import { createFieldSetParser, createStoredFieldsParser } from "../fields-v1.ts";
import { createFittingObjects } from "../misfit.ts";
import { createReconcile } from "../reconcile.ts";
import { createShapes } from "../shape.ts";
import type { AppliedWrite, OwnedEndpoint, OwnedVersion } from "./endpoint.ts";
import type { LastApplied } from "./last-applied.ts";
import { createMergeCache } from "./merge-cache.ts";
import { createNewFields } from "./new-owners.ts";
import type { ChangeReader } from "./owner-changes.ts";
import { ignoredFields, type ResetFields } from "./reset-fields.ts";
import type { TrackDeps } from "./track.ts";

/** Dependencies of applying. */
export interface ApplyDeps extends TrackDeps {
  /** Converts a merged value, whose parts are as clients wrote them, into a normalized object. */
  readonly normalize: (
    value: Readonly<Record<string, JsonValue>>,
    write: Pick<AppliedWrite, "endpoint" | "live" | "intent">,
  ) => ApiObject;
  readonly lastApplied: LastApplied | undefined;
}

interface ApplyOptions {
  readonly resetFields?: ResetFields;
  readonly normalize?: ApplyDeps["normalize"];
  readonly lastApplied?: LastApplied;
}

/** Creates what applying and tracking share; its caches live as long as the schemas. */
export function createApplyDeps({ resetFields, normalize, lastApplied }: ApplyOptions): ApplyDeps {
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
    lastApplied,
    caches: { newFields: createNewFields(reader), fitting: createFittingObjects(), merges: createMergeCache() },
    normalize: normalize ?? ((value) => copyJson(value) as unknown as ApiObject),
    parse: { sent: createFieldSetParser(), stored: createStoredFieldsParser() },
    reconcile: createReconcile(),
  };
}

function endpointKey({ version, subresource }: OwnedEndpoint): string {
  return `${formatApiVersion(version)} ${subresource}`;
}
