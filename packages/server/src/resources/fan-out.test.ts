import { expect, test } from "vitest";
import { createFanOut } from "./fan-out.ts";

test("streams are flushed together, once what happens now is over", async () => {
  const fanOut = createFanOut();
  const flushed: string[] = [];
  const stream = (name: string, then?: () => void) => ({
    flush: () => {
      flushed.push(name);
      then?.();
    },
  });
  const late = stream("late");
  fanOut.flush(stream("a", () => fanOut.flush(late)));
  fanOut.flush(stream("b"));
  expect(flushed).toEqual([]);
  await Promise.resolve();
  expect(flushed).toEqual(["a", "b"]);
  await Promise.resolve();
  expect(flushed).toEqual(["a", "b", "late"]);
});

test("who is sent the same frames is sent the same bytes", () => {
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
