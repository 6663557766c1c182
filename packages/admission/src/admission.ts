import type { MaybePromise } from "@svc/base";
import type { ObjectType } from "@svc/codec";
import type { ApiObject, GroupVersionKind, GroupVersionResource, JsonValue } from "@svc/meta";
import type { ResourceDefinition, ResourceVersion } from "@svc/schema";
import type { StepMatch } from "./match-spec.ts";
import type { MutationRounds } from "./mutation-rounds.ts";

/** The operations of requests, in the order in which plugins list them. */
export const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;
/** An operation that admission distinguishes. */
export type Operation = (typeof operations)[number];

/** The authenticated user of a request, as webhooks and policies receive it. */
export interface AdmissionUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/**
 * The type of the objects of a request: a resource, whose objects are in the stored version, or
 * another kind that a subresource takes.
 */
export interface AdmittedType {
  readonly definition: ResourceDefinition;
  /** The version in the client's request. */
  readonly version: ResourceVersion;
  /** The other kind, in which the objects are then. */
  readonly body?: ObjectType | undefined;
}

/** The options of a request as the client sent them, without `kind` and `apiVersion`. */
export type SentOptions = Readonly<Record<string, JsonValue | undefined>>;

/** Runs a part of a request as a span of the request's trace. */
export type TraceStep = <T>(name: string, attributes: Readonly<Record<string, string>>, act: () => T) => T;

/** Adds an event to the present span of the request's trace. */
export type TraceEvent = (name: string, attributes?: Readonly<Record<string, string | number>>) => void;

/** The resource of a request that is handled. */
export interface HandledResource {
  /** `pods`, `deployments.apps`. */
  readonly groupResource: string;
  /** The first part of its objects' keys, below the root of the store. */
  readonly keyPrefix: string;
}

/** The time that a request spends in parts of the server, which each part adds. */
export interface StepTimes {
  admissionMs: number;
  storeMs: number;
  /** All calls of mutating webhooks. @default none is called */
  mutatingWebhookMs?: number | undefined;
  /** The longest call of a validating webhook: they run together. @default none is called */
  validatingWebhookMs?: number | undefined;
  authorizationMs?: number | undefined;
  /** The encoding of objects; measured where `monotonic` is set. */
  serializationMs?: number | undefined;
  /** The clock of parts that are measured only where a request is audited. @default they are not */
  monotonic?: (() => number) | undefined;
  /** Set where the request is traced. @default it is not */
  trace?: TraceStep | undefined;
  /** Set where the request is traced. @default it is not */
  event?: TraceEvent | undefined;
  /** Begins the span of a resource's handler, where the request is traced. @default it is not */
  handles?: ((resource: HandledResource) => void) | undefined;
}

/** A request that is about to change something, as admission sees it. */
export interface AdmissionRequest {
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped resources. */
  readonly namespace: string;
  /** Empty where the server makes it up, and for each object of a collection that is deleted. */
  readonly name: string;
  /**
   * The object as it would be stored; mutating steps change it in place, others never: it shares
   * parts with the old one then. Absent for deletions.
   */
  readonly object: ApiObject | undefined;
  /** The stored object, which is immutable. Absent for creations. */
  readonly oldObject: ApiObject | undefined;
  readonly dryRun: boolean;
  /**
   * The type of the request's resource and objects. Without it webhooks and policies are skipped.
   */
  readonly type?: AdmittedType | undefined;
  /** Absent for connections. */
  readonly options?: SentOptions | undefined;
  /** Aborted at the deadline of the request, and when its client is gone. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The deadline of the request in milliseconds, by the clock that never goes back. @default none
   */
  readonly deadlineMs?: number | undefined;
  /** Absent for the server itself. */
  readonly user: AdmissionUser | undefined;
  /** Sends a text in a `Warning` header. */
  warn(text: string): void;
  /** Accumulates the time of each part of the request; absent when it is not measured. */
  readonly times?: StepTimes | undefined;
  /** Writes something into the audit event of the request; absent where none is recorded. */
  readonly annotate?: AuditAnnotator | undefined;
}

/**
 * Writes a value into an audit event.
 * @param from the audit level from which on it is recorded. @default "Metadata"
 */
export type AuditAnnotator = (key: string, value: string, from?: "Metadata" | "Request") => void;

/**
 * One step of admission. To refuse a request it throws a `StatusError`; synchronous steps cost no
 * turn of the event loop.
 */
export interface AdmissionPlugin {
  readonly name: string;
  readonly operations: readonly Operation[];
  /**
   * The resources that the step handles: `pods`, `deployments.apps`; `pods/status` is a
   * subresource, `pods/*` a resource with all of its subresources. Other requests skip the step at
   * no cost.
   * @default everything
   */
  readonly resources?: readonly string[];
  /**
   * The requests that a step of an embedder is about, by rules, selectors and conditions, as in
   * webhook configurations. Objects stay in the form in which they are stored. @default every
   * request that `operations` and `resources` take
   */
  readonly match?: StepMatch;
  /**
   * Before validation; may change the object. A step that is not an embedder's replaces members of
   * the object rather than change a value that the object shares with the old one.
   */
  readonly mutate?: (request: AdmissionRequest, rounds: MutationRounds) => MaybePromise<void>;
  /** After validation; may only refuse. */
  readonly validate?: (request: AdmissionRequest) => MaybePromise<void>;
}
