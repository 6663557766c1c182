import type { Clock } from "@svc/base";
import type { Gauge, Histogram, Metrics } from "@svc/metrics";

type Kind = "readOnly" | "mutating";
type Phase = "executing" | "waiting";

/** The attributes of a request that determine whether it reads or writes. */
interface RequestOfKind {
  readonly verb: string;
}

/** Counts requests that wait and that hold seats, by whether they read or write. */
export interface RequestKindMeters {
  waiting(request: RequestOfKind, change: 1 | -1, nowMs: number): void;
  executing(request: RequestOfKind, change: 1 | -1, nowMs: number): void;
  /** Counts a request that held seats, where no other request has come or gone in between. */
  executed(request: RequestOfKind, startedMs: number, endedMs: number): void;
}

interface RequestKindOptions {
  readonly clock: Pick<Clock, "monotonic">;
  /** The maximum number of requests of each kind, by the flags of the server. */
  readonly limits: Readonly<Record<Kind, number>>;
}

const nanosecondsPerMs = 1e6;

/** Whether a verb changes nothing. */
export function readsOnly(verb: string): boolean {
  switch (verb) {
    case "get":
    case "list":
    case "watch":
    case "head":
    case "options":
      return true;
    default:
      return false;
  }
}

/** Registers the metrics by kind of request. */
export function requestKindMeters(metrics: Metrics, { clock, limits }: RequestKindOptions): RequestKindMeters {
  const parts = metrics.histogram({
    name: "apiserver_flowcontrol_read_vs_write_current_requests",
    help: "Requests that wait or hold seats, as a part of what the flags allow, by nanosecond.",
    labels: ["phase", "request_kind"],
    buckets: [0, 0.001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
  });
  const inQueue = metrics.gauge({
    name: "apiserver_current_inqueue_requests",
    help: "Requests that wait for seats, by whether they read or write.",
    labels: ["request_kind"],
    stability: "ALPHA",
  });
  const meter = (phase: Phase, kind: Kind): KindMeter =>
    new KindMeter({
      nowMs: clock.monotonic(),
      histogram: parts(phase, kind),
      limit: limits[kind],
      gauge: phase === "waiting" ? inQueue(kind) : undefined,
    });
  const all = {
    executing: { readOnly: meter("executing", "readOnly"), mutating: meter("executing", "mutating") },
    waiting: { readOnly: meter("waiting", "readOnly"), mutating: meter("waiting", "mutating") },
  };
  metrics.beforeRead(() => {
    for (const { readOnly, mutating } of Object.values(all)) {
      readOnly.settle(clock.monotonic());
      mutating.settle(clock.monotonic());
    }
  });
  const kindOf = ({ verb }: RequestOfKind): Kind => (readsOnly(verb) ? "readOnly" : "mutating");
  return {
    waiting: (request, change, nowMs) => all.waiting[kindOf(request)].add(change, nowMs),
    executing: (request, change, nowMs) => all.executing[kindOf(request)].add(change, nowMs),
    executed: (request, startedMs, endedMs) => all.executing[kindOf(request)].addPast(startedMs, endedMs),
  };
}

interface KindMeterOptions {
  /** When counting begins. */
  readonly nowMs: number;
  readonly histogram: Histogram;
  readonly limit: number;
  readonly gauge: Gauge | undefined;
}

class KindMeter {
  readonly #options: KindMeterOptions;
  #count = 0;
  #sinceMs: number;
  /** Of the time since, in which no other request was counted: how long one was executed. */
  #aloneMs = 0;
  /** Nanoseconds with no request, and with one, that the histogram lacks. */
  #idleNs = 0;
  #singleNs = 0;

  constructor(options: KindMeterOptions) {
    this.#options = options;
    this.#sinceMs = options.nowMs;
  }

  add(change: 1 | -1, nowMs: number): void {
    this.#hold(nowMs);
    this.#count += change;
    this.#options.gauge?.add(change);
  }

  /** Counts a request that has come and gone. */
  addPast(startedMs: number, endedMs: number): void {
    if (this.#count === 0) {
      this.#aloneMs += endedMs - startedMs;
      return;
    }
    this.#hold(startedMs);
    this.#count++;
    this.#hold(endedMs);
    this.#count--;
  }

  /** Adds to the histogram what it lacks. */
  settle(nowMs: number): void {
    this.#hold(nowMs);
    if (this.#idleNs > 0) this.#observe(0, this.#idleNs);
    if (this.#singleNs > 0) this.#observe(1, this.#singleNs);
    this.#idleNs = 0;
    this.#singleNs = 0;
  }

  /** The count was the same since the last call. */
  #hold(nowMs: number): void {
    const alone = Math.round(this.#aloneMs * nanosecondsPerMs);
    const lasted = Math.round((nowMs - this.#sinceMs) * nanosecondsPerMs) - alone;
    this.#aloneMs = 0;
    this.#sinceMs = nowMs;
    this.#singleNs += alone;
    if (lasted <= 0) return;
    // Most requests are served one after the other: counts change between none and one.
    if (this.#count === 0) this.#idleNs += lasted;
    else if (this.#count === 1) this.#singleNs += lasted;
    else this.#observe(this.#count, lasted);
  }

  #observe(count: number, lastedNs: number): void {
    const { histogram, limit } = this.#options;
    histogram.observe(count / Math.max(limit, 1), lastedNs);
  }
}
