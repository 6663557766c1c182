import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { drained } from "./drained.ts";

it.each([
  ["was read", (stream: PassThrough) => stream.resume()],
  ["was closed", (stream: PassThrough) => stream.destroy()],
])("a full stream lets its writer go on when it %s, and keeps no listener", async (_, change) => {
  const stream = new PassThrough({ highWaterMark: 1 });
  expect(stream.write("more than it takes")).toBe(false);
  const listeners = (): readonly number[] => ["drain", "close"].map((event) => stream.listenerCount(event));
  const before = listeners();
  const waited = drained(stream);
  change(stream);
  await waited;
  expect(listeners()).toEqual(before);
});
