import type { Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRooms, type Rooms } from "../rooms.ts";
import { Outbound, type Sender } from "./outbound.ts";

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

  writeNext(room: Buffer, at: number, outbound: Outbound): number {
    const length = Math.min(3, this.left, this.window, outbound.window);
    this.left -= length;
    this.window -= length;
    outbound.spend(length);
    return at + room.write(this.letter.repeat(length), at, "latin1");
  }

  onTaken(): void {
    this.timesTaken++;
  }
}

/** Rooms that know how many of them are in use. */
function countedRooms(): Rooms & { readonly used: number } {
  const rooms = createRooms();
  let used = 0;
  return {
    take: (bytes) => {
      used++;
      return rooms.take(bytes);
    },
    give: (room) => {
      used--;
      rooms.give(room);
    },
    get used() {
      return used;
    },
  };
}

function open(window = 1_000_000) {
  const socket = new Taker();
  const rooms = countedRooms();
  const outbound = new Outbound(socket as unknown as Socket, rooms);
  outbound.spend(65_535 - window);
  return { socket, rooms, outbound };
}

const frame = (text: string): Buffer => Buffer.from(text);

test("what is there at one moment goes out in one write: what the connection says, and streams by turns", async () => {
  const { socket, outbound } = open();
  outbound.send(new Letters("a", 7));
  outbound.send(new Letters("b", 4));
  outbound.control(frame("<1>"));
  outbound.control(frame("<2>"));
  expect(await socket.take()).toEqual(["<1><2>aaabbbaaaba"]);
});

test("nothing is put together before the write before was taken", async () => {
  const { socket, rooms, outbound } = open();
  outbound.send(new Letters("a", 1));
  await moment();
  outbound.send(new Letters("b", 1));
  outbound.control(frame("<1>"));
  await moment();
  expect([socket.writes, rooms.used]).toEqual([["a"], 1]);
  await socket.take();
  expect([await socket.take(), rooms.used]).toEqual([["<1>b"], 0]);
});

test("a stream is told when all that it had was taken", async () => {
  const { socket, outbound } = open();
  const [whole, half] = [new Letters("a", 3), new Letters("b", 6, 3)];
  outbound.send(whole);
  outbound.send(half);
  await moment();
  expect([whole.timesTaken, half.timesTaken]).toEqual([0, 0]);
  await socket.take();
  expect([whole.timesTaken, half.timesTaken]).toEqual([1, 0]);
});

test("a stream that is over has no more turns", async () => {
  const { socket, outbound } = open(3);
  const [ready, starved] = [new Letters("a", 3), new Letters("b", 6)];
  outbound.send(starved);
  await socket.take();
  outbound.drop(starved);
  outbound.send(ready);
  outbound.drop(ready);
  outbound.widen(10);
  expect(await socket.take()).toEqual([]);
});

test("more than fits into one piece goes in several, and the end behind them", async () => {
  const { socket, outbound } = open();
  for (let i = 0; i < 60_000; i++) outbound.control(frame("123456789"));
  outbound.end(frame("last"));
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
    const { socket, outbound } = open(8);
    const [own, both] = [new Letters("a", 5, 3), new Letters("b", 9)];
    outbound.send(own);
    outbound.send(both);
    expect(await socket.take()).toEqual(["aaabbbbb"]);
    outbound.widen(100);
    expect(await socket.take()).toEqual(["bbbb"]);
    both.left = 2;
    outbound.send(both);
    expect(await socket.take()).toEqual(["bb"]);
    own.window = 2;
    outbound.send(own);
    expect(await socket.take()).toEqual(["aa"]);
  });

  test.each([
    [0, "a window grows"],
    [2 ** 31 - 8, "the window is too large"],
  ])("of the connection do not grow by %d", (bytes, why) => {
    expect(() => open(8).outbound.widen(bytes)).toThrow(why);
  });
});

describe("a flood", () => {
  test("is what waits of frames of the connection, once it is more than 64 KiB", async () => {
    const { socket, outbound } = open();
    outbound.control(frame("under way"));
    await moment();
    outbound.control(frame("x".repeat(65_536)));
    expect(outbound.isFlooded).toBe(false);
    outbound.control(frame("x"));
    expect(outbound.isFlooded).toBe(true);
    await socket.take();
    await moment();
    expect(outbound.isFlooded).toBe(false);
  });
});

describe("the end", () => {
  test("is said behind what the connection said, and before any stream", async () => {
    const { socket, outbound } = open();
    outbound.control(frame("<1>"));
    outbound.send(new Letters("a", 3));
    outbound.end(frame("<last>"));
    expect([await socket.take(), socket.isEnded]).toEqual([["<1><last>"], true]);
  });

  test("waits for what is under way", async () => {
    const { socket, outbound } = open();
    outbound.control(frame("<1>"));
    await moment();
    outbound.end(frame("<last>"));
    await moment();
    expect([await socket.take(), socket.isEnded]).toEqual([["<1>"], false]);
    expect([await socket.take(), socket.isEnded]).toEqual([["<last>"], true]);
  });

  test("of a client that is gone: nothing is written, and nobody writes into what may still be read", async () => {
    const { socket, rooms, outbound } = open();
    outbound.send(new Letters("a", 3));
    await socket.take(new Error("reset"));
    outbound.control(frame("<1>"));
    expect([await socket.take(), rooms.used]).toEqual([[], 1]);
    const gone = open();
    gone.socket.writable = false;
    gone.outbound.control(frame("<1>"));
    expect([await gone.socket.take(), gone.rooms.used]).toEqual([[], 0]);
  });
});

test("whatever happens in whatever order: every stream sends all that it has, one write at a time", async () => {
  const step = fc.oneof(
    fc.record({ more: fc.nat(4), of: fc.nat(3) }),
    fc.record({ window: fc.integer({ min: 1, max: 20 }), of: fc.nat(3) }),
    fc.record({ widen: fc.integer({ min: 1, max: 20 }) }),
    fc.constantFrom("take" as const, "wait" as const, "control" as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(20), fc.array(step, { maxLength: 40 }), async (window, steps) => {
      const { socket, rooms, outbound } = open(window);
      const streams = ["a", "b", "c", "d"].map((letter) => new Letters(letter, 0, window));
      const had = streams.map(() => 0);
      let text = "";
      const take = async (): Promise<void> => {
        text += (await socket.take()).join("");
      };
      const send = (of: number, change: "left" | "window", by: number): void => {
        const stream = streams[of] as Letters;
        stream[change] += by;
        outbound.send(stream);
      };
      for (const one of steps) {
        if (one === "take") await take();
        else if (one === "wait") await moment();
        else if (one === "control") outbound.control(frame("!"));
        else if ("widen" in one) outbound.widen(one.widen);
        else if ("window" in one) send(one.of, "window", one.window);
        else {
          had[one.of] = (had[one.of] ?? 0) + one.more;
          send(one.of, "left", one.more);
        }
        expect(socket.writes.length).toBeLessThanOrEqual(1);
      }
      outbound.widen(1_000);
      for (const of of streams.keys()) send(of, "window", 1_000);
      for (let i = 0; i < 4; i++) await take();
      const count = (letter: string): number => text.split(letter).length - 1;
      expect(streams.map(({ letter }) => count(letter))).toEqual(had);
      expect([count("!"), rooms.used]).toEqual([steps.filter((one) => one === "control").length, 0]);
      expect(outbound.window).toBeGreaterThanOrEqual(0);
    }),
  );
});
