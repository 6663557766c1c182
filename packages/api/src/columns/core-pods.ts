import { type ApiObject, formatAge } from "@svc/meta";
import type { Cell, RowCondition } from "@svc/schema";
import { age, isSet } from "./age.ts";
import { type Condition, conditionOf, firstText, isTrue } from "./cells.ts";

interface Terminated {
  readonly exitCode?: number;
  readonly signal?: number;
  readonly reason?: string;
  readonly finishedAt?: string;
}

interface ContainerState {
  readonly waiting?: { readonly reason?: string };
  readonly running?: object;
  readonly terminated?: Terminated;
}

interface ContainerStatus {
  readonly name: string;
  readonly ready?: boolean;
  readonly started?: boolean;
  readonly restartCount?: number;
  readonly state?: ContainerState;
  readonly lastState?: ContainerState;
}

interface Pod extends ApiObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly containers?: readonly object[];
    readonly initContainers?: readonly { readonly name: string; readonly restartPolicy?: string }[];
    readonly readinessGates?: readonly { readonly conditionType: string }[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly podIPs?: readonly { readonly ip?: string }[];
    readonly nominatedNodeName?: string;
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
  };
}

export function podCells(pod: Pod, nowMs: number): readonly Cell[] {
  const { spec = {}, status = {} } = pod;
  const { ready, reason, restarts } = stateOf(pod);
  const total = (spec.containers?.length ?? 0) + sidecarsOf(pod).size;
  return [
    pod.metadata.name ?? "",
    `${ready}/${total}`,
    reason,
    restarts.text(nowMs),
    age(pod, nowMs),
    firstText(status.podIPs?.[0]?.ip, "<none>"),
    firstText(spec.nodeName, "<none>"),
    firstText(status.nominatedNodeName, "<none>"),
    readinessGates(pod),
  ];
}

/** Marks the row of a completed pod, so that clients can hide such rows. */
export function podRowConditions({ status }: Pod): readonly RowCondition[] {
  const done = { type: "Completed", status: "True" };
  if (status?.phase === "Succeeded")
    return [{ ...done, reason: "Succeeded", message: "The pod has completed successfully." }];
  if (status?.phase === "Failed") return [{ ...done, reason: "Failed", message: "The pod failed." }];
  return [];
}

/** Restarts of several containers together. */
class Restarts {
  #count = 0;
  #last = "";

  add({ restartCount = 0, lastState }: ContainerStatus): void {
    this.#count += restartCount;
    const end = lastState?.terminated?.finishedAt ?? "";
    if (end > this.#last) this.#last = end;
  }

  text(nowMs: number): string {
    if (this.#count === 0 || !isSet(this.#last)) return `${this.#count}`;
    return `${this.#count} (${formatAge(this.#last, nowMs)} ago)`;
  }
}

interface State {
  readonly ready: number;
  readonly reason: string;
  readonly restarts: Restarts;
}

function stateOf(pod: Pod): State {
  const { status = {} } = pod;
  const init = initState(pod);
  const initializing = init.reason !== undefined;
  const before: State = { ...init, reason: init.reason ?? reasonBefore(pod) };
  const state = !initializing || isTrue(status.conditions, "Initialized") ? runningState(pod, before, init) : before;
  return { ...state, reason: reasonOfDeletion(pod) ?? state.reason };
}

/** The status text of the pod itself, before its containers are considered. */
function reasonBefore({ status = {} }: Pod): string {
  const gated = status.conditions?.some(({ type, reason }) => type === "PodScheduled" && reason === "SchedulingGated");
  return gated === true ? "SchedulingGated" : firstText(status.reason, status.phase);
}

interface InitState {
  /** Sidecars that are ready. */
  readonly ready: number;
  /** Why the pod does not run yet; undefined when it could. */
  readonly reason: string | undefined;
  readonly restarts: Restarts;
  /** Of sidecars alone. */
  readonly sidecarRestarts: Restarts;
}

/** Init containers run one after another; the state comes from the first one that is not done. */
function initState(pod: Pod): InitState {
  const sidecars = sidecarsOf(pod);
  const restarts = new Restarts();
  const sidecarRestarts = new Restarts();
  const count = pod.spec?.initContainers?.length ?? 0;
  let ready = 0;
  for (const [index, container] of (pod.status?.initContainerStatuses ?? []).entries()) {
    const isSidecar = sidecars.has(container.name);
    restarts.add(container);
    if (isSidecar) sidecarRestarts.add(container);
    const { terminated } = container.state ?? {};
    if (terminated !== undefined && (terminated.exitCode ?? 0) === 0) continue;
    if (isSidecar && container.started === true) {
      if (container.ready === true) ready++;
      continue;
    }
    return { ready, reason: `Init:${initReason(container, `${index}/${count}`)}`, restarts, sidecarRestarts };
  }
  return { ready, reason: undefined, restarts, sidecarRestarts };
}

function initReason({ state = {} }: ContainerStatus, progress: string): string {
  if (state.terminated !== undefined) return terminationReason(state.terminated);
  const waiting = firstText(state.waiting?.reason);
  return waiting === "" || waiting === "PodInitializing" ? progress : waiting;
}

/** The state of the pod comes from its first container that has a reason. */
function runningState(pod: Pod, before: State, { sidecarRestarts: restarts }: InitState): State {
  let { ready, reason } = before;
  let running = false;
  for (const container of (pod.status?.containerStatuses ?? []).toReversed()) {
    restarts.add(container);
    const { waiting, terminated, running: runs } = container.state ?? {};
    const waits = firstText(waiting?.reason);
    if (waits !== "") reason = waits;
    else if (terminated !== undefined) reason = terminationReason(terminated);
    else if (container.ready === true && runs !== undefined) {
      running = true;
      ready++;
    }
  }
  if (reason === "Completed" && running) reason = isTrue(pod.status?.conditions, "Ready") ? "Running" : "NotReady";
  return { ready, reason, restarts };
}

function terminationReason({ reason = "", signal = 0, exitCode = 0 }: Terminated): string {
  if (reason !== "") return reason;
  return signal === 0 ? `ExitCode:${exitCode}` : `Signal:${signal}`;
}

function reasonOfDeletion({ metadata, status = {} }: Pod): string | undefined {
  if (!isSet(metadata.deletionTimestamp)) return undefined;
  if (status.reason === "NodeLost") return "Unknown";
  return status.phase === "Succeeded" || status.phase === "Failed" ? undefined : "Terminating";
}

function sidecarsOf({ spec }: Pod): ReadonlySet<string> {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  return new Set(sidecars.map(({ name }) => name));
}

function readinessGates({ spec, status }: Pod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return "<none>";
  const open = gates.filter((gate) => conditionOf(status?.conditions, gate.conditionType)?.status === "True");
  return `${open.length}/${gates.length}`;
}
