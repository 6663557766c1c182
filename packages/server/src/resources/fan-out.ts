/** What waits to be handed to a connection. */
export interface Flushable {
  /** What goes out on one connection goes out together. */
  readonly connection: object;
  readonly queuedBytes: number;
  flush(): void;
}

/**
 * What streams to many clients have in common. They write by turns, a few at a time, with other
 * work of the server in between: an event for a thousand of them holds nobody up, and what happens
 * while they wait for their turn goes out with it, in one write.
 */
export interface FanOut {
  /**
   * Flushes a stream when its turn comes: the first ones as soon as everybody has been told what
   * happens at this moment.
   */
  flush(stream: Flushable): void;
  /** Frames as one chunk, which is the same buffer for all who are sent the same frames. */
  join(frames: readonly Buffer[]): Buffer;
}

/** So many write in one turn: about two milliseconds of encryption and system calls. */
const streamsPerTurn = 64;
/**
 * Those for whom more waits write at once, before more can happen: who speaks is not to outrun who
 * is told.
 */
const pressingBytes = 128 * 1024;

export function createFanOut(defer: (turn: () => void) => void = setImmediate): FanOut {
  /** By connection, in the order in which they came. */
  const due = new Map<object, Flushable[]>();
  let scheduled = false;

  function turn(): void {
    scheduled = false;
    let flushed = 0;
    for (const [connection, streams] of due) {
      if (flushed >= streamsPerTurn && !streams.some(({ queuedBytes }) => queuedBytes > pressingBytes)) break;
      due.delete(connection);
      for (const stream of streams) stream.flush();
      flushed += streams.length;
    }
    if (due.size > 0) schedule(defer);
  }

  function schedule(when: (turn: () => void) => void): void {
    if (scheduled) return;
    scheduled = true;
    when(turn);
  }

  let last: readonly Buffer[] = [];
  let joined: Buffer = Buffer.alloc(0);
  return {
    flush(stream) {
      const others = due.get(stream.connection);
      if (others === undefined) due.set(stream.connection, [stream]);
      else others.push(stream);
      schedule(queueMicrotask);
    },
    join(frames) {
      if (frames.length !== last.length || !frames.every((frame, i) => frame === last[i])) {
        last = frames;
        joined = Buffer.concat(frames);
      }
      return joined;
    },
  };
}
