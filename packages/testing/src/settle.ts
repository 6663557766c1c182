import { setImmediate } from "node:timers/promises";
import type { ManualClock } from "@svc/base";
import { aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import { targetOf } from "./journal/recorded-request.ts";
import type { RequestJournal } from "./journal/request-journal.ts";

/** Options of `settle`. */
export interface SettleOptions {
  /**
   * Advances the clock by so much, timer by timer, and settles after each: retries, back-offs,
   * leases and resyncs that fall due happen in their order.
   * @default 0
   */
  readonly advanceMs?: number;
  /**
   * Turns of the event loop after which a server that is still busy is an error.
   * @default 100,000
   */
  readonly maxTurns?: number;
}

const settleOptions = optionsOf<SettleOptions>({
  advanceMs: optional(aNonNegativeNumber),
  maxTurns: optional(aNonNegativeNumber),
});

/**
 * Turns without any request, response or event. Clients and work queues take a few between two
 * requests.
 */
const quietTurns = 12;

/**
 * Waits until nothing is left to do at the present time of the clock: no request is under way, and
 * nothing was sent or received for some turns of the event loop. It does not sleep.
 * @throws {Error} naming the requests under way, after `maxTurns`
 */
export async function settle(
  { journal, clock }: { readonly journal: RequestJournal; readonly clock: ManualClock },
  options: SettleOptions = {},
): Promise<void> {
  checkArgument("settle: options", options, settleOptions);
  const { advanceMs = 0, maxTurns = 100_000 } = options;
  const end = clock.monotonic() + advanceMs;
  let turns = 0;
  for (;;) {
    let last = -1;
    for (let quiet = 0; quiet < quietTurns; quiet++) {
      await setImmediate();
      if (++turns > maxTurns) throw new Error(`the server did not settle: ${busyWith(journal)}`);
      if (journal.activity === last && journal.active.length === 0) continue;
      last = journal.activity;
      quiet = -1;
    }
    const left = end - clock.monotonic();
    if (left <= 0) return;
    clock.advance(Math.min(left, clock.untilNext() ?? left));
  }
}

function busyWith({ active, requests }: RequestJournal): string {
  if (active.length === 0) return `${requests.length} requests so far, and more all the time`;
  return active.map((request) => `${request.user} ${request.verb} ${targetOf(request)} ${request.name}`).join("; ");
}
