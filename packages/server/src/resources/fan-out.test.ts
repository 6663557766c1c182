import { describe, expect, test } from "vitest";
import { createFanOut, type FanOut, type Flushable } from "./fan-out.ts";

interface Setup {
  readonly fanOut: FanOut;
  readonly flushed: string[];
  /**
   * Runs deferred turns one after the other.
   * @returns the number of flushed streams in each
   */
  play(): number[];
  stream(name: string, options?: { connection?: object; queuedBytes?: number; after?: () => void }): Flushable;
}

function setup(): Setup {
  const deferred: (() => void)[] = [];
  const flushed: string[] = [];
  return {
    fanOut: createFanOut((turn) => void deferred.push(turn)),
    flushed,
    play() {
      const each: number[] = [];
      for (let turn = deferred.shift(); turn !== undefined; turn = deferred.shift()) {
        const before = flushed.length;
        turn();
        each.push(flushed.length - before);
      }
      return each;
    },
    stream: (name, { connection = {}, queuedBytes = 2048, after } = {}) => ({
      connection,
      queuedBytes,
      flush: () => {
        flushed.push(name);
        after?.();
      },
    }),
  };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `w${i}`);

describe("streams are flushed", () => {
  test("in one turn, after the current work", async () => {
    const { fanOut, flushed, stream, play } = setup();
    const late = stream("late");
    fanOut.flush(stream("a", { after: () => fanOut.flush(late) }));
    fanOut.flush(stream("b"));
    expect(flushed).toEqual([]);
    await Promise.resolve();
    await Promise.resolve();
    expect(flushed).toEqual(["a", "b", "late"]);
    expect(play()).toEqual([]);
  });

  test("many of them in their order, with room for other work in between", async () => {
    const { fanOut, flushed, stream, play } = setup();
    for (const name of names(150)) fanOut.flush(stream(name));
    await Promise.resolve();
    expect(flushed).toHaveLength(64);
    fanOut.flush(stream("late"));
    await Promise.resolve();
    expect(flushed).toHaveLength(64);
    expect(play()).toEqual([64, 23]);
    expect(flushed).toEqual([...names(150), "late"]);
  });

  test("streams of one connection together", async () => {
    const { fanOut, flushed, stream, play } = setup();
    const connections = [{}, {}, {}];
    for (let i = 0; i < 300; i++) fanOut.flush(stream(`${i % 3}`, { connection: connections[i % 3]! }));
    await Promise.resolve();
    expect([flushed.length, ...play()]).toEqual([100, 100, 100]);
    expect(flushed.join("")).toBe("0".repeat(100) + "1".repeat(100) + "2".repeat(100));
  });

  test("immediately for a client with a long queue", async () => {
    const { fanOut, flushed, stream, play } = setup();
    for (const name of names(200)) fanOut.flush(stream(name, { queuedBytes: 1024 * 1024 }));
    for (const name of names(100)) fanOut.flush(stream(name));
    await Promise.resolve();
    expect(flushed).toHaveLength(200);
    expect(play()).toEqual([64, 36]);
  });
});

test("clients with the same frames get the same bytes", () => {
  const { join } = createFanOut();
  const [a, b, c] = ["a", "b", "c"].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
  const first = join([a, b]);
  expect(first.toString()).toBe("ab");
  expect(join([a, b])).toBe(first);
  for (const [frames, text] of [
    [[a, c], "ac"],
    [[a, c, b], "acb"],
    [[c, a], "ca"],
  ] as const)
    expect(join(frames).toString()).toBe(text);
});
