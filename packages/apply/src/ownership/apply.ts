import type { Steps } from "@svc/base";
import { type ApiObject, copyJson } from "@svc/meta";
import { difference, type FieldSet, sameSet } from "../field-set.ts";
import { type JsonMap, sameJson } from "../value.ts";
import { conflictError, conflictsOf } from "./apply-conflict.ts";
import type { ApplyDeps } from "./apply-deps.ts";
import type { AppliedWrite } from "./endpoint.ts";
import { keepLastApplied, withoutLastApplied } from "./last-applied.ts";
import { sameOwners, setFields, writeManagers } from "./managers.ts";
import { neverOwned } from "./never-owned.ts";
import { removeOwned } from "./owner-changes.ts";
import { planSteps } from "./plan-apply.ts";
import { unmanaged } from "./versions.ts";

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
  const conflicting = force ? new Map<string, FieldSet>() : unresolved(parts, write, overlap);
  if (conflicting.size > 0) throw conflictError(conflictsOf(managers, conflicting));
  removeOwned(managers, change, { lost: overlap, except: id });
  const same = live !== undefined && change.same();
  const manager = managers.get(id);
  if (manager !== undefined) {
    managers.set(id, same ? manager : { ...manager, time: now });
    const owned = difference(manager.fields, neverOwned);
    // Managers usually apply the same fields again: then the set keeps its identity.
    setFields(managers, id, last !== undefined && sameSet(last.fields, owned) ? last.fields : owned);
  }
  const entries = writeManagers([...managers.values()]);
  yield;
  const result = same ? copyOf(live) : parts.normalize(object, write);
  // An intent that only differs in spelling from the live object is no change and sets no time.
  if (live !== undefined && !same && sameOwners(entries, live.metadata.managedFields)) {
    if (sameJson(unmanaged(live), unmanaged(result))) return copyOf(live);
  }
  if (entries === undefined) delete result.metadata.managedFields;
  else result.metadata.managedFields = entries;
  // The live object and the intent fit. This is the live object of the next write, if it is valid.
  const { version } = write.endpoint;
  if (version.semantics === "structural") parts.caches.fitting.add(result, parts.shapeOf(version));
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
