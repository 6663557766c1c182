import type { Clock, Timer } from "@svc/base";
import type { Expiries } from "./expiries.ts";

/** Deletes keys at their expiry times. */
interface Expirer {
  /** Called when `expiries` changed. */
  reschedule(): void;
  stop(): void;
}

interface ExpirerDeps {
  readonly expiries: Expiries;
  readonly clock: Clock;
  /** Deletes an expired key unless it was written again, and removes it from `expiries`. */
  readonly expire: (key: string) => Promise<unknown>;
}

const keysAtOnce = 500;
const retryMs = 1000;

/** Creates a stopped expirer. */
export function createExpirer({ expiries, clock, expire }: ExpirerDeps): Expirer {
  let timer: { readonly at: number; readonly timer: Timer } | undefined;
  let running = false;
  let stopped = false;

  function wakeAt(at: number | undefined): void {
    if (timer?.at === at) return;
    timer?.timer.cancel();
    timer = at === undefined ? undefined : { at, timer: clock.after(at - clock.now(), () => void run()) };
  }

  async function run(): Promise<void> {
    timer = undefined;
    running = true;
    let failed = false;
    for (let due = expiries.due(clock.now(), keysAtOnce); due.length > 0 && !stopped && !failed; ) {
      const results = await Promise.allSettled(due.map(expire));
      // The store reports that it cannot write; the expirer retries.
      failed = results.some((r) => r.status === "rejected");
      due = expiries.due(clock.now(), keysAtOnce);
    }
    running = false;
    if (failed) wakeAt(stopped ? undefined : clock.now() + retryMs);
    else reschedule();
  }

  function reschedule(): void {
    if (!running) wakeAt(stopped ? undefined : expiries.firstMs());
  }

  return {
    reschedule,
    stop() {
      stopped = true;
      wakeAt(undefined);
    },
  };
}
