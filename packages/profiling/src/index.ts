export { type ProfilingOptions, profiling } from "./profiling.ts";
export type { Verbosity } from "./verbosity-path.ts";
