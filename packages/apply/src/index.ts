export { plainText } from "./go-text.ts";
export {
  createManifestMerger,
  ManifestError,
  type ManifestMerger,
  type ManifestMergerOptions,
  type ManifestType,
} from "./manifest-merger.ts";
export type { Conflict } from "./ownership/apply-conflict.ts";
export { blame, type Owner } from "./ownership/blame.ts";
export type {
  AppliedWrite,
  OwnedDefinition,
  OwnedEndpoint,
  OwnedVersion,
  OwnedWrite,
  TrackedWrite,
} from "./ownership/endpoint.ts";
export { objectText } from "./ownership/endpoint.ts";
export { createFieldOwnership, type FieldOwnership, type FieldOwnershipOptions } from "./ownership/field-ownership.ts";
export { type FieldView, ownersAfterView, ownersOfView } from "./ownership/field-view.ts";
export type { LastApplied } from "./ownership/last-applied.ts";
export { type ManagerIdentity, managersProblem } from "./ownership/managers.ts";
export type { ApplyPreview } from "./ownership/preview.ts";
export type { ResetFields } from "./ownership/reset-fields.ts";
export {
  type JsonPatchLimits,
  type JsonPatchOperation,
  jsonPatch,
  PatchFailedError,
  type PatchProblem,
  PatchTooLargeError,
} from "./patches/json-patch.ts";
export { mergePatch } from "./patches/merge-patch.ts";
export { strategicMergePatch } from "./patches/strategic-merge.ts";
