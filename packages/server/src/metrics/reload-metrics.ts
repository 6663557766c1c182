import { createHash } from "node:crypto";
import type { Clock } from "@svc/base";
import { aClock, aString, checkArgument, optionsOf, withMethods } from "@svc/base/check";
import type { Metrics } from "@svc/metrics";

interface ReloadMetricsOptions {
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** The subject in the names of the metrics: `authentication_config`. */
  readonly subject: string;
  /** Identifies one of several servers with a shared store. */
  readonly serverId: string;
}

const reloadMetricsOptions = optionsOf<ReloadMetricsOptions>({
  metrics: withMethods("Metrics of @svc/metrics", "counter", "gauge", "histogram", "collected"),
  clock: aClock,
  subject: aString,
  serverId: aString,
});

/**
 * Counts how often configuration was read again because it changed, and remembers when.
 * @throws {TypeError} for a wrong argument
 */
export function reloadMetrics(options: ReloadMetricsOptions): (ok: boolean) => void {
  checkArgument("reloadMetrics: options", options, reloadMetricsOptions);
  const { metrics, clock, subject, serverId } = options;
  const labels = ["apiserver_id_hash", "status"];
  const idHash = `sha256:${createHash("sha256").update(serverId).digest("hex")}`;
  const prefix = `apiserver_${subject}_controller_automatic_reload`;
  const total = metrics.counter({
    name: `${prefix}s_total`,
    help: "How often a configuration file that changed was read again, by whether it could be used.",
    labels,
    stability: "ALPHA",
  });
  const last = metrics.gauge({
    name: `${prefix}_last_timestamp_seconds`,
    help: "When a configuration file that changed was read again last, by whether it could be used.",
    labels,
    stability: "ALPHA",
  });
  return (ok) => {
    const status = ok ? "success" : "failure";
    total(idHash, status).add();
    last(idHash, status).set(clock.now() / 1000);
  };
}
