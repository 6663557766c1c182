import type { Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BufferPool, createBufferPool } from "../buffer-pool.ts";
import { WriteTurns } from "../write-turns.ts";
import { FrameWriter, type Sender } from "./frame-writer.ts";

/** A socket that tells what was written at once, and takes it when it is told to. */
class Taker {
  writable = true;
  isEnded = false;
  /** What waits to be taken. */
  readonly writes: string[] = [];
  #taken: ((error?: Error) => void)[] = [];

  write(bytes: Buffer, taken: (error?: Error) => void): boolean {
    this.writes.push(bytes.toString("latin1"));
    this.#taken.push(taken);
    return false;
  }

  end(): void {
    this.isEnded = true;
  }

  /** @returns what was written since */
  async take(error?: Error): Promise<readonly string[]> {
    await moment();
    const taken = this.#taken;
    this.#taken = [];
    for (const callback of taken) callback(error);
    return this.writes.splice(0);
  }
}

/** Lets happen what happens at this moment. */
const moment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A stream of one letter, a few at a time. */
class Letters implements Sender {
  readonly letter: string;
  left: number;
  window: number;
  readonly isData: boolean = true;
  timesTaken = 0;

  constructor(letter: string, left: number, window = 1_000_000) {
    this.letter = letter;
    this.left = left;
    this.window = window;
  }

  get isPending(): boolean {
    return this.left > 0;
  }

  writeNext(buffer: Buffer, at: number, frameWriter: FrameWriter): number {
    const length = Math.min(3, this.left, this.window, frameWriter.window);
    this.left -= length;
    this.window -= length;
    frameWriter.spend(length);
    return at + buffer.write(this.letter.repeat(length), at, "latin1");
  }

  onTaken(): void {
    this.timesTaken++;
  }
}

/** A stream with one frame that fills a write. */
class LargeFrames extends Letters {
  constructor(letter: string) {
    super(letter, 1);
  }

  override writeNext(buffer: Buffer, at: number): number {
    if (at > 0) return -1;
    this.left = 0;
    return buffer.fill(this.letter).length;
  }
}

/** BufferPool that know how many of them are in use. */
function countedPool(): BufferPool & { readonly used: number } {
  const bufferPool = createBufferPool();
  let used = 0;
  return {
    shared: bufferPool.shared,
    acquire: (bytes) => {
      used++;
      return bufferPool.acquire(bytes);
    },
    release: (buffer) => {
      used--;
      bufferPool.release(buffer);
    },
    get used() {
      return used;
    },
  };
}

function open(window = 1_000_000, turns?: WriteTurns) {
  const socket = new Taker();
  const bufferPool = countedPool();
  const frameWriter = new FrameWriter(socket as unknown as Socket, bufferPool, turns);
  frameWriter.spend(65_535 - window);
  return { socket, bufferPool, frameWriter };
}

const frame = (text: string): Buffer => Buffer.from(text);

test("everything that is available in one turn is one write: frames of the connection, and streams in turns", async () => {
  const { socket, frameWriter } = open();
  frameWriter.send(new Letters("a", 7));
  frameWriter.send(new Letters("b", 4));
  frameWriter.control(frame("<1>"));
  frameWriter.control(frame("<2>"));
  expect(await socket.take()).toEqual(["<1><2>aaabbbaaaba"]);
});

test("frames are not encoded before the previous write was accepted", async () => {
  const { socket, bufferPool, frameWriter } = open();
  frameWriter.send(new Letters("a", 1));
  await moment();
  frameWriter.send(new Letters("b", 1));
  frameWriter.control(frame("<1>"));
  await moment();
  expect([socket.writes, bufferPool.used]).toEqual([["a"], 1]);
  await socket.take();
  expect([await socket.take(), bufferPool.used]).toEqual([["<1>b"], 0]);
});

test("after a large write the connection waits for its turn", async () => {
  let nowMs = 0;
  const rounds: (() => void)[] = [];
  const turns = new WriteTurns({ clock: { monotonic: () => (nowMs += 5) }, schedule: (next) => rounds.push(next) });
  const { socket, frameWriter } = open(1_000_000, turns);
  turns.run(() => undefined);
  frameWriter.send(new LargeFrames("a"));
  frameWriter.send(new LargeFrames("b"));
  const letters = async (): Promise<readonly string[]> => (await socket.take()).map((text) => text.slice(0, 1));
  expect(await letters()).toEqual(["a"]);
  expect(await letters()).toEqual([]);
  for (const round of rounds) round();
  expect(await letters()).toEqual(["b"]);
});

test("a stream is notified when all its data was written", async () => {
  const { socket, frameWriter } = open();
  const [whole, half] = [new Letters("a", 3), new Letters("b", 6, 3)];
  frameWriter.send(whole);
  frameWriter.send(half);
  await moment();
  expect([whole.timesTaken, half.timesTaken]).toEqual([0, 0]);
  await socket.take();
  expect([whole.timesTaken, half.timesTaken]).toEqual([1, 0]);
});

test("a stream that is over has no more turns", async () => {
  const { socket, frameWriter } = open(3);
  const [ready, starved] = [new Letters("a", 3), new Letters("b", 6)];
  frameWriter.send(starved);
  await socket.take();
  frameWriter.drop(starved);
  frameWriter.send(ready);
  frameWriter.drop(ready);
  frameWriter.widen(10);
  expect(await socket.take()).toEqual([]);
});

test("more than fits into one piece goes in several, and the end behind them", async () => {
  const { socket, frameWriter } = open();
  for (let i = 0; i < 60_000; i++) frameWriter.control(frame("123456789"));
  frameWriter.end(frame("last"));
  const sizes: unknown[] = [];
  for (let i = 0; i < 3; i++)
    sizes.push(
      (await socket.take()).map(({ length }) => length),
      socket.isEnded,
    );
  expect(sizes).toEqual([[262_143], false, [262_143], false, [60_000 * 9 + 4 - 2 * 262_143], true]);
});

describe("windows", () => {
  test("that are used up leave a stream waiting, in its turn, for its own or for that of the connection", async () => {
    const { socket, frameWriter } = open(8);
    const [own, both] = [new Letters("a", 5, 3), new Letters("b", 9)];
    frameWriter.send(own);
    frameWriter.send(both);
    expect(await socket.take()).toEqual(["aaabbbbb"]);
    frameWriter.widen(100);
    expect(await socket.take()).toEqual(["bbbb"]);
    both.left = 2;
    frameWriter.send(both);
    expect(await socket.take()).toEqual(["bb"]);
    own.window = 2;
    frameWriter.send(own);
    expect(await socket.take()).toEqual(["aa"]);
  });

  test.each([
    [0, "a window grows by nothing"],
    [2 ** 31 - 8, "the window is too large"],
  ])("of the connection do not grow by %d", (bytes, why) => {
    expect(() => open(8).frameWriter.widen(bytes)).toThrow(why);
  });
});

describe("a flood", () => {
  test("is a queue of connection frames of more than 64 KiB", async () => {
    const { socket, frameWriter } = open();
    frameWriter.control(frame("under way"));
    await moment();
    frameWriter.control(frame("x".repeat(65_536)));
    expect(frameWriter.isFlooded).toBe(false);
    frameWriter.control(frame("x"));
    expect(frameWriter.isFlooded).toBe(true);
    await socket.take();
    await moment();
    expect(frameWriter.isFlooded).toBe(false);
  });
});

describe("the end", () => {
  test("is sent after the frames of the connection, and before any stream", async () => {
    const { socket, frameWriter } = open();
    frameWriter.control(frame("<1>"));
    frameWriter.send(new Letters("a", 3));
    frameWriter.end(frame("<last>"));
    expect([await socket.take(), socket.isEnded]).toEqual([["<1><last>"], true]);
  });

  test("waits for writes in progress", async () => {
    const { socket, frameWriter } = open();
    frameWriter.control(frame("<1>"));
    await moment();
    frameWriter.end(frame("<last>"));
    await moment();
    expect([await socket.take(), socket.isEnded]).toEqual([["<1>"], false]);
    expect([await socket.take(), socket.isEnded]).toEqual([["<last>"], true]);
  });

  test("of a client that has disconnected: nothing is written, and a buffer in use is not reused", async () => {
    const { socket, bufferPool, frameWriter } = open();
    frameWriter.send(new Letters("a", 3));
    await socket.take(new Error("reset"));
    frameWriter.control(frame("<1>"));
    expect([await socket.take(), bufferPool.used]).toEqual([[], 1]);
    const disconnected = open();
    disconnected.socket.writable = false;
    disconnected.frameWriter.control(frame("<1>"));
    expect([await disconnected.socket.take(), disconnected.bufferPool.used]).toEqual([[], 0]);
  });
});

test("for any order of events: every stream sends all its data, one write at a time", async () => {
  const step = fc.oneof(
    fc.record({ more: fc.nat(4), of: fc.nat(3) }),
    fc.record({ window: fc.integer({ min: 1, max: 20 }), of: fc.nat(3) }),
    fc.record({ widen: fc.integer({ min: 1, max: 20 }) }),
    fc.constantFrom("take" as const, "wait" as const, "control" as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(20), fc.array(step, { maxLength: 40 }), async (window, steps) => {
      const { socket, bufferPool, frameWriter } = open(window);
      const streams = ["a", "b", "c", "d"].map((letter) => new Letters(letter, 0, window));
      const had = streams.map(() => 0);
      let text = "";
      const take = async (): Promise<void> => {
        text += (await socket.take()).join("");
      };
      const send = (of: number, change: "left" | "window", by: number): void => {
        const stream = streams[of] as Letters;
        stream[change] += by;
        frameWriter.send(stream);
      };
      for (const one of steps) {
        if (one === "take") await take();
        else if (one === "wait") await moment();
        else if (one === "control") frameWriter.control(frame("!"));
        else if ("widen" in one) frameWriter.widen(one.widen);
        else if ("window" in one) send(one.of, "window", one.window);
        else {
          had[one.of] = (had[one.of] ?? 0) + one.more;
          send(one.of, "left", one.more);
        }
        expect(socket.writes.length).toBeLessThanOrEqual(1);
      }
      frameWriter.widen(1_000);
      for (const of of streams.keys()) send(of, "window", 1_000);
      for (let i = 0; i < 4; i++) await take();
      const count = (letter: string): number => text.split(letter).length - 1;
      expect(streams.map(({ letter }) => count(letter))).toEqual(had);
      expect([count("!"), bufferPool.used]).toEqual([steps.filter((one) => one === "control").length, 0]);
      expect(frameWriter.window).toBeGreaterThanOrEqual(0);
    }),
  );
});
