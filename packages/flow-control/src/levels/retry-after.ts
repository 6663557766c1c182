const maxSeconds = 32;
/** So many refusals a second of the advised wait double it. */
const doublingRate = 3;

/**
 * The seconds after which clients of a level that were refused are to ask again. They double while
 * many are refused within the time that was advised, and fall by one while few are. Times are whole
 * seconds; as observed of kube-apiserver 1.33.
 */
export class RetryAfter {
  #seconds = 1;
  /** When the advice changed last. */
  #changedAt: number = Number.NEGATIVE_INFINITY;
  /** Refusals by second, the oldest first. */
  #refused: { readonly at: number; count: number }[] = [];

  /** A request is refused. @returns the advice for it */
  refuse(nowMs: number): number {
    const now = Math.floor(nowMs / 1000);
    if (now - this.#changedAt >= this.#seconds) this.#adjust(now);
    const last = this.#refused.at(-1);
    if (last?.at === now) last.count++;
    else this.#refused.push({ at: now, count: 1 });
    return this.#seconds;
  }

  #adjust(now: number): void {
    const seconds = this.#seconds;
    this.#refused = this.#refused.filter(({ at }) => now - at <= maxSeconds);
    let refused = 0;
    for (const { at, count } of this.#refused) if (at < now && now - at <= seconds) refused += count;
    if (refused >= doublingRate * seconds) this.#seconds = Math.min(maxSeconds, seconds * 2);
    else if (refused < seconds) this.#seconds = Math.max(1, seconds - 1);
    if (this.#seconds !== seconds) this.#changedAt = now;
  }
}
