import type { Clock, Log } from "@svc/meta";

export interface RepeatOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** For the log, when it fails. */
  readonly what: string;
  /** Between the end of one and the beginning of the next. */
  readonly everyMs: number;
}

/** Does something again and again until the signal ends it. */
export function repeat(options: RepeatOptions, run: () => Promise<void>): void {
  const { clock, log, signal, what, everyMs } = options;
  const timer = clock.after(everyMs, () => {
    run()
      .catch((error: unknown) =>
        log.debug("a controller failed at what it does now and then", { what, error: String(error) }),
      )
      .finally(() => {
        signal.removeEventListener("abort", timer.cancel);
        if (!signal.aborted) repeat(options, run);
      });
  });
  signal.addEventListener("abort", timer.cancel, { once: true });
}
