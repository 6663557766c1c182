import type { MaybePromise } from "@svc/base";
import type { ObjectType } from "@svc/codec";
import type { ApiObject, GroupVersionKind, GroupVersionResource, JsonValue } from "@svc/meta";
import type { ResourceDefinition, ResourceVersion } from "@svc/schema";
import type { StepMatch } from "./match-spec.ts";
import { stepTable } from "./step-table.ts";

const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;
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
 * The type of the objects of a request: a resource, whose objects are in the version in which they
 * are stored, or another kind that a subresource takes.
 */
export interface AdmittedType {
  readonly definition: ResourceDefinition;
  /** The version in which the client asked. */
  readonly version: ResourceVersion;
  /** The other kind, in which the objects are then. */
  readonly body?: ObjectType | undefined;
}

/** The options of a request as the client sent them, without `kind` and `apiVersion`. */
export type SentOptions = Readonly<Record<string, JsonValue | undefined>>;

/** Runs a part of a request as a span of the request's trace. */
export type TraceStep = <T>(name: string, attributes: Readonly<Record<string, string>>, act: () => T) => T;

/** The time that a request spends in parts of the server, which each part adds. */
export interface StepTimes {
  admissionMs: number;
  storeMs: number;
  /** Set where the request is traced. @default it is not */
  trace?: TraceStep | undefined;
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
  /** Empty where the server makes it up, and for a whole collection. */
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
   * What the request's resource and its objects are. Absent where a caller of the chain does not
   * say: webhooks and policies pass by then.
   */
  readonly type?: AdmittedType | undefined;
  /** Absent for connections. */
  readonly options?: SentOptions | undefined;
  /**
   * Whether a whole collection is deleted: webhooks and policies are not told the name then.
   * @default false
   */
  readonly isPartOfCollection?: boolean;
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
  /** Adds up where the time of the request goes; absent where that is not asked for. */
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
   * What it is about: `pods`, `deployments.apps`; `pods/status` is a subresource, `pods/*` a
   * resource with all of them. Requests for anything else do not meet it, and it costs them
   * nothing.
   * @default everything
   */
  readonly resources?: readonly string[];
  /**
   * The requests that a step of an embedder is about, by rules, selectors and conditions, as in
   * webhook configurations. Objects stay in the form in which they are stored. @default every
   * request that `operations` and `resources` take
   */
  readonly match?: StepMatch;
  /** Before validation; may change the object. */
  readonly mutate?: (request: AdmissionRequest, rounds: MutationRounds) => MaybePromise<void>;
  /** After validation; may only refuse. */
  readonly validate?: (request: AdmissionRequest) => MaybePromise<void>;
}

/**
 * The rounds of the mutating steps over one request. A step asks for a second round when it changed
 * what earlier steps went by; there is no third.
 */
export class MutationRounds {
  #number: 0 | 1 = 0;
  #wanted = false;
  readonly #states = new Map<object, unknown>();

  get number(): 0 | 1 {
    return this.#number;
  }

  requestAnother(): void {
    this.#wanted = true;
  }

  /** What a step keeps from one round to the next. @param step stands for the step */
  stateOf<T>(step: object, create: () => T): T {
    if (!this.#states.has(step)) this.#states.set(step, create());
    return this.#states.get(step) as T;
  }

  /** Begins the second round where it was asked for. */
  next(): boolean {
    if (this.#number === 1 || !this.#wanted) return false;
    this.#number = 1;
    return true;
  }
}

/**
 * The admission chain: all mutating steps, then all validating steps. A step that denies the
 * request throws a `StatusError`.
 */
export interface Admission {
  mutate(request: AdmissionRequest): MaybePromise<void>;
  validate(request: AdmissionRequest): MaybePromise<void>;
}

/**
 * The steps in the given order: all that mutate, again where one of them asks for it, and after
 * validation all that validate. The first refusal is final.
 */
export function createAdmission(plugins: readonly AdmissionPlugin[]): Admission {
  const mutating = tablesOf(plugins, (plugin) => plugin.mutate);
  const validating = tablesOf(plugins, (plugin) => plugin.validate);
  return {
    mutate: (request) => {
      const steps = mutating(request);
      return steps.length === 0 ? undefined : mutateInRounds(steps, request);
    },
    validate: (request) => validateFrom(validating(request), 0, request),
  };
}

type Mutate = NonNullable<AdmissionPlugin["mutate"]>;
type Validate = NonNullable<AdmissionPlugin["validate"]>;

function tablesOf<S>(
  plugins: readonly AdmissionPlugin[],
  stepOf: (plugin: AdmissionPlugin) => S | undefined,
): (request: AdmissionRequest) => readonly S[] {
  const tables = new Map(
    operations.map((operation) => {
      const of = plugins.filter((plugin) => plugin.operations.includes(operation));
      return [operation, stepTable(of, stepOf)] as const;
    }),
  );
  return (request) => tables.get(request.operation)?.(request) ?? [];
}

function mutateInRounds(steps: readonly Mutate[], request: AdmissionRequest): MaybePromise<void> {
  const rounds = new MutationRounds();
  const runFrom = (start: number): MaybePromise<void> => {
    let first = start;
    do {
      for (let i = first; i < steps.length; i++) {
        const step = steps[i]?.(request, rounds);
        if (step instanceof Promise) return step.then(() => runFrom(i + 1));
      }
      first = 0;
    } while (rounds.next());
  };
  return runFrom(0);
}

function validateFrom(steps: readonly Validate[], start: number, request: AdmissionRequest): MaybePromise<void> {
  for (let i = start; i < steps.length; i++) {
    const step = steps[i]?.(request);
    if (step instanceof Promise) return step.then(() => validateFrom(steps, i + 1, request));
  }
}
