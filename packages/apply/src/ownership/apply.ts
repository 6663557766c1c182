import { finishSteps, type Steps } from "@svc/base";
import { type ApiObject, badRequest, copyJson, formatApiVersion, plainError } from "@svc/meta";
import { appliedFields, errorsText } from "../applied-fields.ts";
import { difference, exclude, type FieldSet, isSubset, sameSet } from "../field-set.ts";
import { hasFields } from "../has-fields.ts";
import { ItemKeyError } from "../item-key.ts";
import { mergeObjects } from "../merge-values.ts";
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
  /** The object of a value whose parts were written by hand. */
  readonly settle: (value: JsonMap, write: Pick<AppliedWrite, "endpoint" | "live" | "intent">) => ApiObject;
  readonly lastApplied: LastApplied | undefined;
  readonly merges: MergeCache;
}

/** The manager of all fields of an object that has none, when someone first applies. */
const managerBeforeApply = "before-first-apply";

/**
 * Merges what a manager wants into the live object, whose other owners keep what is theirs.
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
    // Mostly a manager applies the fields that he applied before: then they stay the very set that
    // they were.
    setFields(managers, id, last !== undefined && sameSet(last.fields, owned) ? last.fields : owned);
  }
  const entries = writeManagers(managers);
  yield;
  const result = same ? copyOf(live) : parts.settle(object, write);
  // What was wanted may be what there is, only spelled otherwise: that is no change, so it has no
  // time.
  if (live !== undefined && !same && sameOwners(entries, live.metadata.managedFields)) {
    if (sameJson(unmanaged(live), unmanaged(result))) return copyOf(live);
  }
  if (entries === undefined) delete result.metadata.managedFields;
  else result.metadata.managedFields = entries;
  return result;
}

/** What of the overlap is a conflict. */
export function unresolved(
  { shapeOf, lastApplied }: ApplyDeps,
  { endpoint, live, manager }: AppliedWrite,
  overlap: ReadonlyMap<string, FieldSet>,
): ReadonlyMap<string, FieldSet> {
  if (overlap.size === 0 || live === undefined || manager !== lastApplied?.manager) return overlap;
  return withoutLastApplied({ shapeOf, endpoint, annotation: lastApplied.annotation }, live, overlap);
}

/** A copy that shares nothing but its managers. */
function copyOf(live: ApiObject): ApiObject {
  const copy = copyJson(unmanaged(live)) as unknown as ApiObject;
  const { managedFields } = live.metadata;
  if (managedFields !== undefined) copy.metadata.managedFields = [...managedFields];
  return copy;
}

/** What an apply would do. */
interface ApplyPlan {
  /** The manager's new fields are among them, and nothing is taken from the others yet. */
  readonly managers: Map<string, Manager>;
  /** The id of the manager who applies. */
  readonly id: string;
  /** What the manager applied before. */
  readonly last: Manager | undefined;
  /** The merged object, without managers; the live one where there is no difference. */
  readonly object: JsonMap;
  readonly change: VersionedChange;
  /** What others own of what it changes, by the id of the owner. */
  readonly overlap: ReadonlyMap<string, FieldSet>;
}

/** @throws {StatusError} 400, 500 for what cannot be applied */
export function planApply(parts: ApplyDeps, write: AppliedWrite): ApplyPlan {
  return finishSteps(planSteps(parts, write));
}

function* planSteps(parts: ApplyDeps, write: AppliedWrite): Steps<ApplyPlan> {
  const { endpoint, live, intent } = write;
  try {
    return yield* plan(parts, write);
  } catch (error) {
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
  // Mostly they are the fields that he applied before.
  const isAsBefore =
    last !== undefined && hasFields(shape, intent, last.fields, { besides: neverOwned, like: known?.intent });
  yield;
  const wanted = isAsBefore ? last.fields : fieldsOf(shape, write);
  const fields = exclude(wanted, parts.ignored(endpoint, version));
  managers.set(id, { ...identity, time: last?.time, fields });
  yield;
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
 * Whether what was given up was looked for in another version, through which values came to be
 * those of their types.
 */
function wasConverted({ definition, version }: OwnedEndpoint, { apiVersion }: Manager): boolean {
  return (
    version.semantics === "typed" &&
    apiVersion !== formatApiVersion(version) &&
    versionNamed({ definition, version }, apiVersion) !== undefined
  );
}

/** Who owns what before the apply, in the words of the schemas of today. */
function ownersOf(parts: ApplyDeps, { endpoint, live, now }: AppliedWrite): Map<string, Manager> {
  const managers = liveManagers(parts, live);
  if (managers.size === 0 && live !== undefined)
    finishSteps(
      updateSteps(parts, managers, { endpoint, live: undefined, next: live, manager: managerBeforeApply, now }),
    );
  reconcileManagers(parts, endpoint, managers);
  return managers;
}

function liveManagers({ parseStored }: TrackDeps, live: ApiObject | undefined): Map<string, Manager> {
  try {
    return readManagers(live?.metadata.managedFields, parseStored);
  } catch (error) {
    if (error instanceof TypeError) throw plainError(`failed to decode managed fields: ${error.message}`);
    throw error;
  }
}
