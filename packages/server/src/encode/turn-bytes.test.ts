import { expect, test } from "vitest";
import { TurnBytes } from "./turn-bytes.ts";

const objects = (count: number, size: number) => Array.from({ length: count }, () => ({ size }));

test.each([
  ["few small objects", 500, 200, false],
  ["many small objects", 600, 200, true],
  ["few large objects", 3, 400_000, true],
  ["one object just below a turn", 1, 512 * 1024 - 1, false],
])("%s", (_name, count, size, exceeds) => {
  expect(TurnBytes.exceeds(objects(count, size))).toBe(exceeds);
});

test("a turn ends after about half a mebibyte of objects", () => {
  const turn = new TurnBytes();
  const ends = objects(20, 100 * 1024).map((object) => turn.add(object));
  expect(ends.flatMap((isEnd, i) => (isEnd ? [i] : []))).toEqual([5, 11, 17]);
});
