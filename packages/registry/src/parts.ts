import {
  type Admission,
  type AdmissionRequest,
  forgetWritten,
  restrictWritten,
  type SentOptions,
} from "@svc/admission";
import { managersProblem, type FieldOwnership as Ownership } from "@svc/apply";
import type { MaybePromise } from "@svc/base";
import {
  type ApiObject,
  type FieldError,
  formatApiVersion,
  type GroupResource,
  invalid as invalidField,
  invalidObject,
  type ObjectMeta,
  StatusError,
} from "@svc/meta";
import type { ResourceDefinition, ResourceVersion, WriteContext } from "@svc/schema";
import type { ChangeStream } from "@svc/watch";
import type { Endpoint, Environment, ObjectName, RequestContext, WriteOptions } from "./context.ts";
import type { ResourceStore } from "./resource-store.ts";
import type { StoredObject } from "./stored-object.ts";
import type { Stores } from "./stores.ts";

/** The part of field ownership that the write path uses. */
export type FieldOwnership = Pick<Ownership, "trackSteps" | "apply" | "applySteps">;

/**
 * Reserves external resources of a write (addresses, ports) before it is validated, and releases
 * them when it fails. Set by the composition of a server, per resource.
 */
export interface ResourceHooks {
  readonly beginCreate?: (object: ApiObject, context: HookContext) => MaybePromise<Reservation | undefined>;
  readonly beginUpdate?: (
    object: ApiObject,
    old: ApiObject,
    context: HookContext,
  ) => MaybePromise<Reservation | undefined>;
  readonly afterDelete?: (object: ApiObject) => MaybePromise<void>;
  /** The lifetime of objects after each write. @default unlimited */
  readonly ttlSeconds?: number;
}

/** The hooks of a write. Subresources have none: no addresses are reserved for them. */
export function hooksOf(
  { hooks }: Pick<Parts, "hooks">,
  { definition, subresource }: Endpoint,
): ResourceHooks | undefined {
  return subresource === "" ? hooks.get(definition) : undefined;
}

/** The circumstances of a write, for hooks. */
export interface HookContext {
  readonly dryRun: boolean;
  readonly write: WriteContext;
}

/** External resources that a write has reserved. */
export interface Reservation {
  /** The object is stored. */
  readonly keep: () => MaybePromise<void>;
  /** It is not. */
  readonly release: () => MaybePromise<void>;
}

/** The dependencies that the verbs share. */
export interface Parts {
  readonly environment: Environment;
  readonly changeStream: ChangeStream;
  readonly stores: Pick<Stores, "get">;
  readonly admission: Admission;
  readonly ownership: FieldOwnership;
  readonly hooks: Pick<ReadonlyMap<ResourceDefinition, ResourceHooks>, "get">;
  /** A time as objects hold it: to the second, in UTC. Many writes share the text of a second. */
  readonly timeText: (ms: number) => string;
}

/** A request within a registry: its dependencies, its resource and its client. */
export interface RequestScope {
  readonly parts: Parts;
  readonly endpoint: Endpoint;
  readonly context: RequestContext;
}

/**
 * The result of a write. Its bytes are as stored; a dry run has the bytes that it would store.
 */
export interface WriteResult {
  readonly stored: StoredObject;
  readonly created: boolean;
}

/** @throws {StatusError} 404 for a resource that was removed since the request was routed */
export function storeOf({ stores }: Parts, { definition }: Endpoint): ResourceStore {
  const store = stores.get(definition);
  if (store !== undefined) return store;
  if (definition.storage === undefined) throw new TypeError(`${definition.resource} is not stored`);
  const message = "the server could not find the requested resource";
  throw new StatusError({ code: 404, reason: "NotFound", message, details: {} });
}

/** The resource in errors: by the group of the request. */
export function resourceOf({ definition, version }: Endpoint): GroupResource {
  return { group: version.group, resource: definition.resource };
}

/** The kind in errors: with the group in which it is stored. */
export function kindGroup({ storage, versions }: ResourceDefinition): string {
  return storage?.group ?? versions[0]?.group ?? "";
}

export function invalid(definition: ResourceDefinition, name: string, errors: readonly FieldError[]): Error {
  return invalidObject({ group: kindGroup(definition), kind: definition.kind, name }, errors);
}

/** True for an object of an extension type, where the kind is a plain field, of another kind. */
export function declaresOtherKind({ definition, version }: Endpoint, { kind = "" }: ApiObject): boolean {
  return version.semantics === "structural" && kind !== "" && kind !== definition.kind;
}

/** Validates the declared kind, before all other fields. @throws {StatusError} 422 */
export function checkDeclaredKind(endpoint: Endpoint, object: ApiObject): void {
  if (!declaresOtherKind(endpoint, object)) return;
  const { kind = "", metadata } = object;
  const target = { group: endpoint.version.group, kind, name: metadata.name ?? "" };
  throw invalidObject(target, [invalidField("kind", kind, `must be ${endpoint.definition.kind}`)]);
}

export function toStorage(version: ResourceVersion, object: ApiObject): ApiObject {
  return version.conversion?.toStorage(object) ?? object;
}

/** The object as it would be after storing and reading it; as it is where a webhook converts it. */
export function asStored(version: ResourceVersion, object: ApiObject): ApiObject {
  const { conversion } = version;
  // The result of a webhook is known only once the object is stored.
  if (conversion === undefined || conversion.fromStorageAll !== undefined) return object;
  return fromStorage(version, toStorage(version, object));
}

/** The object in a version, which it names. */
export function fromStorage(version: ResourceVersion, object: ApiObject): ApiObject {
  const converted = version.conversion?.fromStorage(object) ?? object;
  const apiVersion = formatApiVersion(version);
  return converted.apiVersion === apiVersion ? converted : { ...converted, apiVersion };
}

export function writeContext({ parts, endpoint, context }: RequestScope, namespace: string): WriteContext {
  const { environment, timeText } = parts;
  const { version } = endpoint;
  const { user, warn } = context;
  const { clock, gates } = environment;
  const nowMs = clock.now();
  return {
    nowMs,
    now: timeText(nowMs),
    gates,
    group: version.group,
    version: version.version,
    namespace,
    user,
    warn,
  };
}

/** The options of a write as admission sees them. */
export function sentOptions({ sent, dryRun }: WriteOptions): SentOptions {
  return sent ?? (dryRun === true ? dryRunOnly : noOptions);
}

const noOptions: SentOptions = {};
const dryRunOnly: SentOptions = { dryRun: ["All"] };

/**
 * Runs the mutating steps over an object that is about to be stored. Where a step breaks the owners
 * of fields, the ones before it stay, with a warning: no later apply could read the broken ones.
 */
export function admitMutations({ admission }: Pick<Parts, "admission">, request: AdmissionRequest): MaybePromise<void> {
  const before = request.object?.metadata.managedFields;
  const mutated = admission.mutate(request);
  return mutated instanceof Promise ? mutated.then(() => checkOwners(request, before)) : checkOwners(request, before);
}

function checkOwners({ object, warn }: AdmissionRequest, before: ObjectMeta["managedFields"]): void {
  const { metadata } = object ?? {};
  if (metadata?.managedFields === undefined || metadata.managedFields === before) return;
  const problem = managersProblem(metadata.managedFields);
  if (problem === undefined) return;
  if (before === undefined) delete metadata.managedFields;
  else metadata.managedFields = before;
  warn(`.metadata.managedFields was in an invalid state after admission; ${brokenOwners}: ${problem}`);
}

const brokenOwners = "this could be caused by an outdated mutating admission controller; please fix your requests";

/** The admission checks of a write that is about to be stored, with the generated name, if any. */
export function admissionChecks({ admission }: Parts, request: AdmissionRequest): () => MaybePromise<void> {
  return () => {
    const { object } = request;
    const named = request.name === "" ? (object?.metadata.name ?? "") : "";
    if (object !== undefined && hasStatusPart(request.type))
      restrictWritten(object, (name) => (name === "status") === (request.subresource === "status"));
    const validated = admission.validate(named === "" ? request : { ...request, name: named });
    // The object is about to be stored: later requests see what is stored of it.
    const forget = (): void => {
      if (object !== undefined) forgetWritten(object);
    };
    return validated instanceof Promise ? validated.then(forget) : forget();
  };
}

/** A write of the status restores the rest of the object, and a write of the object its status. */
function hasStatusPart(type: AdmissionRequest["type"]): boolean {
  return type?.definition.strategy.subresources?.["status"] !== undefined;
}

export function admissionRequest(
  { endpoint, context }: RequestScope,
  { namespace, name }: ObjectName,
  write: Pick<AdmissionRequest, "operation" | "object" | "oldObject" | "dryRun" | "options">,
): AdmissionRequest {
  const { definition, version, subresource } = endpoint;
  const { user, warn, annotate, signal, deadlineMs, times } = context;
  const { group, version: apiVersion } = version;
  return {
    ...write,
    kind: { group, version: apiVersion, kind: version.kind ?? definition.kind },
    resource: { group, version: apiVersion, resource: definition.resource },
    subresource,
    namespace,
    name,
    type: endpoint,
    signal,
    deadlineMs,
    user,
    warn,
    annotate,
    times,
  };
}
