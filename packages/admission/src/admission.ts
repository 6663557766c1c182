import type { ApiObject, GroupVersionKind, GroupVersionResource } from "@svc/meta";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

export interface AdmissionUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
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
  /** The object as it would be stored; mutating steps change it in place. Absent for deletions. */
  readonly object: ApiObject | undefined;
  /** The object as it is stored; nobody changes it. Absent for creations. */
  readonly oldObject: ApiObject | undefined;
  readonly dryRun: boolean;
  /** Absent for the server itself. */
  readonly user: AdmissionUser | undefined;
  /** Sends a text in a `Warning` header. */
  warn(text: string): void;
}

type MaybePromise<T> = T | Promise<T>;

/** One step of admission. To refuse a request it throws a `StatusError`; synchronous steps cost no turn of the event loop. */
export interface AdmissionPlugin {
  readonly name: string;
  readonly operations: readonly Operation[];
  /** Before validation; may change the object. */
  readonly mutate?: (request: AdmissionRequest) => MaybePromise<void>;
  /** After validation; may only refuse. */
  readonly validate?: (request: AdmissionRequest) => MaybePromise<void>;
}

export interface Admission {
  mutate(request: AdmissionRequest): MaybePromise<void>;
  validate(request: AdmissionRequest): MaybePromise<void>;
}

/** The steps in the given order: all that mutate, and after validation all that validate. The first refusal is final. */
export function createAdmission(plugins: readonly AdmissionPlugin[]): Admission {
  return { mutate: runner(plugins, "mutate"), validate: runner(plugins, "validate") };
}

function runner(
  plugins: readonly AdmissionPlugin[],
  phase: "mutate" | "validate",
): (request: AdmissionRequest) => MaybePromise<void> {
  const steps = new Map<Operation, readonly ((request: AdmissionRequest) => MaybePromise<void>)[]>();
  for (const operation of ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const) {
    const of = plugins.filter((p) => p.operations.includes(operation)).flatMap((p) => p[phase] ?? []);
    steps.set(operation, of);
  }
  const runFrom = (
    list: readonly ((request: AdmissionRequest) => MaybePromise<void>)[],
    at: number,
    request: AdmissionRequest,
  ): MaybePromise<void> => {
    for (let i = at; i < list.length; i++) {
      const step = list[i]?.(request);
      if (step instanceof Promise) return step.then(() => runFrom(list, i + 1, request));
    }
  };
  return (request) => runFrom(steps.get(request.operation) ?? [], 0, request);
}
