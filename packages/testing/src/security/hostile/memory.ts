// Sends each hostile body twenty times concurrently and prints the memory that the server holds:
// `pnpm held-memory --only annotations`. Exits with 1 when a body is over the bound.
import { parseArgs } from "node:util";
import { createRandom } from "../fuzz/random.ts";
import { sampleOf } from "./generated.ts";
import { maxHeldBytes, measureHeldMemory } from "./held-memory.ts";
import { startProbeServer } from "./probe.ts";
import { shardOf } from "./shard.ts";
import { writtenBodies } from "./written.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    only: { type: "string", default: "" },
    count: { type: "string", default: "100000" },
    shard: { type: "string", default: "1/1" },
  },
});
const mebibyte = 2 ** 20;
const mebibytes = (bytes: number): string => `${Math.round(bytes / mebibyte)} MiB`;
await using base = await startProbeServer();
const named = writtenBodies.filter(({ name }) => name.includes(values.only));
const bodies = shardOf(sampleOf(named, Number(values.count), createRandom(Number(values.seed))), values.shard);
let over = 0;
for (const body of bodies) {
  const { sentBytes, heldBytes } = await measureHeldMemory(base, body);
  const isOver = heldBytes > maxHeldBytes(sentBytes);
  if (isOver) over++;
  console.log(`${isOver ? "OVER " : ""}${mebibytes(heldBytes)} held of ${mebibytes(sentBytes)} sent: ${body.name}`);
}
console.log(`${over} of ${bodies.length} were over the bound`);
process.exit(over === 0 ? 0 : 1);
