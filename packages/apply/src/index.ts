export type { AppliedWrite, OwnedEndpoint, OwnedWrite, TrackedWrite } from "./ownership/endpoint.ts";
export { createFieldOwnership, type FieldOwnership, type FieldOwnershipOptions } from "./ownership/field-ownership.ts";
export type { LastApplied } from "./ownership/last-applied.ts";
export type { ResetFields } from "./ownership/reset-fields.ts";
export {
  type JsonPatchLimits,
  type JsonPatchOperation,
  jsonPatch,
  PatchFailedError,
  PatchTooLargeError,
} from "./patches/json-patch.ts";
export { mergePatch } from "./patches/merge-patch.ts";
export { strategicMergePatch } from "./patches/strategic-merge.ts";
