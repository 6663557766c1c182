import { monotonicMs } from "../figures/clock.ts";
import type { Figures } from "../figures/figures.ts";
import { cpuMs } from "../figures/process-figures.ts";
import { percentile } from "../figures/statistics.ts";
import type { Counts } from "../load/protocol.ts";
import type { Workers } from "../load/workers.ts";

interface MeasureOptions {
  readonly scenario: string;
  /** The name of the server in the table. */
  readonly server: string;
  readonly connections: number;
  /** The server's processes; their children are counted with them. */
  readonly pids: readonly number[];
  readonly warmupMs: number;
  readonly durationMs: number;
}

/** Measures after load has run for the warm-up time. */
export async function measure(workers: Workers, options: MeasureOptions): Promise<Figures> {
  const { pids, warmupMs, durationMs } = options;
  const fromMs = monotonicMs() + warmupMs;
  const span = { fromMs, untilMs: fromMs + durationMs };
  const counted = workers.measure(span);
  await at(span.fromMs);
  const before = usage(pids);
  await at(span.untilMs);
  const after = usage(pids);
  return figuresOf(await counted, options, { server: after.server - before.server, own: after.own - before.own });
}

function figuresOf(
  { done, failed, failure, bytes, latenciesMs }: Counts,
  { scenario, server, connections, pids, durationMs }: MeasureOptions,
  used: { readonly server: number; readonly own: number },
): Figures {
  return {
    scenario,
    server,
    connections,
    seconds: durationMs / 1000,
    done,
    failed,
    ...(failure === undefined ? {} : { failure }),
    perSecond: (done * 1000) / durationMs,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    megabytesPerSecond: bytes / 1000 / durationMs,
    ...(pids.length === 0 ? {} : { serverCpuMs: used.server / done }),
    generatorCpuMs: used.own / done,
  };
}

function usage(pids: readonly number[]): { readonly server: number; readonly own: number } {
  const { user, system } = process.cpuUsage();
  return { server: pids.length === 0 ? 0 : cpuMs(pids), own: (user + system) / 1000 };
}

function at(timeMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, timeMs - monotonicMs())));
}
