import type { corev1 as core } from "@svc/types";
import { type Check, members, named, needed, oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { httpHeaderName, portReference } from "../common/names.ts";
import { notNegative, portNumber, positive } from "../common/number.ts";
import { stopSignal } from "./stop-signals.ts";

/** The facts about a pod that checks of its containers' handlers use. */
export interface HandlerScope {
  readonly graceSeconds: number;
  readonly os: string;
}

type HandlerCheck = (action: never, at: FieldPath, scope: HandlerScope) => void;

const exec = members<core.ExecAction>({ command: needed() });

const headers: Check<readonly core.HTTPHeader[]> = (list, at) => {
  for (const { name } of list) named(httpHeaderName)(name, at);
};
const httpGet = members<core.HTTPGetAction>({
  path: needed(),
  port: portReference,
  scheme: oneOf("HTTP", "HTTPS"),
  httpHeaders: headers,
});
const tcpSocket = members<core.TCPSocketAction>({ port: portReference });
const grpc = members<core.GRPCAction>({ port: portNumber });

function sleep({ seconds }: core.SleepAction, at: FieldPath, { graceSeconds }: HandlerScope): void {
  if (seconds >= 0 && seconds <= graceSeconds) return;
  at.invalid(seconds, `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`);
}

/** The ways to reach a container, of which exactly one is to be chosen. */
function oneHandler(handlers: Readonly<Record<string, HandlerCheck>>) {
  const checks = Object.entries(handlers);
  return (value: object, at: FieldPath, scope: HandlerScope): void => {
    const actions = value as Readonly<Record<string, unknown>>;
    let found = 0;
    for (const [name, check] of checks) {
      const action = actions[name];
      if (action === undefined) continue;
      if (found++ > 0) at.field(name).forbidden("may not specify more than 1 handler type");
      else check(action as never, at.field(name), scope);
    }
    if (found === 0) at.required("must specify a handler type");
  };
}

const probeHandler = oneHandler({ exec, httpGet, tcpSocket, grpc });
const hook = oneHandler({ exec, httpGet, tcpSocket, sleep });

const probeNumbers = members<core.Probe>({
  initialDelaySeconds: notNegative,
  timeoutSeconds: notNegative,
  periodSeconds: notNegative,
  successThreshold: notNegative,
  failureThreshold: notNegative,
  terminationGracePeriodSeconds: positive,
});

function probe(value: core.Probe, at: FieldPath, scope: HandlerScope): void {
  probeHandler(value, at, scope);
  probeNumbers(value, at);
}

/** Requires `successThreshold` to be 1. */
function oneSuccess(value: core.Probe, at: FieldPath, scope: HandlerScope): void {
  probe(value, at, scope);
  const { successThreshold = 0 } = value;
  if (successThreshold !== 1) at.field("successThreshold").invalid(successThreshold, "must be 1");
}

function readiness(value: core.Probe, at: FieldPath, scope: HandlerScope): void {
  probe(value, at, scope);
  const { terminationGracePeriodSeconds: grace } = value;
  if (grace !== undefined)
    at.field("terminationGracePeriodSeconds").invalid(grace, "must not be set for readinessProbes");
}

/** Validates the lifecycle hooks and the probes of a container. */
export function handlers(container: core.Container, at: FieldPath, scope: HandlerScope): void {
  const { lifecycle, livenessProbe, readinessProbe, startupProbe } = container;
  if (lifecycle !== undefined) hooks(lifecycle, at.field("lifecycle"), scope);
  if (livenessProbe !== undefined) oneSuccess(livenessProbe, at.field("livenessProbe"), scope);
  if (readinessProbe !== undefined) readiness(readinessProbe, at.field("readinessProbe"), scope);
  if (startupProbe !== undefined) oneSuccess(startupProbe, at.field("startupProbe"), scope);
}

function hooks({ postStart, preStop, stopSignal: signal }: core.Lifecycle, at: FieldPath, scope: HandlerScope): void {
  if (postStart !== undefined) hook(postStart, at.field("postStart"), scope);
  if (preStop !== undefined) hook(preStop, at.field("preStop"), scope);
  if (signal !== undefined) stopSignal(signal, at.field("stopSignal"), scope.os);
}
