import type { Steps } from "@svc/base";
import { type ApiObject, formatApiVersion, type JsonValue, type ManagedFieldsEntry } from "@svc/meta";
import { difference, isEmpty, union } from "../field-set.ts";
import type { FieldSetParser } from "../fields-v1.ts";
import { ItemKeyError } from "../item-key.ts";
import { checkShape, MisfitError } from "../misfit.ts";
import { sameJson } from "../value.ts";
import { capManagers } from "./cap-managers.ts";
import type { TrackedWrite } from "./endpoint.ts";
import { type Manager, type Managers, managerId, readManagers, writeManagers } from "./managers.ts";
import { neverOwned } from "./never-owned.ts";
import { type ChangeReader, changeOf, overlaps, removeOwned } from "./owner-changes.ts";
import { type Reconciling, reconcileManagers, UnknownVersionError, unmanaged } from "./versions.ts";
import type { WriteCaches } from "./write-caches.ts";

/** Parsers of field sets, by the origin of the set. */
interface FieldSetParsers {
  /** Parses sets that clients sent. */
  readonly sent: FieldSetParser;
  /** Parses sets of stored objects. */
  readonly stored: FieldSetParser;
}

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
  const managers = managersBefore(parts, write);
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

type Entries = JsonValue | undefined;

/**
 * The managers before a write: as sent by the client, if it may send any, else those
 * of the live object.
 */
function managersBefore({ parse }: TrackDeps, { endpoint, live, next }: TrackedWrite): Map<string, Manager> {
  const sent = next.metadata.managedFields;
  const stored = live?.metadata.managedFields;
  if (endpoint.subresource === "") {
    if (isReset(sent)) return new Map();
    const managers = sameJson(sent as Entries, stored as Entries)
      ? new Map<string, Manager>()
      : readOrNone(parse.sent, sent);
    if (managers.size > 0) return managers;
  }
  return readOrNone(parse.stored, stored);
}

/** True for an empty list, or one with a single empty entry: both clear all managers. */
function isReset(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  if (entries === undefined || entries === null || entries.length > 1) return false;
  const [entry] = entries;
  return entry === undefined || Object.values(entry).every((value) => (value ?? "") === "");
}

/** Malformed entries count as none. */
function readOrNone(parse: FieldSetParser, entries: readonly ManagedFieldsEntry[] | undefined): Map<string, Manager> {
  try {
    return readManagers(entries, parse);
  } catch (error) {
    if (error instanceof TypeError) return new Map();
    throw error;
  }
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
  const [before, after] = [unmanaged(live), unmanaged(next)];
  if (endpoint.version.semantics === "structural") {
    const shape = parts.shapeOf(endpoint.version);
    if (live !== undefined && !parts.caches.fitting.has(live, shape)) checkShape(shape, before);
    checkShape(shape, after);
    // The live object of the next write, if this one is valid.
    parts.caches.fitting.add(next, shape);
    yield;
  }
  reconcileManagers(parts, endpoint, managers);
  yield;
  const change = changeOf(parts, { endpoint, before, after });
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
