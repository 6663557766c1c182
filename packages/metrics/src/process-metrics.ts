import { readdirSync, readFileSync } from "node:fs";
import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics } from "node:v8";
import type { Histogram } from "./cells.ts";
import type { Sample, Series } from "./family.ts";
import type { CollectedOptions, HistogramOptions } from "./metric-kinds.ts";

const one = (value: number): readonly Sample[] => [{ labels: {}, value }];

/** The part of `Metrics` that metrics of the process need. */
interface CollectedMetrics {
  histogram(options: HistogramOptions): Series<Histogram>;
  collected(options: CollectedOptions): void;
}

/**
 * Adds the metrics of this process and of its JavaScript engine, under the names that Prometheus'
 * client libraries use.
 */
export function addProcessMetrics(metrics: CollectedMetrics): void {
  addResourceUsage(metrics);
  addFileDescriptors(metrics);
  addNetwork(metrics);
  addHeap(metrics);
  addEventLoop(metrics);
  addCollections(metrics);
}

function addResourceUsage(metrics: CollectedMetrics): void {
  const startedSeconds = Math.round(Date.now() / 1000 - process.uptime());
  const counter = (name: string, help: string, read: () => number): void =>
    metrics.collected({ name, help, type: "counter", collect: () => one(read()) });
  const gauge = (name: string, help: string, read: () => number): void =>
    metrics.collected({ name, help, type: "gauge", collect: () => one(read()) });
  const seconds = (micros: number): number => micros / 1e6;
  counter("process_cpu_user_seconds_total", "User CPU time of the process in seconds.", () =>
    seconds(process.cpuUsage().user),
  );
  counter("process_cpu_system_seconds_total", "System CPU time of the process in seconds.", () =>
    seconds(process.cpuUsage().system),
  );
  counter("process_cpu_seconds_total", "User and system CPU time of the process in seconds.", () => {
    const { user, system } = process.cpuUsage();
    return seconds(user + system);
  });
  gauge("process_start_time_seconds", "Start time of the process in seconds since 1970.", () => startedSeconds);
  gauge("process_resident_memory_bytes", "Resident memory of the process in bytes.", () => process.memoryUsage.rss());
  metrics.collected({
    name: "nodejs_version_info",
    help: "Version of Node.js.",
    labels: ["version", "major", "minor", "patch"],
    type: "gauge",
    collect: () => {
      const [major = "", minor = "", patch = ""] = process.versions.node.split(".");
      return [{ labels: { version: process.version, major: `v${major}`, minor, patch }, value: 1 }];
    },
  });
}

/** From `/proc`: elsewhere than on Linux there are no such samples. */
function addFileDescriptors(metrics: CollectedMetrics): void {
  const fromProc = (name: string, help: string, read: () => number | undefined): void =>
    metrics.collected({
      name,
      help,
      type: "gauge",
      collect: () => {
        const value = ignoreMissing(read);
        return value === undefined ? [] : one(value);
      },
    });
  fromProc("process_open_fds", "Number of open file descriptors.", () => readdirSync("/proc/self/fd").length - 1);
  fromProc("process_max_fds", "Maximum number of open file descriptors.", () => {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return limit === undefined ? undefined : Number(limit);
  });
  fromProc("process_virtual_memory_max_bytes", "Maximum of virtual memory of the process in bytes.", () => {
    const limit = /^Max address space\s+(\d+|unlimited)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return limit === "unlimited" ? 2 ** 64 : limit === undefined ? undefined : Number(limit);
  });
  fromProc("process_virtual_memory_bytes", "Virtual memory of the process in bytes.", () => {
    const kilobytes = /^VmSize:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  });
}

/**
 * From `/proc`: of the network that the process is in, as Prometheus' client libraries count it.
 */
function addNetwork(metrics: CollectedMetrics): void {
  for (const [direction, field] of [
    ["receive", "InOctets"],
    ["transmit", "OutOctets"],
  ] as const) {
    metrics.collected({
      name: `process_network_${direction}_bytes_total`,
      help: `Bytes that the network namespace of the process did ${direction}.`,
      type: "counter",
      collect: () => {
        const value = ignoreMissing(() => networkField(readFileSync("/proc/self/net/netstat", "utf8"), field));
        return value === undefined ? [] : one(value);
      },
    });
  }
}

/** The file has pairs of lines: names, then values. */
function networkField(text: string, field: string): number | undefined {
  const [names = "", values = ""] = text.split("\n").filter((line) => line.startsWith("IpExt:"));
  const at = names.split(" ").indexOf(field);
  return at < 0 ? undefined : Number(values.split(" ")[at]);
}

function ignoreMissing(read: () => number | undefined): number | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function addHeap(metrics: CollectedMetrics): void {
  const gauge = (name: string, help: string, read: (usage: NodeJS.MemoryUsage) => number): void =>
    metrics.collected({ name, help, type: "gauge", collect: () => one(read(process.memoryUsage())) });
  gauge("nodejs_heap_size_total_bytes", "Size of the heap in bytes.", ({ heapTotal }) => heapTotal);
  gauge("nodejs_heap_size_used_bytes", "Used part of the heap in bytes.", ({ heapUsed }) => heapUsed);
  gauge("nodejs_external_memory_bytes", "Memory outside the heap in bytes.", ({ external }) => external);
  const space = (name: string, help: string, read: (s: ReturnType<typeof getHeapSpaceStatistics>[number]) => number) =>
    metrics.collected({
      name,
      help,
      labels: ["space"],
      type: "gauge",
      collect: () =>
        getHeapSpaceStatistics().map((s) => ({
          labels: { space: s.space_name.replace(/_space$/, "") },
          value: read(s),
        })),
    });
  space("nodejs_heap_space_size_total_bytes", "Size of a heap space in bytes.", (s) => s.space_size);
  space("nodejs_heap_space_size_used_bytes", "Used part of a heap space in bytes.", (s) => s.space_used_size);
  space("nodejs_heap_space_size_available_bytes", "Free part of a heap space in bytes.", (s) => s.space_available_size);
}

const nanosecond = 1e-9;
const percentiles = [50, 90, 99] as const;

/** Delays of the event loop since they were last read. */
function addEventLoop(metrics: CollectedMetrics): void {
  const active = (name: string, help: string): void =>
    metrics.collected({ name, help, type: "gauge", collect: () => one(process.getActiveResourcesInfo().length) });
  active("nodejs_active_resources_total", "Sockets, timers and other resources that keep the event loop running.");
  active("go_goroutines", "The same as nodejs_active_resources_total, for dashboards that ask by this name.");
  const delays = monitorEventLoopDelay();
  delays.enable();
  const gauge = (name: string, help: string, read: () => number): void =>
    metrics.collected({ name, help, type: "gauge", collect: () => one(read() * nanosecond) });
  for (const percentile of percentiles) {
    const name = `nodejs_eventloop_lag_p${percentile}_seconds`;
    gauge(name, `The ${percentile}th percentile of the event loop's delays.`, () => delays.percentile(percentile));
  }
  gauge("nodejs_eventloop_lag_min_seconds", "The smallest delay of the event loop.", () => delays.min);
  gauge("nodejs_eventloop_lag_mean_seconds", "The mean delay of the event loop.", () => delays.mean);
  gauge("nodejs_eventloop_lag_stddev_seconds", "Standard deviation of the event loop's delays.", () => delays.stddev);
  // Metrics are read in the order in which they were added: this one, the last of these, begins the
  // next period.
  gauge("nodejs_eventloop_lag_max_seconds", "The largest delay of the event loop.", () => {
    const { max } = delays;
    delays.reset();
    return max;
  });
  metrics.collected({
    name: "nodejs_eventloop_lag_seconds",
    help: "Delay of the event loop while the metrics were read.",
    type: "gauge",
    collect: () => {
      const begun = performance.now();
      return new Promise((resolve) => setImmediate(() => resolve(one((performance.now() - begun) / 1000))));
    },
  });
}

/** Names of the kinds of collections. */
const collectionKinds: ReadonlyMap<number | undefined, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, "minor"],
  [constants.NODE_PERFORMANCE_GC_MAJOR, "major"],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, "incremental"],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, "weakcb"],
]);

function addCollections(metrics: CollectedMetrics): void {
  const durations = metrics.histogram({
    name: "nodejs_gc_duration_seconds",
    help: "Duration of garbage collections in seconds by kind.",
    labels: ["kind"],
    buckets: [0.001, 0.01, 0.1, 1, 2, 5],
  });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as { readonly detail?: { readonly kind?: number } }).detail ?? {};
      durations(collectionKinds.get(kind) ?? "other").observe(entry.duration / 1000);
    }
  });
  observer.observe({ entryTypes: ["gc"] });
}
