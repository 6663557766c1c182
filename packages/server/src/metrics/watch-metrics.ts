import type { Metrics } from "@svc/metrics";
import type { Endpoint } from "@svc/registry";
import type { ResourceVersion } from "@svc/schema";

/** Observes the size of each event sent to a watcher. */
export type EventSent = (bytes: number) => void;

const buckets: readonly number[] = Array.from({ length: 8 }, (_, i) => 1024 * 2 ** i);

/** Counts watch events by kind. */
export function watchMetrics(metrics: Metrics): (endpoint: Endpoint) => EventSent {
  const labels = ["group", "kind", "version"];
  const total = metrics.counter({
    name: "apiserver_watch_events_total",
    help: "Events that were sent to watchers.",
    labels,
    stability: "ALPHA",
  });
  const sizes = metrics.histogram({
    name: "apiserver_watch_events_sizes",
    help: "Bytes of events that were sent to watchers.",
    labels,
    stability: "ALPHA",
    buckets,
  });
  const byVersion = new WeakMap<ResourceVersion, EventSent>();
  return ({ definition, version }) => {
    let sent = byVersion.get(version);
    if (sent === undefined) {
      const values = [version.group, version.kind ?? definition.kind, version.version];
      const [events, bytes] = [total(...values), sizes(...values)];
      sent = (length) => {
        events.add();
        bytes.observe(length);
      };
      byVersion.set(version, sent);
    }
    return sent;
  };
}
