import type { Steps } from "@svc/base";
import { type ApiObject, formatApiVersion } from "@svc/meta";
import { difference, isEmpty, union } from "../field-set.ts";
import { ItemKeyError } from "../item-key.ts";
import { MisfitError } from "../misfit.ts";
import { capManagers } from "./cap-managers.ts";
import { fittingStates } from "./check-fit.ts";
import type { TrackedWrite } from "./endpoint.ts";
import { type Manager, type Managers, managerId, writeManagers } from "./managers.ts";
import { type FieldSetParsers, managersBeforeUpdate } from "./managers-before-update.ts";
import { neverOwned } from "./never-owned.ts";
import { type ChangeReader, changeOf, overlaps, removeOwned } from "./owner-changes.ts";
import { type Reconciling, reconcileManagers, type Shown, shownManagers, UnknownVersionError } from "./versions.ts";
import type { WriteCaches } from "./write-caches.ts";

/** Dependencies of tracking. */
export interface TrackDeps extends ChangeReader, Reconciling {
  readonly parse: FieldSetParsers;
  readonly caches: WriteCaches;
}

/** Sets `managedFields` of an object on any write other than apply. */
export function* trackSteps(parts: TrackDeps, write: TrackedWrite): Steps<void> {
  const { next } = write;
  const entries = writeManagers([...(yield* managersAfter(parts, write)).values()]);
  if (entries !== undefined) next.metadata.managedFields = entries;
  else if (next.metadata.managedFields !== undefined) delete next.metadata.managedFields;
}

/**
 * Objects whose items have no unique keys, whose values are not of the types of the schema, or with
 * owners of a version that their type does not have, have no owners; neither do objects with
 * cleared owners, until the next apply.
 */
function* managersAfter(parts: TrackDeps, write: TrackedWrite): Steps<Managers> {
  const managers = managersBeforeUpdate(parts, write);
  yield;
  const isNew = (write.live?.metadata.uid ?? "") === "";
  if (managers.size === 0 && !isNew) return managers;
  try {
    yield* updateSteps(parts, managers, write);
    return managers;
  } catch (error) {
    const isOfContent = error instanceof ItemKeyError || error instanceof MisfitError;
    if (isOfContent || error instanceof UnknownVersionError) return new Map();
    throw error;
  }
}

/** Conversions show the managers of the live object, and a null for no creationTimestamp. */
function shownOf(live: ApiObject | undefined, { metadata }: ApiObject): Record<"before" | "after", Shown> {
  const isUntimed = live !== undefined && metadata.creationTimestamp === undefined;
  return { before: shownManagers(live), after: isUntimed ? { creationTimestamp: null } : {} };
}

type Update = Pick<TrackedWrite, "endpoint" | "live" | "manager" | "now"> & { readonly next: ApiObject };

/**
 * Assigns changed fields to the manager that changed them.
 * @throws {ItemKeyError} when items of a list have no unique keys
 * @throws {MisfitError} for a value of another type than the schema's
 */
export function* updateSteps(parts: TrackDeps, managers: Map<string, Manager>, write: Update): Steps<void> {
  const { endpoint, live, next, manager: name, now } = write;
  const apiVersion = formatApiVersion(endpoint.version);
  const identity = {
    name: name === "" ? "unknown" : name,
    operation: "Update",
    apiVersion,
    subresource: endpoint.subresource,
  } as const;
  const id = managerId(identity);
  if (live === undefined && managers.size === 0) {
    const fields = parts.caches.newFields(endpoint, next);
    if (!isEmpty(fields)) managers.set(id, { ...identity, time: now, fields });
    return;
  }
  const { before, after } = fittingStates(parts, { endpoint, live, next });
  yield;
  reconcileManagers(parts, endpoint, managers);
  yield;
  const change = changeOf(parts, { endpoint, before, after, shown: shownOf(live, next) });
  const changes = change.at(apiVersion);
  if (changes === undefined) return;
  yield;
  removeOwned(managers, change, { lost: overlaps(managers, change, id) });
  const taken = difference(changes.changed, neverOwned);
  if (isEmpty(taken)) return;
  yield;
  // Usually the manager already owns the fields: then the set keeps its identity.
  const owned = managers.get(id)?.fields;
  managers.set(id, { ...identity, time: now, fields: owned === undefined ? taken : union(owned, taken) });
  capManagers(managers);
}
