import type { SentOptions, StepTimes } from "@svc/admission";
import { type Clock, finishSteps, type Log, type MaybePromise, runSteps, type Steps, type Turns } from "@svc/base";
import type { Dialect, FieldSelector, LabelSelector } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { FeatureGates, ResourceDefinition, ResourceVersion } from "@svc/schema";

export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Who asks, and how he is told more than the answer. */
export interface RequestContext {
  /** Absent for the server itself. */
  readonly user?: User;
  /** Aborted when the client is gone. @default never */
  readonly signal?: AbortSignal | undefined;
  /** A text for a `Warning` header. */
  warn(text: string): void;
  /**
   * Resolves when other requests had their turn; absent where the work of the request takes less
   * than one.
   */
  readonly giveWay?: (() => Promise<void>) | undefined;
  /** Whether the write is part of a request that was admitted as a whole. @default false */
  readonly admitted?: boolean;
  /** Adds up where the time of the request goes; absent where that is not asked for. */
  readonly times?: StepTimes | undefined;
  /** Writes something into the audit event of the request; absent where none is recorded. */
  readonly annotate?: ((key: string, value: string) => void) | undefined;
}

/** A resource as one group version serves it, or one of its subresources. */
export interface Endpoint {
  readonly definition: ResourceDefinition;
  readonly version: ResourceVersion;
  /** Empty for the resource itself. */
  readonly subresource: string;
}

/** What the verbs need of the server that they run in. */
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

/** What every write takes. */
export interface WriteOptions {
  /** Everything happens but the commit. @default false */
  readonly dryRun?: boolean;
  /** Who will own the fields that this write sets. */
  readonly fieldManager: string;
  /**
   * The options as the client sent them, for admission.
   * @default those that differ from their defaults
   */
  readonly sent?: SentOptions;
}

/** What becomes of unknown and repeated fields of a body: ignored, told as warnings, refused. */
export type FieldValidation = "Ignore" | "Warn" | "Strict";

/** A name within a namespace; the namespace is empty for cluster-scoped resources. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

export interface Selectors {
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
}

/**
 * Goes on at once where the value is there, after it where it is promised: the hot path does not
 * yield for nothing.
 */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Does the steps of a request at once, or gives way between them where its work is large. */
export function inSteps<T>({ giveWay }: Pick<RequestContext, "giveWay">, steps: Steps<T>): MaybePromise<T> {
  return giveWay === undefined ? finishSteps(steps) : runSteps(steps, giveWay);
}
