import { Worker } from "node:worker_threads";
import type { Counts, Job, Order, Report, Span } from "./protocol.ts";
import { sumCounts } from "./tally.ts";

/** Threads that generate load, so that one event loop does not limit the measurement. */
export interface Workers {
  /** The counts of a span of time. */
  measure(span: Span): Promise<Counts>;
  stop(): Promise<void>;
}

/**
 * Starts a thread a job; they are at work when this is done.
 * @throws {Error} where one cannot begin
 */
export async function startWorkers(jobs: readonly Job[]): Promise<Workers> {
  const threads = jobs.map((job) => new Worker(new URL("./worker.ts", import.meta.url), { workerData: job }));
  await Promise.all(threads.map((thread) => reportOf(thread, "ready")));
  const order = (what: Order): void => {
    for (const thread of threads) thread.postMessage(what);
  };
  return {
    measure: async (span) => {
      const reports = threads.map((thread) => reportOf(thread, "measured"));
      order({ kind: "measure", span });
      return sumCounts((await Promise.all(reports)).map(({ counts }) => counts));
    },
    stop: async () => {
      const ended = threads.map((thread) => new Promise((resolve) => thread.once("exit", resolve)));
      order({ kind: "stop" });
      await Promise.all(ended);
    },
  };
}

function reportOf<K extends Report["kind"]>(thread: Worker, kind: K): Promise<Extract<Report, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      thread.off("message", take);
      thread.off("error", fail);
      act();
    };
    const fail = (error: unknown): void => settle(() => reject(error));
    const take = (report: Report): void => {
      if (report.kind === kind) settle(() => resolve(report as Extract<Report, { kind: K }>));
      else if (report.kind === "failed") settle(() => reject(new Error(report.message)));
    };
    thread.on("message", take);
    thread.on("error", fail);
  });
}

/** Splits numbers from 0 among so many, as evenly as it goes. */
export function shares(count: number, among: number): readonly (readonly number[])[] {
  const all: number[][] = Array.from({ length: Math.max(1, Math.min(among, count)) }, () => []);
  for (let i = 0; i < count; i++) all[i % all.length]?.push(i);
  return all;
}
