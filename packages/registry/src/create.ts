import { appendAll, type MaybePromise, parseUnsigned, type Steps } from "@svc/base";
import {
  type ApiObject,
  alreadyExists,
  badRequest,
  conflict,
  generatedNameExhausted,
  isStatusError,
  type ObjectMeta,
  plainError,
  StatusError,
  staleObject,
} from "@svc/meta";
import { validationErrors, type WriteContext } from "@svc/schema";
import type { CommitResult, Revision } from "@svc/storage";
import { commit } from "./commit.ts";
import { type Endpoint, inLongSteps, type WriteOptions } from "./context.ts";
import { anyObjectRules, checkedMeta, kindRules, validateMeta } from "./object-meta.ts";
import { dedupeOwners } from "./owners.ts";
import {
  admissionChecks,
  admissionRequest,
  admitMutations,
  checkDeclaredKind,
  fromStorage,
  hooksOf,
  invalid,
  type RequestScope,
  type Reservation,
  resourceOf,
  sentOptions,
  storeOf,
  type WriteResult,
  writeContext,
} from "./parts.ts";
import type { StoredObject } from "./stored-object.ts";
import { trackOwners } from "./track-owners.ts";
import { withConversions } from "./with-conversions.ts";
import { finishedForm, isConvertedLast, workingForm } from "./working-form.ts";

/** A create request. */
export interface CreateInput {
  readonly namespace: string;
  /** Decoded, in the version of the endpoint; the registry takes it over. */
  readonly object: ApiObject;
  readonly options: WriteOptions;
}

/** The number of attempts to generate a name that does not exist. Source: KEP-4420. */
const maxNameAttempts = 8;

/** Stores a new object. */
export async function createObject(scope: RequestScope, input: CreateInput): Promise<WriteResult> {
  const { parts, endpoint, context } = scope;
  const { definition, version } = endpoint;
  const { object, namespace, options } = input;
  const { environment } = parts;
  const write = writeContext(scope, namespace);
  wipeSystemFields(object.metadata);
  placeInNamespace(object.metadata, namespace, definition.namespaced);
  version.applyDefaults?.(object, environment.gates);
  dedupeOwners(object.metadata, context);
  if (context.giveWay !== undefined) await context.giveWay();
  const tracked = { endpoint, live: undefined, next: object, manager: options.fieldManager, now: write.now };
  const tracking = trackOwners(scope, tracked);
  if (tracking instanceof Promise) await tracking;
  if (context.giveWay !== undefined) await context.giveWay();
  const working = workingForm(version, object);
  const target = { namespace, name: working.metadata.name ?? "" };
  const request = admissionRequest(scope, target, {
    operation: "CREATE",
    object: working,
    oldObject: undefined,
    dryRun: options.dryRun === true,
    options: sentOptions(options),
  });
  const admitted = admitMutations(parts, request);
  if (admitted instanceof Promise) await admitted;
  const validate = admissionChecks(parts, request);
  return insert(scope, { object: working, write, options, validate });
}

interface Insertion {
  /** In its working form, admitted. */
  readonly object: ApiObject;
  readonly write: WriteContext;
  readonly options: WriteOptions;
  readonly validate: () => MaybePromise<void>;
  /**
   * The unreadable object that it replaces.
   * @default there is none
   */
  readonly lost?: LostObject;
}

export interface LostObject {
  readonly revision: Revision;
  /** The identity that the client sent. */
  readonly identity: Pick<ObjectMeta, "uid" | "creationTimestamp" | "deletionTimestamp" | "deletionGracePeriodSeconds">;
}

/** The part of a create after admission, shared with updates and applies of an absent object. */
export async function insert(scope: RequestScope, insertion: Insertion): Promise<WriteResult> {
  const { parts, endpoint } = scope;
  const { definition } = endpoint;
  const { object, write, options, lost } = insertion;
  const { metadata } = object;
  // Admission may have changed it.
  placeInNamespace(metadata, write.namespace, definition.namespaced);
  if (metadata.selfLink !== undefined) delete metadata.selfLink;
  metadata.creationTimestamp = write.now;
  metadata.uid = parts.environment.randomUid();
  if (lost !== undefined) Object.assign(metadata, lost.identity);
  const prefix = metadata.generateName ?? "";
  const generated = prefix !== "" && (metadata.name ?? "") === "";
  const isSuffixed = definition.strategy.generatedNames !== "prefix";
  if (!generated && (metadata.name ?? "") === "" && definition.strategy.namesUnnamed === "uid")
    metadata.name = parts.environment.randomUid();
  for (let attempt = 1; ; attempt++) {
    if (generated) metadata.name = isSuffixed ? generatedName(prefix, parts.environment.randomSuffix()) : prefix;
    const reservation = await hooksOf(parts, endpoint)?.beginCreate?.(object, {
      dryRun: options.dryRun === true,
      write,
    });
    const outcome = await settled(reservation, () => attemptInsert(scope, { ...insertion, generated }));
    if (outcome.ok) return { stored: outcome.stored, created: lost === undefined };
    const target = { ...resourceOf(endpoint), name: metadata.name ?? "" };
    if (lost !== undefined) throw conflict(target, staleObject);
    // If a prefix is set, a conflict of the chosen name is reported like one of a generated name.
    const taken = prefix === "" ? alreadyExists(target) : generatedNameExhausted(target);
    if (outcome.terminating) throw beingDeleted(taken);
    if (!generated || !isSuffixed) throw taken;
    if (attempt === maxNameAttempts) throw generatedNameExhausted({ ...target, name: prefix });
  }
}

type Attempt =
  | { readonly ok: true; readonly stored: WriteResult["stored"] }
  | { readonly ok: false; readonly terminating: boolean };

interface NamedInsertion extends Insertion {
  /** True if the name of the object was generated. */
  readonly generated: boolean;
}

async function attemptInsert(scope: RequestScope, insertion: NamedInsertion): Promise<Attempt> {
  const { parts, endpoint, context } = scope;
  const { definition } = endpoint;
  const { object, write, options, validate, lost, generated } = insertion;
  const { metadata } = object;
  if (context.giveWay !== undefined) await context.giveWay();
  const prepared = inLongSteps(context, prepare(scope, object, write), parts.environment.turns);
  if (prepared instanceof Promise) await prepared;
  if (generated) definition.strategy.onNameGenerated?.(object);
  if (context.giveWay !== undefined) await context.giveWay();
  const admitted = validate();
  if (admitted instanceof Promise) await admitted;
  definition.strategy.completeCreate?.(object);
  const store = storeOf(parts, endpoint);
  const key = store.keyOf(metadata.namespace ?? "", metadata.name ?? "");
  if (options.dryRun === true) {
    const fresh = parts.changeStream.awaitCurrent();
    if (fresh !== undefined) await fresh;
    const existing = store.cache.get(key);
    if (existing?.revision !== lost?.revision && (await isConvertible(endpoint, existing)))
      return { ok: false, terminating: isTerminating(existing) };
    // A dry run shows the version that the client sent, whatever its text.
    const version = lost?.revision ?? metadata.resourceVersion ?? "";
    const stored = await finishedForm(endpoint, object, { dryRun: true });
    return { ok: true, stored: store.unstored(stored, store.encode(stored), version) };
  }
  if (metadata.resourceVersion !== undefined) {
    const sent = parseUnsigned(metadata.resourceVersion);
    if (sent.ok && sent.value !== 0n) throw plainError("resourceVersion should not be set on objects to be created");
    delete metadata.resourceVersion;
  }
  if (context.giveWay !== undefined) await context.giveWay();
  const finished = finishedForm(endpoint, object, { dryRun: false });
  const value = store.encode(finished instanceof Promise ? await finished : finished);
  if (context.giveWay !== undefined) await context.giveWay();
  const ttlSeconds = parts.hooks.get(definition)?.ttlSeconds;
  const result: CommitResult = await commit(
    parts.changeStream,
    { op: "put", key, value, guard: lost?.revision ?? "absent", ...(ttlSeconds === undefined ? {} : { ttlSeconds }) },
    context,
  );
  if (result.ok) return { ok: true, stored: store.committed(key, value, result.revision) };
  const found = result.current === undefined ? undefined : store.read(result.current);
  return { ok: false, terminating: isTerminating(found) };
}

/** A dry run does not notice an object that a webhook cannot convert. */
async function isConvertible({ version }: Endpoint, existing: StoredObject | undefined): Promise<boolean> {
  if (existing === undefined || existing.corrupt !== undefined || !isConvertedLast(version)) return true;
  try {
    await withConversions(() => fromStorage(version, existing.object));
    return true;
  } catch (error) {
    if (!isStatusError(error)) throw error;
    return false;
  }
}

function isTerminating(found: StoredObject | undefined): boolean {
  return found?.corrupt === undefined && found?.object.metadata.deletionTimestamp !== undefined;
}

/** Brings a new object into its final form, and refuses it if that is not valid. */
function* prepare({ parts, endpoint }: RequestScope, object: ApiObject, write: WriteContext): Steps<void> {
  const { definition } = endpoint;
  const { dialect } = parts.environment;
  const { strategy, namespaced } = definition;
  const { metadata } = object;
  strategy.prepareCreate?.(object, write);
  yield;
  if (strategy.generation !== "none") metadata.generation = 1;
  checkDeclaredKind(endpoint, object);
  const rules = kindRules(definition, write.group, dialect.product);
  const checked = checkedMeta(metadata);
  const errors = rules.checks?.onCreate === "none" ? [] : validateMeta(checked, rules);
  yield;
  appendAll(errors, yield* validationErrors(strategy.validateCreate?.(object, write)));
  if (errors.length > 0) throw invalid(definition, metadata.name ?? "", errors);
  yield;
  const general = validateMeta(checked, anyObjectRules(namespaced));
  if (general.length > 0) throw invalid(definition, metadata.name ?? "", general);
  yield;
  for (const text of strategy.warnings?.(object, undefined, write) ?? []) write.warn(text);
  if (!isConvertedLast(endpoint.version)) strategy.canonicalize?.(object);
}

/** Keeps a reservation when the act succeeded, and releases it when not. */
export async function settled<T extends { readonly ok: boolean }>(
  reservation: Reservation | undefined,
  act: () => Promise<T>,
): Promise<T> {
  if (reservation === undefined) return act();
  let outcome: T;
  try {
    outcome = await act();
  } catch (error) {
    await reservation.release();
    throw error;
  }
  // An error of `keep` must not release what a stored object uses.
  await (outcome.ok ? reservation.keep() : reservation.release());
  return outcome;
}

const systemFields = [
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "uid",
  "selfLink",
] as const satisfies readonly (keyof ObjectMeta)[];

/**
 * Removes fields that only the server sets. Deleting an absent member costs more than testing for
 * it.
 */
export function wipeSystemFields(metadata: ObjectMeta): void {
  for (const field of systemFields) if (metadata[field] !== undefined) delete metadata[field];
}

/** @throws {StatusError} 400 when the object's namespace differs from the request's */
export function placeInNamespace(metadata: ObjectMeta, namespace: string, namespaced: boolean): void {
  if (!namespaced) {
    if (metadata.namespace !== undefined) delete metadata.namespace;
    return;
  }
  if ((metadata.namespace ?? "") === "") metadata.namespace = namespace;
  if (metadata.namespace !== namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
}

/** Long prefixes are cut, so that the whole is a label. */
function generatedName(prefix: string, suffix: string): string {
  return prefix.slice(0, 63 - suffix.length) + suffix;
}

function beingDeleted({ code, reason, message, details }: StatusError): StatusError {
  return new StatusError({ code, reason, message: `object is being deleted: ${message}`, details });
}
