/** The part of the event loop's time that one flow may use while others wait. */
export interface PauseOptions {
  /** Time that a flow may use in one go. */
  readonly burstMs: number;
  /** Length of the pause, as a multiple of the time that was used. */
  readonly ratio: number;
  /** Requests that a flow may have waiting without being paused. */
  readonly freeRequests: number;
  /** Bytes of large responses that the clients of a flow may have unread. */
  readonly maxUnreadBytes: number;
}

/** A flow as it is paused; compared by identity. */
export interface PausableFlow {
  /** Its requests that wait, for seats or for a turn. */
  readonly waiting: number;
}

/** Time for which a flow counts as active after its last request. */
const rememberedMs = 1_000;

/** Smaller responses cost a client next to nothing. */
const largeBytes = 64 * 1024;
/** A response counts as read after this time, for clients that send nothing afterwards. */
const unreadMs = 250;

interface FlowUse {
  usedMs: number;
  /** Until when it is paused after a burst. */
  burstUntilMs: number;
  /** Until when it is paused while its clients have much to read. */
  readUntilMs: number;
  /** Large responses after which no request has come yet, the oldest first. */
  readonly unread: { readonly bytes: number; readonly sentMs: number }[];
  unreadBytes: number;
}

/**
 * Pauses flows with many waiting requests while other flows have requests. It does so after each
 * burst of work, so that the loop has idle time in which a request of another flow is read when it
 * arrives; and while their clients have much to read, since data in a client's sockets delays
 * everything else that the client or its machine does. A client that has read a response sends its
 * next request, so that each request of a flow means one response that was read.
 */
export class FlowPauses {
  readonly #options: PauseOptions;
  readonly #uses = new WeakMap<PausableFlow, FlowUse>();
  #lastFlow: PausableFlow | undefined;
  /** A large response was sent since the server started. */
  #hasLarge = false;
  #changedMs = Number.NEGATIVE_INFINITY;

  constructor(options: PauseOptions) {
    this.#options = options;
  }

  /** Whether the flow has so many requests waiting that it may be paused. */
  isHeavy({ waiting }: PausableFlow): boolean {
    return waiting > this.#options.freeRequests;
  }

  /** A request of the flow has come. */
  seen(flow: PausableFlow, nowMs: number): void {
    // Only a flow with large responses has unread ones.
    if (this.#hasLarge) {
      const use = this.#uses.get(flow);
      if (use !== undefined) dropOldest(use);
    }
    if (flow === this.#lastFlow) return;
    if (this.#lastFlow !== undefined) this.#changedMs = nowMs;
    this.#lastFlow = flow;
  }

  /** The flow has used the loop. */
  used(flow: PausableFlow, ms: number, nowMs: number): void {
    const { burstMs, ratio, maxUnreadBytes } = this.#options;
    const use = this.#useOf(flow);
    use.usedMs += ms;
    const mayPause = this.isHeavy(flow) && nowMs - this.#changedMs <= rememberedMs;
    while ((use.unread[0]?.sentMs ?? nowMs) < nowMs - unreadMs) dropOldest(use);
    if (mayPause && use.unreadBytes > maxUnreadBytes) use.readUntilMs = (use.unread[0]?.sentMs ?? nowMs) + unreadMs;
    if (use.usedMs < burstMs) return;
    if (mayPause) use.burstUntilMs = nowMs + use.usedMs * ratio;
    use.usedMs = 0;
  }

  /** A response was sent. */
  sent(flow: PausableFlow, bytes: number, nowMs: number): void {
    if (bytes < largeBytes) return;
    this.#hasLarge = true;
    const use = this.#useOf(flow);
    use.unread.push({ bytes, sentMs: nowMs });
    use.unreadBytes += bytes;
  }

  /** The time at which the flow resumes; in the past if it is not paused. */
  untilMs(flow: PausableFlow): number {
    const use = this.#uses.get(flow);
    if (use === undefined) return 0;
    return use.unreadBytes > this.#options.maxUnreadBytes
      ? Math.max(use.readUntilMs, use.burstUntilMs)
      : use.burstUntilMs;
  }

  #useOf(flow: PausableFlow): FlowUse {
    let use = this.#uses.get(flow);
    if (use === undefined) {
      use = { usedMs: 0, readUntilMs: 0, burstUntilMs: 0, unread: [], unreadBytes: 0 };
      this.#uses.set(flow, use);
    }
    return use;
  }
}

function dropOldest(use: FlowUse): void {
  use.unreadBytes -= use.unread.shift()?.bytes ?? 0;
}
