import type { AuditAnnotator, SentOptions, StepTimes } from "@svc/admission";
import {
  type Clock,
  finishSteps,
  type Log,
  longStep,
  type MaybePromise,
  runSteps,
  type Steps,
  type Turns,
} from "@svc/base";
import type { ObjectType } from "@svc/codec";
import type { ApiObject, Dialect, FieldSelector, GroupVersionKind, LabelSelector } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { FeatureGates, ResourceDefinition, ResourceVersion, WriteContext } from "@svc/schema";
import type { PropagationPolicy } from "./finalizers.ts";

/** A kind that shows a part of an object. */
export interface ObjectView {
  readonly kind: GroupVersionKind;
  readonly type: ObjectType;
  /** @param object in the version of the endpoint */
  readonly of: (object: ApiObject) => ApiObject;
  /** The same object with its own field owners. */
  readonly owned: (object: ApiObject) => ApiObject;
  /** The object that a changed view makes of the current one. @throws {StatusError} */
  readonly put: (live: ApiObject, view: ApiObject) => ApiObject;
}

/**
 * A change of one object, as a function of its current state: called again after a concurrent
 * write.
 */
export interface Change {
  readonly target: ObjectName;
  readonly options: WriteOptions;
  /**
   * Whether an absent object is created: where the resource allows it (`allowed`), or always
   * (apply).
   */
  readonly createIfAbsent: "never" | "allowed" | "always";
  /** Rejects clients that may update but not create. Called before a create. */
  readonly mayCreate?: () => MaybePromise<void>;
  /** True when `next` returns the whole object, independent of the current one. @default false */
  readonly replacesWhole?: boolean;
  /** Reports a missing object before failed preconditions. @default false */
  readonly mustExist?: boolean;
  /** The required uid. */
  readonly uid?: string;
  /** The required version. */
  readonly resourceVersion?: string;
  /**
   * The changed object in the version of the endpoint, with its field owners. `live` is the stored
   * object in the same version, or undefined; it must not be changed. With a `view` both are views.
   */
  readonly next: (live: ApiObject | undefined, write: WriteContext, context: RequestContext) => MaybePromise<ApiObject>;
  /** Called with each changed object, before it is admitted. */
  readonly onAdmission?: (() => void) | undefined;
  /** The other kind as which admission sees the object. @default the object itself */
  readonly view?: ObjectView;
  /** True when a concurrent write of an unspecified version may be overwritten. */
  readonly repeatable: boolean;
}

/** The options of a deletion. */
export interface DeleteOptions {
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: PropagationPolicy;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** The user of a request. */
export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** The client of a request, and the channel for warnings. */
export interface RequestContext {
  /** Absent for the server itself. */
  readonly user?: User;
  /** Aborted when the client is gone. @default never */
  readonly signal?: AbortSignal | undefined;
  /** When the time of the request is over, by the clock that never goes back. @default never */
  readonly deadlineMs?: number | undefined;
  /** A text for a `Warning` header. */
  warn(text: string): void;
  /**
   * Resolves when other requests had their turn; absent where the work of the request takes less
   * than one.
   */
  readonly giveWay?: (() => Promise<void>) | undefined;
  /** True if the write is part of a request that has passed admission as a whole. @default false */
  readonly admitted?: boolean;
  /** Measures the steps of the request; absent where that is not needed. */
  readonly times?: StepTimes | undefined;
  /** Writes something into the audit event of the request; absent where none is recorded. */
  readonly annotate?: AuditAnnotator | undefined;
}

/** A resource as one group version serves it, or one of its subresources. */
export interface Endpoint {
  readonly definition: ResourceDefinition;
  readonly version: ResourceVersion;
  /** Empty for the resource itself. */
  readonly subresource: string;
}

/** The parts of a server that the verbs use. */
export interface Environment {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  readonly gates: FeatureGates;
  readonly metrics: Metrics;
  readonly randomUid: () => string;
  /** Ends of generated names. */
  readonly randomSuffix: () => string;
  /** In [0, 1). */
  readonly random: () => number;
  /** In which requests with large bodies or objects work. */
  readonly turns: Turns;
}

/** Options of every write. */
export interface WriteOptions {
  /** Everything happens but the commit. @default false */
  readonly dryRun?: boolean;
  /** The field manager that will own the fields. */
  readonly fieldManager: string;
  /**
   * The options as sent by the client, for admission.
   * @default the options other than their defaults
   */
  readonly sent?: SentOptions;
}

/**
 * The handling of unknown and repeated fields of a body: ignored, reported as warnings, or
 * rejected.
 */
export type FieldValidation = "Ignore" | "Warn" | "Strict";

/** A name within a namespace; the namespace is empty for cluster-scoped resources. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

/** The label and field selectors of a request. */
export interface Selectors {
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
}

/**
 * Continues synchronously with a value, or after a promise: the hot path creates no needless
 * promises.
 */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Runs the steps of a request without a pause, or yields between them for a large request. */
export function inSteps<T>({ giveWay }: Pick<RequestContext, "giveWay">, steps: Steps<T>): MaybePromise<T> {
  return giveWay === undefined ? finishSteps(steps) : runSteps(steps, giveWay);
}

/**
 * Like `giveWay`, for steps that may be long in small requests too: yields after each long step.
 */
export function inLongSteps<T>(
  { giveWay }: Pick<RequestContext, "giveWay">,
  steps: Steps<T>,
  turns: Turns,
): MaybePromise<T> {
  if (giveWay !== undefined) return runSteps(steps, giveWay);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (step.value === longStep) return turns.giveWay().then(() => turns.run(steps));
  }
}
