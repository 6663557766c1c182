import type { Clock, Log, Timer } from "@svc/base";

/** Credentials that were refused. */
export interface Refusal {
  readonly path: string;
  readonly remoteAddress: string;
  /** Without any part of the credential. */
  readonly reason: string;
}

interface RefusalLogDeps {
  readonly log: Log;
  readonly clock: Clock;
}

const windowMs = 10_000;
/** Lines of one address in a window. */
const maxOfAddress = 5;
/** Lines of all addresses in a window. */
const maxLines = 50;

/**
 * Logs refused credentials. A client that repeats a wrong credential, or many clients that guess,
 * don't fill the disk: of 10 seconds the log has at most 5 lines of an address and 50 of all, and
 * one line that counts the rest.
 */
export function createRefusalLog({ log, clock }: RefusalLogDeps): (refusal: Refusal) => void {
  let startMs = Number.NEGATIVE_INFINITY;
  let lines = 0;
  let omitted = 0;
  let timer: Timer | undefined;
  /** Lines by address. A new address gets no entry once all lines of the window are used. */
  const byAddress = new Map<string, number>();

  const endWindow = (): void => {
    if (omitted > 0) log.warn("more credentials were refused", { omitted, ofMs: windowMs });
    timer?.cancel();
    startMs = Number.NEGATIVE_INFINITY;
    lines = 0;
    omitted = 0;
    byAddress.clear();
  };
  return ({ path, remoteAddress, reason }) => {
    const nowMs = clock.monotonic();
    if (nowMs - startMs >= windowMs) {
      endWindow();
      startMs = nowMs;
    }
    const ofAddress = byAddress.get(remoteAddress) ?? 0;
    if (lines < maxLines && ofAddress < maxOfAddress) {
      lines++;
      byAddress.set(remoteAddress, ofAddress + 1);
      log.error("Unable to authenticate the request", { err: reason, path, remoteAddress });
    } else if (++omitted === 1) timer = clock.after(startMs + windowMs - nowMs, endWindow);
  };
}
