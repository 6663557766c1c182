import type { SentOptions } from "@svc/admission";
import { type ApiObject, conflict, forbiddenError, formatTime, notFound, type Status, timeMs } from "@svc/meta";
import type { DeletionStrategy, ResourceDefinition, WriteContext } from "@svc/schema";
import type { CommitResult, Revision } from "@svc/storage";
import { commit } from "./commit.ts";
import type { DeleteOptions, Endpoint, ObjectName } from "./context.ts";
import { type Attempt, withCurrent } from "./current-object.ts";
import { deleteLost } from "./delete-corrupt.ts";
import { finalizersForDeletion, pendingFinalizers, warnOfDependents } from "./finalizers.ts";
import {
  admissionRequest,
  invalid,
  kindGroup,
  type RequestScope,
  resourceOf,
  storeOf,
  type WriteResult,
  writeContext,
} from "./parts.ts";
import type { StoredObject } from "./stored-object.ts";
import { unreadableObject } from "./unreadable.ts";
import { finishedForm, isConvertedLast, workingCopy } from "./working-form.ts";

/** A delete request. */
export interface DeleteInput {
  /** True when a whole collection is deleted: admission then gets no name. @default false */
  readonly isPartOfCollection?: boolean;
  /** Called when nothing refuses the deletion any more. It may be called again. */
  readonly onAdmitted?: (() => void) | undefined;
  readonly target: ObjectName;
  readonly options: DeleteOptions;
}

/**
 * The result of a deletion: the object is removed and a Status is returned, or the object itself,
 * because it waits for finalizers or its grace period, or the resource returns it.
 */
export type DeleteResult =
  | { readonly gone: true; readonly status: Status; readonly stored: StoredObject }
  | { readonly gone: boolean; readonly status?: undefined; readonly stored: StoredObject };

/** Deletes one object, or begins to. */
export async function deleteObject(scope: RequestScope, input: DeleteInput): Promise<DeleteResult> {
  const { endpoint, context } = scope;
  const { target, options, isPartOfCollection = false } = input;
  const { deletion } = endpoint.definition.strategy;
  warnOfDependents(options, deletion, context.warn);
  const refusal = isPartOfCollection ? undefined : deletion?.refusal?.(target.name);
  if (refusal !== undefined) throw forbiddenError({ ...resourceOf(endpoint), name: target.name }, refusal);
  return withCurrent(scope, target, async (current) => {
    if (current === undefined) throw notFound({ ...resourceOf(endpoint), name: target.name });
    const attempt = { ...input, current, write: writeContext(scope, target.namespace) };
    return current.corrupt === undefined ? deleteReadable(scope, attempt) : deleteDamaged(scope, attempt);
  });
}

interface DeleteAttempt extends DeleteInput {
  readonly current: StoredObject;
  readonly write: WriteContext;
}

async function deleteDamaged(scope: RequestScope, attempt: DeleteAttempt): Promise<Attempt<DeleteResult>> {
  // Its cleanup depends on the object's content, which must be written again first.
  if (marksFirst(scope.endpoint.definition.strategy.deletion)) throw unreadableObject(attempt.current);
  const outcome = await deleteLost(scope, attempt);
  return outcome.ok ? { ok: true, result: { gone: true, status: outcome.result, stored: attempt.current } } : outcome;
}

async function deleteReadable(scope: RequestScope, attempt: DeleteAttempt): Promise<Attempt<DeleteResult>> {
  const { parts, endpoint, context } = scope;
  const { target, options, current, write } = attempt;
  const { definition } = endpoint;
  const { deletion } = definition.strategy;
  const old = workingCopy(endpoint.version, current.object);
  checkPreconditions(endpoint, current.object, options.preconditions);
  const problems = deletion?.validate?.(old, write) ?? [];
  if (problems.length > 0) throw invalid(definition, target.name, problems);
  const step = nextStep(deletion, attempt);
  if (step.kind === "pending") return { ok: true, result: answer(endpoint, current, false) };
  const dryRun = options.dryRun === true;
  // kube-apiserver converts the object back before it deletes or marks it.
  if (isConvertedLast(endpoint.version) && !dryRun) await finishedForm(endpoint, old, { dryRun });
  await admit(scope, { ...attempt, old }, step);
  attempt.onAdmitted?.();
  if (step.kind === "remove") return remove(scope, attempt);
  const store = storeOf(parts, endpoint);
  const working = isConvertedLast(endpoint.version) ? old : store.mutable(current);
  const isFirst = working.metadata.deletionTimestamp === undefined;
  mark(deletion, working, step);
  if (isFirst) deletion?.onMarked?.(working, write);
  const next = await finishedForm(endpoint, working, { dryRun });
  const value = store.encode(next);
  if (store.sameContent(current, value)) return { ok: true, result: { gone: false, stored: current } };
  if (dryRun) return { ok: true, result: { gone: false, stored: store.unstored(next, value, current.revision) } };
  const result = await commit(
    parts.changeStream,
    { op: "put", key: current.key, value, guard: current.revision as Revision },
    context,
  );
  if (!result.ok) return { ok: false, found: result.current };
  const marked = store.committed(current.key, value, result.revision);
  if (!step.thenRemove) return { ok: true, result: { gone: false, stored: marked } };
  const removed = await remove(scope, { ...attempt, current: marked });
  // A concurrent removal had the requested effect.
  return !removed.ok && removed.found === undefined ? { ok: true, result: answer(endpoint, marked, true) } : removed;
}

async function admit(
  scope: RequestScope,
  attempt: DeleteAttempt & { readonly old: ApiObject },
  step: Step,
): Promise<void> {
  const { parts, endpoint, context } = scope;
  const { admission } = parts;
  const { target, options, current, old, isPartOfCollection = false } = attempt;
  if (context.admitted === true) return;
  const { namespace, name } = target;
  const request = admissionRequest(
    scope,
    { namespace, name: isPartOfCollection ? "" : name },
    {
      operation: "DELETE",
      object: undefined,
      oldObject: old,
      dryRun: options.dryRun === true,
      options: isPartOfCollection ? shownOptions(options, options) : sentDeletion(endpoint, options, { current, step }),
    },
  );
  const admitted = admission.mutate(request);
  if (admitted instanceof Promise) await admitted;
  const checked = admission.validate(request);
  if (checked instanceof Promise) await checked;
}

/**
 * The options of a deletion for admission: with the effective grace period, and the defaults of the
 * kind.
 */
function sentDeletion(
  { definition: { strategy } }: Endpoint,
  options: DeleteOptions,
  { current, step }: { readonly current: StoredObject; readonly step: Step },
): SentOptions {
  const { deletion } = strategy;
  const { preconditions, gracePeriodSeconds } = options;
  const grace = step.kind === "mark" ? step.graceSeconds : 0;
  const uid = preconditions?.uid ?? (deletion?.finalizers === undefined ? undefined : current.object.metadata.uid);
  return shownOptions(options, {
    gracePeriodSeconds: deletion?.graceSeconds === undefined ? gracePeriodSeconds : (grace ?? gracePeriodSeconds),
    preconditions: uid === undefined ? preconditions : { ...preconditions, uid },
  });
}

interface EffectiveOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly preconditions?: DeleteOptions["preconditions"] | undefined;
}

/** The options of a deletion as admission shows them, with the effective ones. */
function shownOptions(
  { dryRun, preconditions: _, ...options }: DeleteOptions,
  { gracePeriodSeconds, preconditions }: EffectiveOptions,
): SentOptions {
  return {
    ...options,
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(preconditions === undefined ? {} : { preconditions: { ...preconditions } }),
    ...(dryRun === true ? { dryRun: ["All"] } : {}),
  };
}

/**
 * The effect of a deletion request on an object in its current state. Source: the state table of
 * object deletion in the specification.
 */
type Step =
  /** Already being deleted; nothing changes. */
  | { readonly kind: "pending" }
  | { readonly kind: "remove" }
  | {
      readonly kind: "mark";
      readonly finalizers: readonly string[];
      /** Undefined where the resource has none: the object waits for its finalizers alone. */
      readonly graceSeconds: number | undefined;
      /** When the object is to be removed; undefined keeps an earlier mark. */
      readonly atMs: number | undefined;
      readonly thenRemove: boolean;
    };

function nextStep(deletion: DeletionStrategy | undefined, attempt: DeleteAttempt): Step {
  const { options } = attempt;
  const { object } = attempt.current;
  const { nowMs } = attempt.write;
  const elsewhere = deletion?.finalizers?.(object) ?? [];
  if (marksFirst(deletion)) {
    if (object.metadata.deletionTimestamp === undefined) {
      const finalizers = firstFinalizers(object, options, deletion);
      return { kind: "mark", finalizers, graceSeconds: undefined, atMs: nowMs, thenRemove: false };
    }
    if (elsewhere.length > 0) return { kind: "pending" };
  }
  const grace = graceOf(deletion, attempt);
  if (grace.kind === "pending") return grace;
  const finalizers = finalizersForDeletion(object, options, deletion);
  const pending = finalizers.length > 0;
  if (grace.kind === "graceful") {
    const { seconds, atMs } = grace;
    return { kind: "mark", finalizers, graceSeconds: seconds, atMs, thenRemove: !pending && seconds === 0 };
  }
  if (pending) {
    const atMs = object.metadata.deletionTimestamp === undefined ? nowMs : undefined;
    return { kind: "mark", finalizers, graceSeconds: 0, atMs, thenRemove: false };
  }
  return { kind: "remove" };
}

function marksFirst(deletion: DeletionStrategy | undefined): boolean {
  return deletion?.finalizers !== undefined || deletion?.cleanup !== undefined;
}

function firstFinalizers(
  object: ApiObject,
  options: DeleteOptions,
  deletion: DeletionStrategy | undefined,
): readonly string[] {
  if (deletion?.cleanup === undefined) return finalizersForDeletion(object, options, deletion);
  return [...new Set([...(object.metadata.finalizers ?? []), ...deletion.cleanup])];
}

type Grace =
  | { readonly kind: "pending" }
  | { readonly kind: "none" }
  | { readonly kind: "graceful"; readonly seconds: number; readonly atMs: number };

/** A grace period begins with the first request, and later ones can only shorten it. */
function graceOf(deletion: DeletionStrategy | undefined, { current, options, write }: DeleteAttempt): Grace {
  if (deletion?.graceSeconds === undefined) return { kind: "none" };
  const { object } = current;
  const { gracePeriodSeconds: requestedSeconds } = options;
  const requested = requestedSeconds !== undefined && requestedSeconds < 0 ? 1 : requestedSeconds;
  const { deletionTimestamp, deletionGracePeriodSeconds: left = 0 } = object.metadata;
  if (deletionTimestamp !== undefined) {
    // A period that is over leaves only finalizers to wait for, which each request chooses anew.
    if (left === 0) return { kind: "none" };
    if (requested === undefined || requested >= left) return { kind: "pending" };
    const atMs = timeMs(deletionTimestamp) + (requested - left) * 1000;
    return { kind: "graceful", seconds: requested, atMs };
  }
  const seconds = deletion.graceSeconds(object, requested);
  return seconds === undefined ? { kind: "none" } : { kind: "graceful", seconds, atMs: write.nowMs + seconds * 1000 };
}

function mark(deletion: DeletionStrategy | undefined, { metadata }: ApiObject, step: Step & { kind: "mark" }): void {
  if (step.finalizers.length > 0) metadata.finalizers = [...step.finalizers];
  else delete metadata.finalizers;
  const first = metadata.deletionTimestamp === undefined;
  if (step.atMs !== undefined) metadata.deletionTimestamp = formatTime(step.atMs);
  if (step.graceSeconds !== undefined) metadata.deletionGracePeriodSeconds = step.graceSeconds;
  if (first && !marksFirst(deletion) && (metadata.generation ?? 0) > 0)
    metadata.generation = (metadata.generation ?? 0) + 1;
}

/**
 * Refuses to delete an object that is not the one, or not in the version, that the request means.
 * @throws {StatusError} 409
 */
export function checkPreconditions(
  endpoint: Endpoint,
  { metadata: { name = "", uid = "", resourceVersion = "" } }: ApiObject,
  preconditions: DeleteOptions["preconditions"],
): void {
  const found = {
    UID: { required: preconditions?.uid, is: uid, may: "deleted and then recreated" },
    ResourceVersion: { required: preconditions?.resourceVersion, is: resourceVersion, may: "modified" },
  };
  const twoSteps = marksFirst(endpoint.definition.strategy.deletion);
  for (const [what, { required, is, may }] of Object.entries(found)) {
    if (required === undefined || required === is) continue;
    if (twoSteps)
      throw conflict(
        { ...resourceOf(endpoint), name },
        `Precondition failed: ${what} in precondition: ${required}, ${what} in object meta: ${is}`,
      );
    // This message names the kind, others the resource.
    throw conflict(
      { group: kindGroup(endpoint.definition), resource: endpoint.definition.kind, name },
      `the ${what} in the precondition (${required}) does not match the ${what} in record (${is}). The object might have been ${may}`,
    );
  }
}

async function remove(
  { parts, endpoint, context }: RequestScope,
  { options, current }: DeleteAttempt,
): Promise<Attempt<DeleteResult>> {
  if (options.dryRun === true) return { ok: true, result: answer(endpoint, current, true) };
  const result: CommitResult = await commit(
    parts.changeStream,
    { op: "delete", key: current.key, guard: current.revision as Revision },
    context,
  );
  if (!result.ok) return { ok: false, found: result.current };
  await parts.hooks.get(endpoint.definition)?.afterDelete?.(current.object);
  return { ok: true, result: answer(endpoint, current.withRevision(result.revision), true) };
}

function answer(endpoint: Endpoint, stored: StoredObject, gone: boolean): DeleteResult {
  if (!gone || endpoint.definition.strategy.deletion?.returnsObject === true) return { gone, stored };
  const { group, resource } = resourceOf(endpoint);
  const uid = stored.object.metadata.uid ?? "";
  const details = { name: stored.name, ...(group === "" ? {} : { group }), kind: resource, uid };
  return { gone: true, stored, status: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details } };
}

/** True when a write removed the last finalizer of an object that is being deleted. */
export function shouldRemove({ strategy: { deletion } }: ResourceDefinition, next: ApiObject, old: ApiObject): boolean {
  if (next.metadata.deletionTimestamp === undefined) return false;
  if (pendingFinalizers(next, deletion).length > 0) return false;
  const grace = old.metadata.deletionGracePeriodSeconds;
  return old.metadata.deletionTimestamp !== undefined && (grace === undefined || grace === 0);
}

/** Removes an object whose last finalizer was removed by a write; returns the object as written. */
export async function removeFinished(
  { parts, endpoint, context }: RequestScope,
  { current, next, dryRun }: { readonly current: StoredObject; readonly next: ApiObject; readonly dryRun: boolean },
): Promise<Attempt<WriteResult>> {
  const store = storeOf(parts, endpoint);
  // Nothing is stored, so that no webhook converts what the response shows.
  const value = store.encode(isConvertedLast(endpoint.version) ? { ...next } : next);
  const last = store.unstored(next, value, current.revision);
  if (dryRun) return { ok: true, result: { stored: last, created: false } };
  const result = await commit(
    parts.changeStream,
    { op: "delete", key: current.key, guard: current.revision as Revision },
    context,
  );
  if (!result.ok) return { ok: false, found: result.current };
  await parts.hooks.get(endpoint.definition)?.afterDelete?.(next);
  return { ok: true, result: { stored: last, created: false } };
}
