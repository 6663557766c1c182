import type { Clock } from "@svc/base";
import { targetOf } from "../journal/recorded-request.ts";
import type { RequestJournal } from "../journal/request-journal.ts";

/** The time that a run has, by a clock that advances while the clock of its server stands still. */
export interface TimeLimit {
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/**
 * Runs a test whose signal is aborted when the run is over. A test that goes on after its time is
 * left to itself.
 * @throws {Error} naming the requests without a response, when the time is over
 */
export async function withinTime(
  test: (signal: AbortSignal) => Promise<void>,
  { clock, timeoutMs }: TimeLimit,
  journal: RequestJournal,
): Promise<void> {
  const over = new AbortController();
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = clock.after(
    timeoutMs,
    () => reject(new Error(`the test did not end within ${timeoutMs} ms; ${waiting(journal)}`)),
    { keepAlive: true },
  );
  try {
    await Promise.race([test(over.signal), timeout]);
  } finally {
    timer.cancel();
    over.abort();
  }
}

function waiting({ requests }: RequestJournal): string {
  const open = requests.filter(({ verb, code }) => verb !== "watch" && code === undefined);
  if (open.length === 0) return "it waits for no request: is it for the clock of the server, which stands still?";
  const names = open.map((one) => `${one.user} ${one.verb} ${targetOf(one)} ${one.name}`.trimEnd());
  return `without a response: ${names.join("; ")}`;
}
