export type { MaybePromise } from "@svc/base";
export { statusOf } from "./commit.ts";
export {
  type Change,
  type DeleteOptions,
  type Endpoint,
  type Environment,
  type FieldValidation,
  inSteps,
  type ObjectName,
  type RequestContext,
  type Selectors,
  type User,
  type WriteOptions,
} from "./context.ts";
export { type ConvertedSelection, convertedSelection } from "./converted-selection.ts";
export { type CreateInput, placeInNamespace, wipeSystemFields } from "./create.ts";
export { declaredExtensionType, type ExpectedExtension } from "./declared-extension-type.ts";
export { checkPreconditions, type DeleteInput, type DeleteResult } from "./delete.ts";
export type { DeleteCollectionInput, DeletedCollection } from "./delete-collection.ts";
export type { PropagationPolicy } from "./finalizers.ts";
export {
  createKindCatalog,
  internalTypeName,
  type KindCatalog,
  notDeleteOptions,
  notRegistered,
  unknownConversion,
} from "./kinds.ts";
export type { Informer, InformerHandler } from "./local/informer.ts";
export type { Lister } from "./local/lister.ts";
export {
  createLocalClient,
  type LocalClient,
  type LocalResource,
  type LocalWriteOptions,
} from "./local/local-client.ts";
export { namespaceSource } from "./local/namespace-source.ts";
export { type ObjectCodec, objectCodec } from "./object-codec.ts";
export { embeddedMetadataErrors } from "./object-meta.ts";
export { dedupeOwners } from "./owners.ts";
export type {
  FieldOwnership,
  HookContext,
  Reservation,
  ResourceHooks,
  WriteResult,
} from "./parts.ts";
export type { ApplyInput, PatchInput } from "./patch.ts";
export { normalizeMerged } from "./patches/normalize-merged.ts";
export { type PatchContext, type PatchedType, patchedObject, patchSteps } from "./patches/patched-object.ts";
export { isMembers, notOf, type Patcher, readPatch } from "./patches/patcher.ts";
export type { GetAt, GetInput, ListInput, SelectionInput, WatchInput } from "./read.ts";
export { createRegistry, type Registry, type RegistryOptions } from "./registry.ts";
export type { ResourceStore } from "./resource-store.ts";
export { scaleOf } from "./scale.ts";
export {
  applyScale,
  checkScalePlace,
  patchScale,
  replaceScale,
  type ScaleDeps,
  type ScaleTarget,
  type ScaleWrite,
} from "./scale-write.ts";
export { resolveFieldSelector } from "./selectors.ts";
export { type ObjectReader, StoredObject } from "./stored-object.ts";
export { isUnreadableError, unreadableObject } from "./unreadable.ts";
export { checkIdentity, type UpdateInput } from "./update.ts";
export type { Verbs } from "./verbs.ts";
