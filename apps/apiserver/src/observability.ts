import { profiling } from "@svc/profiling";
import { type AddFlag, boolean, type ProcessLog } from "@svc/program";
import { requestLog } from "@svc/request-log";
import type { ServerExtension } from "@svc/server";
import { addLogFlags, type LogFlags } from "./log-flags.ts";
import { addTracingFlags, type TracingFlags } from "./tracing.ts";

/** Flags of logs, traces and profiles. */
export interface ObservabilityFlags extends LogFlags, TracingFlags {
  readonly profiling: boolean;
  readonly contentionProfiling: boolean;
}

/** Adds the flags of logs and profiles. */
export function addObservabilityFlags(add: AddFlag): void {
  addLogFlags(add);
  addTracingFlags(add);
  add("--profiling [bool]", "serve profiles under /debug/pprof/ and the log level under /debug/flags/v", boolean(true));
  add("--contention-profiling [bool]", "has no effect, since a single thread has no lock contention", boolean(false));
}

/** Request logs and profiles, as extensions of the server. */
export function observability(flags: ObservabilityFlags, processLog: ProcessLog): readonly ServerExtension[] {
  const { log, verbosity } = processLog;
  if (flags.contentionProfiling)
    log.warn("--contention-profiling has no effect", { reason: "one thread serves all, and waits for no lock" });
  return [requestLog({ log, module: processLog.module }), ...(flags.profiling ? [profiling({ verbosity })] : [])];
}
