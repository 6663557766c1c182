/** A stream with pending output for a connection. */
export interface Flushable {
  /** Streams of one connection are flushed together. */
  readonly connection: object;
  readonly queuedBytes: number;
  flush(): void;
}

/**
 * Shared output of streams to many clients. They are flushed in turns, a few at a time, with other
 * work in between: an event for a thousand clients does not block the server, and events that
 * arrive before a client's turn are sent with it, in one write.
 */
export interface FanOut {
  /** Flushes a stream in its turn: the first ones after the current event was delivered to all. */
  flush(stream: Flushable): void;
  /** Joins frames to one chunk, the same buffer for all clients with the same frames. */
  join(frames: readonly Buffer[]): Buffer;
}

/** So many write in one turn: about two milliseconds of encryption and system calls. */
const streamsPerTurn = 64;
/**
 * Flushes the clients with the longest queues first, so that a fast writer cannot outrun slow
 * readers.
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
