/** What waits to be handed to a connection. */
export interface Flushable {
  flush(): void;
}

/** What streams to many clients have in common, done once for those whose turn comes one right after the other. */
export interface FanOut {
  /** Flushes a stream as soon as everybody has been told what happens at this moment: one task for all of them. */
  flush(stream: Flushable): void;
  /** Frames as one chunk, which is the same buffer for all who are sent the same frames. */
  join(frames: readonly Buffer[]): Buffer;
}

export function createFanOut(): FanOut {
  let due: Flushable[] = [];
  const flushAll = (): void => {
    const streams = due;
    due = [];
    for (const stream of streams) stream.flush();
  };
  let last: readonly Buffer[] = [];
  let joined: Buffer = Buffer.alloc(0);
  return {
    flush: (stream) => {
      if (due.push(stream) === 1) queueMicrotask(flushAll);
    },
    join: (frames) => {
      if (frames.length !== last.length || !frames.every((frame, i) => frame === last[i])) {
        last = frames;
        joined = Buffer.concat(frames);
      }
      return joined;
    },
  };
}
