export {
  type JsonPatchLimits,
  type JsonPatchOperation,
  jsonPatch,
  PatchFailedError,
  PatchTooLargeError,
} from "./patches/json-patch.ts";
export { mergePatch } from "./patches/merge-patch.ts";
export { strategicMergePatch } from "./patches/strategic-merge.ts";
