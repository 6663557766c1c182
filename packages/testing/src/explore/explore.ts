import { type Clock, createManualClock, systemClock } from "@svc/base";
import {
  aFunction,
  anObject,
  anything,
  aPositiveNumber,
  aString,
  checkArgument,
  integerFrom,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { checkFaults } from "../faults/check-faults.ts";
import type { Fault, InjectedFault } from "../faults/fault.ts";
import type { RecordedRequest } from "../journal/recorded-request.ts";
import { requestTable, requestTimeline } from "../journal/request-table.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../start-test-server.ts";
import { shrink } from "./shrink.ts";
import { type TimeLimit, withinTime } from "./time-limit.ts";

/** Options of an exploration. */
export interface ExploreOptions {
  /** Faults that may happen, each with its probability. */
  readonly faults: readonly Fault[];
  /** The number of seeds that are tried, from 1. @default 100 */
  readonly seeds?: number;
  /** @default 1 */
  readonly firstSeed?: number;
  /** The server of each run begins as a fork of one with these options. */
  readonly server?: TestServerOptions;
  /** Run once before all runs: what the server holds then, each run begins with. */
  readonly setup?: (server: TestServer) => Promise<void>;
  /** Runs only this: the text that a failure printed. */
  readonly replay?: string;
  /** The time that each run has; a run that does not end in it fails. @default 10,000 */
  readonly timeoutMs?: number;
  /** Measures `timeoutMs`. @default the clock of the system */
  readonly clock?: Clock;
}

/** Counts of a passing exploration. */
export interface ExploreReport {
  readonly runs: number;
  /** Faults that were injected in all runs together. */
  readonly injected: number;
}

/**
 * Thrown when a test failed under faults. The message has the options that repeat exactly that run,
 * and all requests.
 */
export class ExplorationError extends Error {
  override readonly name = "ExplorationError";
  readonly seed: number;
  /** The fewest faults with which it fails. */
  readonly faults: readonly (Fault & InjectedFault)[];
  /** The requests of the run with these faults. */
  readonly requests: readonly RecordedRequest[];
  /** Option `replay` of the run. */
  readonly replay: string;

  constructor(failure: Failure, faults: readonly Fault[]) {
    const { seed, injected, requests, error } = failure;
    const replay = replayText(seed, injected);
    const list = injected.map((item) => `  ${describe(faults[item.fault]!, item)}`).join("\n");
    const reason = error instanceof Error ? error.message : String(error);
    super(
      `fails with seed ${seed} and ${injected.length} faults: ${reason}\n${list}\nreplay: ${JSON.stringify(replay)}\n${requestTable(requests)}`,
      { cause: error },
    );
    this.seed = seed;
    this.faults = injected.map((item) => ({ ...faults[item.fault]!, ...item }));
    this.requests = requests;
    this.replay = replay;
  }

  /** The requests as a picture, SVG. */
  timeline(): string {
    return requestTimeline(this.requests);
  }
}

interface Failure {
  readonly seed: number;
  readonly injected: readonly InjectedFault[];
  readonly requests: readonly RecordedRequest[];
  readonly error: unknown;
}

const exploreOptions = optionsOf<ExploreOptions>({
  faults: anything, // checkFaults says which one is wrong
  // A count of none would pass every test.
  seeds: optional(integerFrom(1)),
  firstSeed: optional(integerFrom(0)),
  server: optional(anObject),
  setup: optional(aFunction),
  replay: optional(aString),
  timeoutMs: optional(aPositiveNumber),
  clock: optional(withMethods("a Clock of @svc/base", "after")),
});

/**
 * Runs a test under many seeds. Each run has a server of its own, whose clock advances only on
 * request and whose faults the seed determines; a test throws to report a failure. The signal is
 * aborted when the run is over.
 * @throws {ExplorationError} for the first seed with which the test fails, with the fewest faults
 * @throws {TypeError} for options that would try nothing
 */
export async function explore(
  test: (server: TestServer, signal: AbortSignal) => Promise<void>,
  options: ExploreOptions,
): Promise<ExploreReport> {
  checkArgument("explore: test", test, aFunction);
  checkArgument("explore: options", options, exploreOptions);
  const { faults, seeds = 100, firstSeed = 1, replay, timeoutMs = 10_000, clock = systemClock } = options;
  checkFaults(faults);
  await using base = await startTestServer(options.server);
  await options.setup?.(base);
  const run = (seed: number, only?: readonly InjectedFault[]): Promise<Failure | number> =>
    runOnce(test, base, { faults, seed, limit: { clock, timeoutMs }, ...(only === undefined ? {} : { only }) });
  if (replay !== undefined) {
    const { seed, injected } = parseReplay(replay, faults.length);
    const result = await run(seed, injected);
    if (typeof result === "number") return { runs: 1, injected: result };
    throw new ExplorationError(result, faults);
  }
  let injected = 0;
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const result = await run(seed);
    if (typeof result === "number") injected += result;
    else throw new ExplorationError(await fewestFaults(result, run), faults);
  }
  return { runs: seeds, injected };
}

async function fewestFaults(
  failure: Failure,
  run: (seed: number, only: readonly InjectedFault[]) => Promise<Failure | number>,
): Promise<Failure> {
  let smallest = failure;
  await shrink(failure.injected, async (subset) => {
    const result = await run(failure.seed, subset);
    if (typeof result === "number") return false;
    if (result.injected.length <= smallest.injected.length) smallest = result;
    return true;
  });
  return smallest;
}

/** What a run of its own has. */
interface RunOptions {
  readonly faults: readonly Fault[];
  readonly seed: number;
  readonly limit: TimeLimit;
  /** Faults that happen, instead of the faults of the seed. */
  readonly only?: readonly InjectedFault[];
}

/** @returns the failure, or how many faults were injected */
async function runOnce(
  test: (server: TestServer, signal: AbortSignal) => Promise<void>,
  base: TestServer,
  { faults, seed, limit, only }: RunOptions,
): Promise<Failure | number> {
  const clock = createManualClock(base.clock.now());
  await using server = await base.fork({ clock, faults, seed, ...(only === undefined ? {} : { onlyFaults: only }) });
  try {
    await withinTime((signal) => test(server, signal), limit, server.journal);
    return server.injected.length;
  } catch (error) {
    return { seed, injected: [...server.injected], requests: [...server.journal.requests], error };
  }
}

function replayText(seed: number, injected: readonly InjectedFault[]): string {
  return [seed, ...injected.map(({ fault, occurrence }) => `${fault}:${occurrence}`)].join(" ");
}

/** @throws {TypeError} for another text than a failure with so many faults prints */
function parseReplay(text: string, faults: number): Pick<Failure, "seed" | "injected"> {
  if (!/^\d+( \d+:\d+)*$/.test(text))
    throw new TypeError(`replay must be as a failure printed it, not ${JSON.stringify(text)}`);
  const [seed = "", ...rest] = text.split(" ");
  const injected = rest.map((item) => {
    const [fault = 0, occurrence = 0] = item.split(":").map(Number);
    if (fault >= faults) throw new TypeError(`replay names fault ${fault}, and there are ${faults}`);
    return { fault, occurrence };
  });
  return { seed: Number(seed), injected };
}

function describe({ kind, users, resources, verbs }: Fault, { occurrence }: InjectedFault): string {
  const of = [users?.join("|"), verbs?.join("|"), resources?.join("|")].filter((part) => part !== undefined);
  return `${kind} at request ${occurrence}${of.length === 0 ? "" : ` of ${of.join(" ")}`}`;
}
