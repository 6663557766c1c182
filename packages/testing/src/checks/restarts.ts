import { createManualClock } from "@svc/base";
import {
  aFunction,
  aNonNegativeNumber,
  aString,
  checkArgument,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import type { Fault } from "../faults/fault.ts";
import { isWrite } from "../journal/recorded-request.ts";
import { requestTable } from "../journal/request-table.ts";
import type { TestServer } from "../start-test-server.ts";

/** A controller that can be stopped as a crash stops it. */
export interface RestartableController {
  stop(): void;
}

/** Options of a test that restarts a controller. */
export interface RestartOptions {
  /** Starts the controller; its requests must come from `user`. */
  readonly start: (server: TestServer) => RestartableController;
  /** The user of the controller. */
  readonly user: string;
  /** Changes the cluster; the server settles afterwards. */
  readonly act: (server: TestServer) => Promise<void>;
  /** Throws if the end is wrong. */
  readonly check: (server: TestServer) => Promise<void>;
  /** By how much the clock advances in the end, for retries. @default 2 minutes */
  readonly advanceMs?: number;
}

const restartOptions = optionsOf<RestartOptions>({
  start: aFunction,
  user: aString,
  act: aFunction,
  check: aFunction,
  advanceMs: optional(aNonNegativeNumber),
});

const expectedBase = withMethods("a TestServer of @svc/testing", "fetch", "as", "tokenFor", "listen");

/**
 * Runs a controller once to count its writes, then once more for each write with a restart just
 * before it, and once with a restart just after it, before the response. Each run begins with a
 * fork of `base`.
 * @throws {Error} for the first restart that it does not survive, with all requests
 * @throws {TypeError} for a wrong argument
 */
export async function expectToSurviveRestarts(base: TestServer, options: RestartOptions): Promise<number> {
  checkArgument("expectToSurviveRestarts: base", base, expectedBase);
  checkArgument("expectToSurviveRestarts: options", options, restartOptions);
  const writes = await runOnce(base, options, []);
  for (let write = 1; write <= writes; write++)
    for (const when of ["before", "after"] as const) await runOnce(base, options, [{ write, when }]);
  return 2 * writes;
}

interface Restart {
  readonly write: number;
  readonly when: "before" | "after";
}

const writeVerbs = ["create", "update", "patch", "delete", "deletecollection"];

/** @returns how many writes there were */
async function runOnce(base: TestServer, options: RestartOptions, restarts: readonly Restart[]): Promise<number> {
  const { user, advanceMs = 120_000 } = options;
  let controller: RestartableController | undefined;
  const faults: readonly Fault[] = restarts.map(({ write, when }) => ({
    ...{ kind: "hook", when, users: [user], verbs: writeVerbs, at: [write] },
    hook: () => {
      controller?.stop();
      controller = options.start(server);
    },
  }));
  await using server: TestServer = await base.fork({ clock: createManualClock(base.clock.now()), faults });
  controller = options.start(server);
  try {
    await server.settle();
    await options.act(server);
    await server.settle({ advanceMs });
    await options.check(server);
  } catch (cause) {
    const of = restarts.map(({ write, when }) => `restarted ${when} write ${write}`).join(", ") || "never restarted";
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${user}, ${of}: ${reason}\n${requestTable(server.journal.requests)}`, { cause });
  } finally {
    controller.stop();
  }
  return server.journal.requests.filter((request) => request.user === user && isWrite(request)).length;
}
