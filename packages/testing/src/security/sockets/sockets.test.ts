import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom } from "../fuzz/random.ts";
import { type FuzzedSockets, startFuzzedSockets } from "./fuzz-sockets.ts";
import { spdyBytes } from "./spdy-bytes.ts";
import { webSocketBytes } from "./web-socket-bytes.ts";

let sockets: FuzzedSockets;
beforeAll(async () => {
  sockets = await startFuzzedSockets();
});
afterAll(() => sockets?.[Symbol.asyncDispose]());

test.each(Array.from({ length: 12 }, (_, i) => i + 1))(
  "the server serves on while WebSockets, streams and a kubelet of seed %i send odd frames",
  async (seed) => {
    expect(await sockets.fuzz(seed)).toBeUndefined();
  },
);

test.each([webSocketBytes, spdyBytes])("the bytes follow from the seed", (bytesOf) => {
  expect(bytesOf(createRandom(7)).equals(bytesOf(createRandom(7)))).toBe(true);
});
