import { type Clock, systemClock } from "@svc/base";
import { aClock, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import type { ServerExtension } from "@svc/server";
import { cpuProfile } from "./cpu-profile.ts";
import { heapProfile } from "./heap-profile.ts";
import { type Profile, pprofPaths } from "./pprof-paths.ts";
import { type Verbosity, verbosityPaths } from "./verbosity-path.ts";

/** Options of `profiling`. */
export interface ProfilingOptions {
  /** The log level that clients may change. @default none: `/debug/flags` is not served */
  readonly verbosity?: Verbosity;
  /** @default systemClock */
  readonly clock?: Clock;
}

const profilingOptions = optionsOf<ProfilingOptions>({
  verbosity: optional(withMethods("a Verbosity of @svc/profiling", "get", "set")),
  clock: optional(aClock),
});

/**
 * Profiles of the process under `/debug/pprof/`, in the format of pprof, or with `format=devtools`
 * in that of the developer tools of browsers, and the log level under `/debug/flags/v`. Clients
 * need the right to `get` these paths.
 * @throws {TypeError} for a wrong argument
 */
export function profiling(options: ProfilingOptions = {}): ServerExtension {
  checkArgument("profiling: options", options, profilingOptions);
  const { verbosity, clock = systemClock } = options;
  const ofHeap = (includeCollected: boolean): Omit<Profile, "about"> => ({
    measures: "heap",
    defaultSeconds: 10,
    extension: "heapprofile",
    record: (options) => heapProfile(clock, { ...options, includeCollected }),
  });
  const profiles: ReadonlyMap<string, Profile> = new Map<string, Profile>([
    ["allocs", { ...ofHeap(true), about: "objects that are allocated meanwhile" }],
    ["heap", { ...ofHeap(false), about: "objects that are allocated meanwhile and still in use at the end" }],
    [
      "profile",
      {
        measures: "CPU",
        defaultSeconds: 30,
        extension: "cpuprofile",
        about: "where the main thread spends its time",
        record: (options) => cpuProfile(clock, options),
      },
    ],
  ]);
  return {
    name: "profiling",
    paths: () =>
      new Map([
        ["debug/pprof", { handler: pprofPaths(profiles) }],
        ...(verbosity === undefined ? [] : [["debug/flags", { handler: verbosityPaths(verbosity) }] as const]),
      ]),
  };
}
