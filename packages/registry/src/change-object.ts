import type { MaybePromise } from "@svc/base";
import {
  type ApiObject,
  conflict,
  displayAs,
  invalid as invalidField,
  invalidObject,
  isStatusError,
  notFound,
  staleObject,
} from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import type { Entry } from "@svc/storage";
import { commit } from "./commit.ts";
import { type Change, type Endpoint, inLongSteps } from "./context.ts";
import { insert, placeInNamespace, settled } from "./create.ts";
import { type Attempt, withCurrent } from "./current-object.ts";
import { removeFinished, shouldRemove } from "./delete.ts";
import {
  admissionChecks,
  admissionRequest,
  admitMutations,
  fromStorage,
  hooksOf,
  type RequestScope,
  resourceOf,
  sentOptions,
  storeOf,
  type WriteResult,
  writeContext,
} from "./parts.ts";
import { prepareUpdate } from "./prepare-update.ts";
import { replaceLost } from "./replace-lost.ts";
import type { ResourceStore } from "./resource-store.ts";
import { sentRevision } from "./sent-revision.ts";
import type { StoredObject } from "./stored-object.ts";
import { finishedForm, isConvertedLast, requestForm, workingForm } from "./working-form.ts";

/** Reads, changes, validates and commits one object; repeated after a concurrent write. */
export function changeObject(scope: RequestScope, change: Change): Promise<WriteResult> {
  return withCurrent(scope, change.target, (current) => attemptChange(scopeFor(scope, current), change, current));
}

/** The work of changing a larger object takes more than a turn, however small the request is. */
const largeObjectBytes = 64 * 1024;

function scopeFor(scope: RequestScope, current: StoredObject | undefined): RequestScope {
  const { parts, context } = scope;
  if (context.giveWay !== undefined || current === undefined || current.size <= largeObjectBytes) return scope;
  return { ...scope, context: { ...context, giveWay: parts.environment.turns.giveWay } };
}

async function attemptChange(
  scope: RequestScope,
  change: Change,
  current: StoredObject | undefined,
): Promise<Attempt<WriteResult>> {
  const { endpoint, context } = scope;
  const { definition, version } = endpoint;
  const { target } = change;
  const write = writeContext(scope, target.namespace);
  if (current?.corrupt !== undefined) return { ok: true, result: await replaceLost(scope, change, current) };
  const absent = (): Error => notFound({ ...resourceOf(endpoint), name: target.name });
  if (current === undefined && change.mustExist === true) throw absent();
  checkPreconditions(scope, change, current);
  const creatable =
    change.createIfAbsent === "always" ||
    (change.createIfAbsent === "allowed" && definition.strategy.allowCreateOnUpdate);
  if (current === undefined && !creatable) throw absent();
  const stored = current?.object;
  if (context.giveWay !== undefined) await context.giveWay();
  const live = stored === undefined ? undefined : fromStorage(version, stored);
  const old = isConvertedLast(version) ? live : stored;
  const changed = changeLive(scope, change, { current, live, old, write });
  const convertsBack = isConvertedLast(version) && change.options.dryRun !== true;
  return convertsBack ? changed.catch((error) => throwFirst(endpoint, live, error)) : changed;
}

/**
 * kube-apiserver converts the live object back before it changes it: a failure of that comes before
 * all others.
 */
async function throwFirst(endpoint: Endpoint, live: ApiObject | undefined, error: unknown): Promise<never> {
  if (live !== undefined && isStatusError(error)) await finishedForm(endpoint, live, { dryRun: false });
  throw error;
}

interface LiveObject {
  readonly current: StoredObject | undefined;
  /** In the version of the endpoint. */
  readonly live: ApiObject | undefined;
  /** In its working form. */
  readonly old: ApiObject | undefined;
  readonly write: WriteContext;
}

async function changeLive(
  scope: RequestScope,
  change: Change,
  { current, live, old, write }: LiveObject,
): Promise<Attempt<WriteResult>> {
  const { parts, endpoint, context } = scope;
  const { version } = endpoint;
  const promised = change.next(live && (change.view?.owned(live) ?? live), write, context);
  const requested = promised instanceof Promise ? await promised : promised;
  change.onAdmission?.();
  const of = { operation: current === undefined ? "CREATE" : "UPDATE", old } as const;
  const { next, validate } =
    change.view === undefined
      ? await admitObject(scope, { ...of, change, next: workingForm(version, requested) })
      : await admitView(scope, { ...of, change, next: requested });
  if (current === undefined || old === undefined) {
    const may = change.mayCreate?.();
    if (may instanceof Promise) await may;
    sentRevision(next.metadata);
    if (change.options.dryRun !== true) delete next.metadata.resourceVersion;
    return {
      ok: true,
      result: await insert(scope, { object: next, write, options: change.options, validate }),
    };
  }
  const replacement = { change, current, old, next, write, validate };
  const expected = checkVersion(endpoint, replacement);
  const reservation = await hooksOf(parts, endpoint)?.beginUpdate?.(next, old, {
    dryRun: change.options.dryRun === true,
    write,
  });
  return settled(reservation, () => replace(scope, replacement, expected));
}

interface Admitted {
  readonly operation: "CREATE" | "UPDATE";
  readonly change: Change;
  readonly next: ApiObject;
  readonly old: ApiObject | undefined;
}

interface Admission {
  /** In its working form. */
  readonly next: ApiObject;
  readonly validate: () => MaybePromise<void>;
}

async function admitObject(
  scope: RequestScope,
  { operation, change: { target, options }, next, old }: Admitted,
): Promise<Admission> {
  const { parts, endpoint, context } = scope;
  if (context.admitted === true) return { next, validate: () => undefined };
  const request = admissionRequest(scope, target, {
    operation,
    object: next,
    oldObject: old,
    dryRun: options.dryRun === true,
    options: sentOptions(options),
  });
  if (context.giveWay !== undefined) await context.giveWay();
  const admitted = admitMutations(parts, request);
  if (admitted instanceof Promise) await admitted;
  placeInNamespace(next.metadata, target.namespace, endpoint.definition.namespaced);
  return { next, validate: admissionChecks(parts, request) };
}

/** Passes a view of another kind to admission, and writes its changes to the object. */
async function admitView(scope: RequestScope, { operation, change, next, old }: Admitted): Promise<Admission> {
  const { parts, endpoint } = scope;
  const { target, options, view } = change;
  if (view === undefined || old === undefined) throw new TypeError("there is no object to view");
  const { version } = endpoint;
  const live = requestForm(version, old);
  const write = {
    operation,
    object: next,
    oldObject: view.owned(live),
    dryRun: options.dryRun === true,
    options: sentOptions(options),
  };
  const request = {
    ...admissionRequest(scope, target, write),
    kind: view.kind,
    type: { ...endpoint, body: view.type },
  };
  const admitted = admitMutations(parts, request);
  if (admitted instanceof Promise) await admitted;
  const changed = view.put(live, next);
  // What a webhook converts is filled by the version in which it is stored.
  if (!isConvertedLast(version)) version.applyDefaults?.(changed, parts.environment.gates);
  const working = workingForm(version, changed);
  const validate = (): MaybePromise<void> =>
    parts.admission.validate({
      ...request,
      object: view.of(requestForm(version, working)),
      oldObject: view.of(live),
    });
  return { next: working, validate };
}

interface Replacement {
  readonly change: Change;
  readonly current: StoredObject;
  readonly old: ApiObject;
  readonly next: ApiObject;
  readonly write: WriteContext;
  readonly validate: () => MaybePromise<void>;
}

/** The version that a write replaces: the one that the client sent, or whichever is current. */
type ExpectedVersion = "sent" | "current";

async function replace(
  scope: RequestScope,
  replacement: Replacement,
  expected: ExpectedVersion,
): Promise<Attempt<WriteResult>> {
  const { parts, endpoint, context } = scope;
  const { change, current, old, next, validate } = replacement;
  if (context.giveWay !== undefined) await context.giveWay();
  const prepared = inLongSteps(context, prepareUpdate(scope, replacement), parts.environment.turns);
  const unchanged = prepared instanceof Promise ? await prepared : prepared;
  if (context.giveWay !== undefined) await context.giveWay();
  const admitted = validate();
  if (admitted instanceof Promise) await admitted;
  if (shouldRemove(endpoint.definition, next, old))
    return removeFinished(scope, { current, next, dryRun: change.options.dryRun === true });
  const store = storeOf(parts, endpoint);
  // A dry run returns it as sent, since nothing is stored.
  if (next.metadata.selfLink !== undefined && change.options.dryRun !== true) delete next.metadata.selfLink;
  if (context.giveWay !== undefined) await context.giveWay();
  const finished = finishedForm(endpoint, next, { dryRun: change.options.dryRun === true });
  const stored = finished instanceof Promise ? await finished : finished;
  const value = store.encode(stored, unchanged);
  if (context.giveWay !== undefined) await context.giveWay();
  if (store.sameContent(current, value)) return { ok: true, result: { stored: current, created: false } };
  if (change.options.dryRun === true)
    return { ok: true, result: { stored: store.unstored(stored, value, current.revision), created: false } };
  const ttlSeconds = parts.hooks.get(endpoint.definition)?.ttlSeconds;
  const result = await commit(
    parts.changeStream,
    {
      op: "put",
      key: current.key,
      value,
      guard: current.revision as Entry["revision"],
      ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
    },
    context,
  );
  if (result.ok)
    return { ok: true, result: { stored: store.committed(current.key, value, result.revision), created: false } };
  // A write that lost to a deletion finds no object in the next attempt.
  if (expected === "sent" && !change.repeatable && result.current !== undefined)
    throw conflict({ ...resourceOf(endpoint), name: change.target.name }, staleObject);
  return { ok: false, found: result.current };
}

/** The resource version that the change requires; throws if it is not the current one. */
function checkVersion(
  endpoint: Endpoint,
  { change: { target }, next: { metadata }, current }: Replacement,
): ExpectedVersion {
  const { definition, subresource } = endpoint;
  const resource = { ...resourceOf(endpoint), name: target.name };
  if (metadata.resourceVersion === String(current.revision)) return "sent";
  const sent = sentRevision(metadata);
  const { strategy } = definition;
  if (sent === 0n) {
    // A subresource allows an update without a version, not one with an explicit zero.
    const ofSubresource = (metadata.resourceVersion ?? "") === "" ? strategy.subresources?.[subresource] : undefined;
    const allowed = ofSubresource?.allowUnconditionalUpdate ?? strategy.allowUnconditionalUpdate;
    if (!allowed) {
      const missing = invalidField("metadata.resourceVersion", displayAs("0x0"), "must be specified for an update");
      throw invalidObject({ group: resource.group, kind: resource.resource, name: target.name }, [missing]);
    }
    metadata.resourceVersion = String(current.revision);
    return "current";
  }
  if (sent === BigInt(current.revision)) return "sent";
  throw conflict(resource, staleObject);
}

/** Keys in errors of dry runs have no prefix, as in the original. */
function shownKey(store: ResourceStore, { target, options }: Change): string {
  const key = store.keyOf(target.namespace, target.name);
  return options.dryRun === true ? key.slice(store.root.length - 1) : key;
}

/**
 * Rejects an object with another uid or version than required.
 * @throws {StatusError} 409
 */
function checkPreconditions(
  { parts, endpoint }: RequestScope,
  change: Change,
  current: StoredObject | undefined,
): void {
  const { uid = "", resourceVersion = "" } = change;
  if (uid === "" && resourceVersion === "") return;
  const refuse = (what: string, requested: string, found: string): never => {
    const key = shownKey(storeOf(parts, endpoint), change);
    throw conflict(
      { ...resourceOf(endpoint), name: change.target.name },
      `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${what} in precondition: ${requested}, ${what} in object meta: ${found}`,
    );
  };
  const found = { uid: current?.object.metadata.uid ?? "", resourceVersion: String(current?.revision ?? "") };
  if (uid !== "" && uid !== found.uid) refuse("UID", uid, found.uid);
  if (resourceVersion !== "" && resourceVersion !== found.resourceVersion)
    refuse("ResourceVersion", resourceVersion, found.resourceVersion);
}
