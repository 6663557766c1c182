import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { frames } from "../../testing/http2-frames.ts";
import { readHead } from "../head.ts";
import { HeaderDecoder } from "./decoder.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test("names of headers that are new with each request are not kept", () => {
  const decoder = new HeaderDecoder();
  const request = (i: number): void => {
    const block = frames.get(1, "/", [`x${i}-${"n".repeat(1_000)}`, "v"]).subarray(9);
    const { lines } = decoder.decode(block, { maxBytes: 65_536, maxLines: 1_000 });
    expect(readHead(lines)?.header(`x${i}-${"n".repeat(1_000)}`)).toBe("v");
  };
  for (let i = 0; i < 1_000; i++) request(i);
  const before = heapBytes();
  for (let i = 0; i < 30_000; i++) request(i);
  expect(heapBytes() - before).toBeLessThan(10_000_000);
});
