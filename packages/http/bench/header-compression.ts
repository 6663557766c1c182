/**
 * What header compression costs for each block of HTTP/2, in nanoseconds of one core:
 * `node --conditions=svc-source packages/server/bench/header-compression.ts`.
 */
import { HeaderDecoder } from "../src/http2/hpack/decoder.ts";
import { HeaderEncoder } from "../src/http2/hpack/encoder.ts";

const limits = { maxBytes: 65_536, maxLines: 100 };

/**
 * Eight lines, as a client in Go writes them: six in the Huffman code, for the table; then but the
 * path; then none of them.
 */
const first = Buffer.from(
  "418a089d5c0b8170dc71a6998245996075998ee162a1d2545632150c4859476d0962b3c8862b581f87539e1d75d0620d263d4c77aa45fadb196ca8a92a17aec3a4f1db2fd29f2c7cff7aafeb6c655887a9361e8a0b62d48ea1cc5b18ee15d9657029fd506aadf2c0e991c6bfb53adb196ca8a92a187003642e975794ba51d85b140044cb4db8ebcfae38c921659a737450839bd9ab",
  "hex",
);
const otherPath = Buffer.from("c38204996075998ee162a1d2545632150c4859476d0962b3c8862b583f87c1c0bfbe", "hex");
const again = Buffer.from("c382c287c1c0bfbe", "hex");

const answers = Array.from({ length: 1_000 }, (_, i) => [
  ...[":status", "200", "audit-id", `${String(i).padStart(8, "0")}-1111-2222-3333-444444444444`],
  ...["cache-control", "no-cache, private", "content-type", "application/json"],
  ...["x-kubernetes-pf-flowschema-uid", "11111111-2222-3333-4444-555555555555"],
  ...["x-kubernetes-pf-prioritylevel-uid", "66666666-7777-8888-9999-000000000000"],
  ...["date", "Sun, 22 Nov 2026 00:00:00 GMT", "content-length", String(400 + i)],
]);

/** The least of several rounds, since others share the machine. */
function nanosOf(act: (i: number) => number): number {
  const size = 200_000;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 10; round++) {
    const start = process.cpuUsage();
    let bytes = 0;
    for (let i = 0; i < size; i++) bytes += act(i);
    const { user, system } = process.cpuUsage(start);
    if (bytes === 0) throw new Error("nothing was done");
    best = Math.min(best, ((user + system) * 1_000) / size);
  }
  return best;
}

const decoder = new HeaderDecoder();
const decode = (block: Buffer) => (): number => decoder.decode(block, limits).lines.length;
const encoder = new HeaderEncoder();
const out = Buffer.alloc(16_384);

const acts: Readonly<Record<string, (i: number) => number>> = {
  "decode the first request": decode(first),
  "decode the next one, with another path": decode(otherPath),
  "decode the same again": decode(again),
  "encode an answer": (i) => encoder.encode(answers[i % answers.length]!, out, 0),
};
for (const [name, act] of Object.entries(acts))
  process.stdout.write(`${nanosOf(act).toFixed(0).padStart(7)} ns  ${name}\n`);
