import type { MaybePromise } from "@svc/base";
import type { ApiObject, GroupVersionKind, GroupVersionResource } from "@svc/meta";
import { stepTable } from "./step-table.ts";

const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;
export type Operation = (typeof operations)[number];

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
  /** The object as it would be stored; mutating steps change it in place, others never: it shares parts with the old one then. Absent for deletions. */
  readonly object: ApiObject | undefined;
  /** The object as it is stored; nobody changes it. Absent for creations. */
  readonly oldObject: ApiObject | undefined;
  readonly dryRun: boolean;
  /** Absent for the server itself. */
  readonly user: AdmissionUser | undefined;
  /** Sends a text in a `Warning` header. */
  warn(text: string): void;
  /** Writes something into the audit event of the request; absent where none is recorded. */
  readonly annotate?: ((key: string, value: string) => void) | undefined;
}

/** One step of admission. To refuse a request it throws a `StatusError`; synchronous steps cost no turn of the event loop. */
export interface AdmissionPlugin {
  readonly name: string;
  readonly operations: readonly Operation[];
  /**
   * What it is about: `pods`, `deployments.apps`; `pods/status` is a subresource, `pods/*` a resource with all of them. Requests
   * for anything else do not meet it, and it costs them nothing.
   * @default everything
   */
  readonly resources?: readonly string[];
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

type Step = (request: AdmissionRequest) => MaybePromise<void>;

function runner(plugins: readonly AdmissionPlugin[], phase: "mutate" | "validate"): Step {
  const tables = new Map(
    operations.map((operation) => {
      const of = plugins.filter((plugin) => plugin.operations.includes(operation));
      return [operation, stepTable(of, (plugin) => plugin[phase])] as const;
    }),
  );
  const runFrom = (list: readonly Step[], at: number, request: AdmissionRequest): MaybePromise<void> => {
    for (let i = at; i < list.length; i++) {
      const step = list[i]?.(request);
      if (step instanceof Promise) return step.then(() => runFrom(list, i + 1, request));
    }
  };
  return (request) => runFrom(tables.get(request.operation)?.(request) ?? [], 0, request);
}
