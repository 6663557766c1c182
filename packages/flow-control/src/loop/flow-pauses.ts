/**
 * The part of the event loop's time that one flow may use, and what its clients may have unread.
 */
export interface PauseOptions {
  /** Time that a flow may use in one go. */
  readonly burstMs: number;
  /** Length of the pause, as a multiple of the time that was used. */
  readonly ratio: number;
  /** Requests that a flow may have waiting without being paused. */
  readonly freeRequests: number;
  /** Bytes of large responses that the clients of a flow may have unread beside other flows. */
  readonly maxUnreadBytes: number;
  /** The same for a flow that has been alone on the server for a second. */
  readonly maxUnreadBytesAlone: number;
}

/** A flow as it is paused; compared by identity. */
export interface PausableFlow {
  /** Its requests that wait, for seats or for a turn. */
  readonly waiting: number;
}

/** Time for which a flow counts as active after its last request. */
const rememberedMs = 1_000;

/** A response counts as read after this time, for clients that send nothing afterwards. */
const unreadMs = 250;

interface FlowUse {
  usedMs: number;
  /** Until when it is paused after a burst. */
  burstUntilMs: number;
  /** Until when it is paused while its clients have more unread than this. */
  readUntilMs: number;
  maxUnreadBytes: number;
  /** Large responses after which no reading request has come yet, the oldest first. */
  readonly unread: { readonly bytes: number; readonly sentMs: number }[];
  unreadBytes: number;
}

/**
 * Pauses flows with many waiting requests. While other flows have requests, it does so after each
 * burst of work, so that the loop has idle time in which a request of another flow is read when it
 * arrives. And it does so while the clients of a flow have much to read, since data in a client's
 * sockets delays everything else that the client or its machine does: beside other flows early, and
 * alone before it becomes a backlog that another flow would meet when it begins. A client that has
 * read a response sends its next request, so that each reading request of a flow means one large
 * response that was read.
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
  arrived(flow: PausableFlow, nowMs: number, isRead: boolean): void {
    // Only a flow with large responses has unread ones. Writes have small responses.
    if (this.#hasLarge && isRead) {
      const use = this.#uses.get(flow);
      if (use !== undefined) dropOldest(use);
    }
    if (flow === this.#lastFlow) return;
    if (this.#lastFlow !== undefined) this.#changedMs = nowMs;
    this.#lastFlow = flow;
  }

  /** The flow has used the loop. */
  used(flow: PausableFlow, ms: number, nowMs: number): void {
    const { burstMs, ratio, maxUnreadBytes, maxUnreadBytesAlone } = this.#options;
    const use = this.#useOf(flow);
    use.usedMs += ms;
    const isHeavy = this.isHeavy(flow);
    const isAlone = nowMs - this.#changedMs > rememberedMs;
    while ((use.unread[0]?.sentMs ?? nowMs) < nowMs - unreadMs) dropOldest(use);
    use.maxUnreadBytes = isAlone ? maxUnreadBytesAlone : maxUnreadBytes;
    if (isHeavy && use.unreadBytes > use.maxUnreadBytes) use.readUntilMs = (use.unread[0]?.sentMs ?? nowMs) + unreadMs;
    if (use.usedMs < burstMs) return;
    if (isHeavy && !isAlone) use.burstUntilMs = nowMs + use.usedMs * ratio;
    use.usedMs = 0;
  }

  /** A large response was sent. */
  sent(flow: PausableFlow, bytes: number, nowMs: number): void {
    this.#hasLarge = true;
    const use = this.#useOf(flow);
    use.unread.push({ bytes, sentMs: nowMs });
    use.unreadBytes += bytes;
  }

  /** The time at which the flow resumes; in the past if it is not paused. */
  untilMs(flow: PausableFlow): number {
    const use = this.#uses.get(flow);
    if (use === undefined) return 0;
    return use.unreadBytes > use.maxUnreadBytes ? Math.max(use.readUntilMs, use.burstUntilMs) : use.burstUntilMs;
  }

  #useOf(flow: PausableFlow): FlowUse {
    let use = this.#uses.get(flow);
    if (use === undefined) {
      const { maxUnreadBytes } = this.#options;
      use = { usedMs: 0, readUntilMs: 0, burstUntilMs: 0, maxUnreadBytes, unread: [], unreadBytes: 0 };
      this.#uses.set(flow, use);
    }
    return use;
  }
}

function dropOldest(use: FlowUse): void {
  use.unreadBytes -= use.unread.shift()?.bytes ?? 0;
}
