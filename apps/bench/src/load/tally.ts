import { monotonicMs } from "../figures/clock.ts";
import type { Counts, Span } from "./protocol.ts";

const maxLatencies = 2_000_000;

/** Operations that ended at one moment. */
interface Progress {
  readonly done: number;
  readonly bytes: number;
  /** Of one of them. */
  readonly latencyMs?: number | undefined;
}

/** Counts what falls into a span. */
export class Tally {
  readonly #span: Span;
  readonly #latencies: number[] = [];
  #done = 0;
  #failed = 0;
  #bytes = 0;
  #failure: string | undefined;

  constructor(span: Span) {
    this.#span = span;
  }

  add(nowMs: number, { done, bytes, latencyMs }: Progress): void {
    if (nowMs < this.#span.fromMs || nowMs >= this.#span.untilMs) return;
    this.#done += done;
    this.#bytes += bytes;
    if (latencyMs !== undefined && this.#latencies.length < maxLatencies) this.#latencies.push(latencyMs);
  }

  fail(text: string): void {
    this.#failed++;
    this.#failure ??= text;
  }

  counts(): Counts {
    return {
      done: this.#done,
      failed: this.#failed,
      bytes: this.#bytes,
      latenciesMs: Float64Array.from(this.#latencies),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
    };
  }

  /** When the span is over. */
  over(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, Math.max(0, this.#span.untilMs - monotonicMs())));
  }
}

/** The sum of the counts of several workers. */
export function sumCounts(all: readonly Counts[]): Counts {
  const latencies = new Float64Array(all.reduce((sum, { latenciesMs }) => sum + latenciesMs.length, 0));
  let at = 0;
  for (const { latenciesMs } of all) {
    latencies.set(latenciesMs, at);
    at += latenciesMs.length;
  }
  const failure = all.find((counts) => counts.failure !== undefined)?.failure;
  return {
    done: all.reduce((sum, { done }) => sum + done, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    latenciesMs: latencies.sort(),
    ...(failure === undefined ? {} : { failure }),
  };
}
