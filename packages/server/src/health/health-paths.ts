import type { Clock, Log } from "@svc/base";
import type { Dialect } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { Registry } from "@svc/registry";
import type { Storage } from "@svc/storage";
import { createHealthMetrics } from "../metrics/health-metrics.ts";
import type { PathHandler } from "../request/handlers.ts";
import { answerHealth, type HealthCheck } from "./health.ts";
import { storageProblem } from "./storage-problem.ts";
import { unreadableObjectsChecks } from "./unreadable-objects.ts";

interface HealthDeps {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly dialect: Dialect;
  readonly log: Log;
  /** The checks of extensions and controllers, in any order. */
  readonly checks: readonly HealthCheck[];
  /** Templates of names of these checks, in the order in which they are shown. */
  readonly checkOrder: readonly string[];
  readonly clock: Clock;
  /** The time after the start in which `livez` ignores unfinished steps. @default 0 */
  readonly livezGraceMs: number | undefined;
}

/** The health of a server: the handler of its endpoints, and its metrics. */
export interface Health {
  readonly handler: PathHandler;
  /** In the order in which they are shown. */
  readonly checks: readonly HealthCheck[];
  /** The metrics of `/metrics/slis`. */
  readonly metrics: Metrics;
  /** Makes the server report that it is not ready. */
  drain(): void;
}

/** Makes the handler of `/healthz`, `/livez` and `/readyz`. */
export function createHealth(deps: HealthDeps): Health {
  const { registry, storage, dialect, log, checks: ownChecks, checkOrder, clock, livezGraceMs = 0 } = deps;
  const livezFromMs = clock.monotonic() + livezGraceMs;
  let draining = false;
  const checks: readonly HealthCheck[] = [
    { name: "ping", check: () => undefined },
    { name: "log", check: () => undefined },
    { name: "etcd", check: async () => storageProblem(storage) },
    { name: "etcd-readiness", endpoints: ["readyz"], check: async () => storageProblem(storage) },
    ...inOrder(ownChecks, checkOrder.map(dialect.expand)),
    { name: "shutdown", endpoints: ["readyz"], check: () => (draining ? "process is shutting down" : undefined) },
  ];
  const slis = createHealthMetrics(dialect.product);
  return {
    checks,
    metrics: slis.metrics,
    handler: ({ info }) =>
      answerHealth(info.path, info.query, {
        checks: () => [...checks, ...unreadableObjectsChecks(registry)],
        started: () => clock.monotonic() >= livezFromMs,
        observe: (endpoint, name, problem) => {
          slis.observe(endpoint, name, problem);
          if (problem !== undefined) log.warn("a health check failed", { endpoint, name, reason: problem });
        },
      }),
    drain: () => {
      draining = true;
    },
  };
}

/** Sorts checks by `order`; other checks come last. */
function inOrder(checks: readonly HealthCheck[], order: readonly string[]): readonly HealthCheck[] {
  const places = new Map(order.map((name, i) => [name, i]));
  const placeOf = ({ name }: HealthCheck): number => places.get(name) ?? order.length;
  return checks.toSorted((a, b) => placeOf(a) - placeOf(b));
}
