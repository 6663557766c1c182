import type { RunOptions } from "../scenarios/run-loop.ts";
import { originalProgram } from "../servers/original.ts";
import { oursProgram } from "../servers/ours.ts";
import type { ServerProgram } from "../servers/server.ts";
import type { CommonFlags, ServerFlags } from "./flags.ts";

/** Prints a result as one line of JSON, with numbers of five digits. */
export function print(line: object): void {
  console.log(
    JSON.stringify(line, (_, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(5)) : value)),
  );
}

/** The times and amounts of a measurement. */
export function timesOf({
  duration,
  warmup,
  workers,
  items,
}: CommonFlags): Pick<RunOptions, "warmupMs" | "durationMs" | "workers" | "items"> {
  return { durationMs: duration * 1000, warmupMs: warmup * 1000, workers, items };
}

/** Our server, and the original if the flags name its programs. */
export function programsOf(flags: ServerFlags): readonly ServerProgram[] {
  const { ours, dialect, nodeOption: nodeOptions, originalApiserver: apiserver, originalEtcd: etcd } = flags;
  const own = oursProgram({ dialect, nodeOptions, ...(ours === undefined ? {} : { program: ours }) });
  if (apiserver === undefined || etcd === undefined) return [own];
  return [own, originalProgram({ apiserver, etcd })];
}
