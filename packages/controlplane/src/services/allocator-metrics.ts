import type { Clock } from "@svc/base";
import type { Metrics, Sample } from "@svc/metrics";
import type { AddressRange } from "./address-range.ts";

/** Whether the client or the server chose an address or a port. */
export type AllocationScope = "static" | "dynamic";

/** Counts allocations from one range, and the time that they take. */
export interface AllocationMeter {
  /** @returns what `allocate` returns */
  measure<T>(scope: AllocationScope, allocate: () => Promise<T>): Promise<T>;
}

interface AddressMetricsOptions {
  readonly clock: Pick<Clock, "monotonic">;
  readonly ranges: readonly AddressRange[];
  /** Addresses that are allocated from a range. */
  readonly allocated: (range: AddressRange) => Promise<number>;
}

const prefix = "kube_apiserver_clusterip_allocator_";

/** Registers the metrics of service addresses. @returns the meter of each range */
export function addressMetrics(
  metrics: Metrics,
  { clock, ranges, allocated }: AddressMetricsOptions,
): (range: AddressRange) => AllocationMeter {
  const totals = totalsOf(metrics, { prefix, what: "service addresses", labels: ["cidr", "scope"] });
  const durations = metrics.histogram({
    name: `${prefix}allocation_duration_seconds`,
    help: "Duration of allocations of service addresses.",
    labels: ["cidr"],
    stability: "ALPHA",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const gauge = (name: string, help: string, value: (range: AddressRange) => Promise<number>): void =>
    metrics.collected({
      name: `${prefix}${name}`,
      help,
      labels: ["cidr"],
      stability: "ALPHA",
      type: "gauge",
      collect: (): Promise<readonly Sample[]> =>
        Promise.all(ranges.map(async (range) => ({ labels: { cidr: range.text }, value: await value(range) }))),
    });
  gauge("allocated_ips", "Service addresses that are allocated.", allocated);
  gauge(
    "available_ips",
    "Service addresses that are free.",
    async (range) => Number(range.size) - (await allocated(range)),
  );
  return (range) => ({
    measure: async (scope, allocate) => {
      const startMs = clock.monotonic();
      try {
        const result = await allocate();
        totals.allocations(range.text, scope).add();
        return result;
      } catch (error) {
        totals.errors(range.text, scope).add();
        throw error;
      } finally {
        durations(range.text).observe((clock.monotonic() - startMs) / 1000);
      }
    },
  });
}

interface PortMetricsOptions {
  /** Ports of the range. */
  readonly size: number;
  /** Ports that are allocated. */
  readonly allocated: () => Promise<number>;
}

const portPrefix = "kube_apiserver_nodeport_allocator_";

/** Registers the metrics of node ports. */
export function portMetrics(metrics: Metrics, { size, allocated }: PortMetricsOptions): AllocationMeter {
  const totals = totalsOf(metrics, { prefix: portPrefix, what: "node ports", labels: ["scope"] });
  const gauge = (name: string, help: string, value: () => Promise<number>): void =>
    metrics.collected({
      name: `${portPrefix}${name}`,
      help,
      stability: "ALPHA",
      type: "gauge",
      collect: async (): Promise<readonly Sample[]> => [{ labels: {}, value: await value() }],
    });
  gauge("allocated_ports", "Node ports that are allocated.", allocated);
  gauge("available_ports", "Node ports that are free.", async () => size - (await allocated()));
  return {
    measure: async (scope, allocate) => {
      try {
        const result = await allocate();
        totals.allocations(scope).add();
        return result;
      } catch (error) {
        totals.errors(scope).add();
        throw error;
      }
    },
  };
}

function totalsOf(
  metrics: Metrics,
  {
    prefix: name,
    what,
    labels,
  }: { readonly prefix: string; readonly what: string; readonly labels: readonly string[] },
): Readonly<Record<"allocations" | "errors", ReturnType<Metrics["counter"]>>> {
  const common = { labels, stability: "ALPHA" } as const;
  return {
    allocations: metrics.counter({ ...common, name: `${name}allocation_total`, help: `Allocations of ${what}.` }),
    errors: metrics.counter({
      ...common,
      name: `${name}allocation_errors_total`,
      help: `Allocations of ${what} that failed.`,
    }),
  };
}
