import { finishSteps, type Steps } from "@svc/base";
import { type ApiObject, badRequest, copyJson, formatApiVersion, plainError } from "@svc/meta";
import { appliedFields, errorsText } from "../applied-fields.ts";
import { difference, exclude, type FieldSet, isSubset, sameSet } from "../field-set.ts";
import { hasFields } from "../has-fields.ts";
import { ItemKeyError } from "../item-key.ts";
import { mergeObjects } from "../merge-values.ts";
import { checkShape, MisfitError } from "../misfit.ts";
import type { StructShape } from "../shape.ts";
import { shareStructure } from "../structural-sharing.ts";
import { type JsonMap, sameJson } from "../value.ts";
import { conflictError, conflictsOf } from "./apply-conflict.ts";
import { type AppliedWrite, type OwnedEndpoint, objectText } from "./endpoint.ts";
import { keepLastApplied, type LastApplied, withoutLastApplied } from "./last-applied.ts";
import { type Manager, managerId, readManagers, sameOwners, setFields, writeManagers } from "./managers.ts";
import type { MergeCache } from "./merge-cache.ts";
import { neverOwned } from "./never-owned.ts";
import { changeOf, overlaps, removeOwned, type VersionedChange } from "./owner-changes.ts";
import { pruned } from "./pruned.ts";
import { type TrackDeps, updateSteps } from "./track.ts";
import { reconcileManagers, unmanaged, versionNamed } from "./versions.ts";

export interface ApplyDeps extends TrackDeps {
  /**
   * Turns a merged value, whose parts are still as clients wrote them, into a normalized object.
   */
  readonly normalize: (value: JsonMap, write: Pick<AppliedWrite, "endpoint" | "live" | "intent">) => ApiObject;
  readonly lastApplied: LastApplied | undefined;
  readonly merges: MergeCache;
}

/** The manager of all fields of an object without managers, at its first apply. */
const managerBeforeApply = "before-first-apply";

/**
 * Merges a manager's intent into the live object; other managers keep their fields.
 * @throws {StatusError} 409, 500
 */
export function* applySteps(parts: ApplyDeps, write: AppliedWrite): Steps<ApiObject> {
  const { lastApplied } = parts;
  const result = yield* mergeSteps(parts, write);
  if (
    lastApplied?.manager === write.manager &&
    write.live?.metadata.annotations?.[lastApplied.annotation] !== undefined
  )
    keepLastApplied(result, write.intent as unknown as JsonMap, lastApplied.annotation);
  return result;
}

function* mergeSteps(parts: ApplyDeps, write: AppliedWrite): Steps<ApiObject> {
  const { live, force, now } = write;
  const { managers, change, overlap, id, last, object } = yield* planSteps(parts, write);
  yield;
  const inTheWay = force ? new Map<string, FieldSet>() : unresolved(parts, write, overlap);
  if (inTheWay.size > 0) throw conflictError(conflictsOf(managers, inTheWay));
  removeOwned(managers, change, overlap, id);
  const same = live !== undefined && change.same();
  const manager = managers.get(id);
  if (manager !== undefined) {
    managers.set(id, same ? manager : { ...manager, time: now });
    const owned = difference(manager.fields, neverOwned);
    // Managers usually apply the same fields again: then the set keeps its identity.
    setFields(managers, id, last !== undefined && sameSet(last.fields, owned) ? last.fields : owned);
  }
  const entries = writeManagers(managers);
  yield;
  const result = same ? copyOf(live) : parts.normalize(object, write);
  // An intent that only differs in spelling from the live object is no change and sets no time.
  if (live !== undefined && !same && sameOwners(entries, live.metadata.managedFields)) {
    if (sameJson(unmanaged(live), unmanaged(result))) return copyOf(live);
  }
  if (entries === undefined) delete result.metadata.managedFields;
  else result.metadata.managedFields = entries;
  return result;
}

/** The part of the overlap that is a conflict. */
export function unresolved(
  { shapeOf, lastApplied }: ApplyDeps,
  { endpoint, live, manager }: AppliedWrite,
  overlap: ReadonlyMap<string, FieldSet>,
): ReadonlyMap<string, FieldSet> {
  if (overlap.size === 0 || live === undefined || manager !== lastApplied?.manager) return overlap;
  return withoutLastApplied({ shapeOf, endpoint, annotation: lastApplied.annotation }, live, overlap);
}

/** A deep copy that shares only `managedFields`. */
function copyOf(live: ApiObject): ApiObject {
  const copy = copyJson(unmanaged(live)) as unknown as ApiObject;
  const { managedFields } = live.metadata;
  if (managedFields !== undefined) copy.metadata.managedFields = [...managedFields];
  return copy;
}

/** The computed result of an apply, before it is committed. */
interface ApplyPlan {
  /** Includes the manager's new fields; other managers still have all of theirs. */
  readonly managers: Map<string, Manager>;
  /** The id of the applying manager. */
  readonly id: string;
  /** The manager's fields before this apply. */
  readonly last: Manager | undefined;
  /** The merged object, without managers; the live one where nothing differs. */
  readonly object: JsonMap;
  readonly change: VersionedChange;
  /** Fields of other managers that the apply changes, by the id of the owner. */
  readonly overlap: ReadonlyMap<string, FieldSet>;
}

/** @throws {StatusError} 400, 500 for an intent that cannot be applied */
export function planApply(parts: ApplyDeps, write: AppliedWrite): ApplyPlan {
  return finishSteps(planSteps(parts, write));
}

function* planSteps(parts: ApplyDeps, write: AppliedWrite): Steps<ApplyPlan> {
  const { endpoint, live, intent } = write;
  try {
    return yield* plan(parts, write);
  } catch (error) {
    if (error instanceof MisfitError) throw plainError(error.message);
    if (!(error instanceof ItemKeyError)) throw error;
    throw plainError(`failed to create typed live object (${objectText(endpoint, live ?? intent)}): ${error.message}`);
  }
}

function* plan(parts: ApplyDeps, write: AppliedWrite): Steps<ApplyPlan> {
  const { endpoint, live, intent: given } = write;
  const { version, subresource } = endpoint;
  if ((given.metadata?.managedFields ?? null) !== null) throw badRequest("metadata.managedFields must be nil");
  const shape = parts.shapeOf(version);
  const managers = ownersOf(parts, write);
  const identity = {
    name: write.manager,
    operation: "Apply",
    apiVersion: formatApiVersion(version),
    subresource,
  } as const;
  const id = managerId(identity);
  const last = managers.get(id);
  const known = last && parts.merges.of(last.fields, shape);
  const intent = shareStructure(given as unknown as JsonMap, known?.intent);
  // Usually the manager applies the same fields as before.
  const isAsBefore =
    last !== undefined && hasFields(shape, intent, last.fields, { additional: neverOwned, like: known?.intent });
  yield;
  const intended = isAsBefore ? last.fields : fieldsOf(shape, write);
  const fields = exclude(intended, parts.ignored(endpoint, version));
  managers.set(id, { ...identity, time: last?.time, fields });
  yield;
  if (live !== undefined && version.semantics === "structural")
    checkLive(shape, live, `failed to create typed live object (${objectText(endpoint, live)})`);
  const before = unmanaged(live);
  const merged = mergeObjects(shape, before, intent, known);
  yield;
  if (isAsBefore) parts.merges.keep(last.fields, shape, { live: before, intent, merged });
  const object =
    last === undefined || (last.apiVersion === identity.apiVersion && isSubset(last.fields, fields))
      ? merged
      : pruned(parts, { endpoint, merged, last, managers });
  yield;
  const afterAs = last !== undefined && wasConverted(write.endpoint, last) ? "typed" : "literal";
  const change = changeOf(parts, { endpoint, before, after: object, afterAs });
  yield;
  return { managers, id, last, object, change, overlap: overlaps(managers, change, id) };
}

/** @throws {StatusError} 500 for an intent that does not fit the schema */
function fieldsOf(shape: StructShape, { endpoint, intent }: AppliedWrite): FieldSet {
  const { set, errors } = appliedFields(shape, intent as unknown as JsonMap);
  if (errors.length === 0) return set;
  throw plainError(`failed to create typed patch object (${objectText(endpoint, intent)}): ${errorsText(errors)}`);
}

/**
 * True when removed fields were determined in another version, so that the conversion normalized
 * the values.
 */
function wasConverted({ definition, version }: OwnedEndpoint, { apiVersion }: Manager): boolean {
  return (
    version.semantics === "typed" &&
    apiVersion !== formatApiVersion(version) &&
    versionNamed({ definition, version }, apiVersion) !== undefined
  );
}

/** The managers before the apply, reconciled with the current schemas. */
function ownersOf(parts: ApplyDeps, { endpoint, live, now }: AppliedWrite): Map<string, Manager> {
  const managers = liveManagers(parts, live);
  if (managers.size === 0 && live !== undefined) {
    if (endpoint.version.semantics === "structural") {
      const what = `failed to convert new object (${objectText(endpoint, live)}) to smd typed`;
      checkLive(parts.shapeOf(endpoint.version), live, `failed to create manager for existing fields: ${what}`);
    }
    finishSteps(
      updateSteps(parts, managers, { endpoint, live: undefined, next: live, manager: managerBeforeApply, now }),
    );
  }
  reconcileManagers(parts, endpoint, managers);
  return managers;
}

/** @throws {StatusError} 500 for an object that does not fit its schema */
function checkLive(shape: StructShape, live: ApiObject, failure: string): void {
  try {
    checkShape(shape, unmanaged(live));
  } catch (error) {
    if (!(error instanceof MisfitError)) throw error;
    throw plainError(`${failure}: ${error.message}`);
  }
}

function liveManagers({ parseStored }: TrackDeps, live: ApiObject | undefined): Map<string, Manager> {
  try {
    return readManagers(live?.metadata.managedFields, parseStored);
  } catch (error) {
    if (error instanceof TypeError) throw plainError(`failed to decode managed fields: ${error.message}`);
    throw error;
  }
}
