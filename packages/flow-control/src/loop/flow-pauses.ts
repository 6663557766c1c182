/** How much of the loop one flow may use while others want it too. */
export interface PauseOptions {
  /** Time that a flow may use in one go. */
  readonly burstMs: number;
  /** Length of the pause after it, in times of what was used. */
  readonly ratio: number;
  /** Requests that a flow may have waiting without being paused. */
  readonly freeRequests: number;
}

/** For how long a flow counts as one that wants the loop. */
const rememberedMs = 1_000;

interface FlowUse {
  usedMs: number;
  untilMs: number;
}

/**
 * Pauses flows that use much of the loop and have much more waiting, while requests of other flows
 * come. The loop then has idle time, in which a request of another flow is read when it arrives;
 * and the clients of a heavy flow, which may run on the same machine, are given less to do at once.
 */
export class FlowPauses {
  readonly #options: PauseOptions;
  readonly #uses = new WeakMap<object, FlowUse>();
  #lastFlow: object | undefined;
  #changedMs = Number.NEGATIVE_INFINITY;

  constructor(options: PauseOptions) {
    this.#options = options;
  }

  /** A request of the flow has come. */
  seen(flow: object, nowMs: number): void {
    if (flow === this.#lastFlow) return;
    if (this.#lastFlow !== undefined) this.#changedMs = nowMs;
    this.#lastFlow = flow;
  }

  /** The flow has used the loop, and so many of its requests still wait. */
  used(flow: object, ms: number, { waiting, nowMs }: { readonly waiting: number; readonly nowMs: number }): void {
    const { burstMs, ratio, freeRequests } = this.#options;
    let use = this.#uses.get(flow);
    if (use === undefined) this.#uses.set(flow, (use = { usedMs: 0, untilMs: 0 }));
    use.usedMs += ms;
    if (use.usedMs < burstMs) return;
    const isAlone = nowMs - this.#changedMs > rememberedMs;
    if (!isAlone && waiting > freeRequests) use.untilMs = nowMs + use.usedMs * ratio;
    use.usedMs = 0;
  }

  /** When the flow goes on; in the past where it is not paused. */
  untilMs(flow: object): number {
    return this.#uses.get(flow)?.untilMs ?? 0;
  }
}
