// Sends every generated body of a seed: `pnpm held-loop --seed 7 --only networkpolicies`. Prints
// those with excessive event loop time; exits with 1 when there are any. All of them take about an
// hour; `--shard 2/8` sends the second eighth of them.
import { parseArgs } from "node:util";
import { createRandom } from "../fuzz/random.ts";
import { generatedBodies, sampleOf } from "./generated.ts";
import { startProbe } from "./probe.ts";
import { shardOf } from "./shard.ts";
import { maxTurnMs } from "./slowness.ts";
import { writtenBodies } from "./written.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    only: { type: "string", default: "" },
    count: { type: "string", default: "100000" },
    shard: { type: "string", default: "1/1" },
    all: { type: "boolean", default: false },
  },
});
const reportEvery = 100;
await using probe = await startProbe();
const random = createRandom(Number(values.seed));
const generated = sampleOf(generatedBodies(probe.definitions, random), Number(values.count), random);
const named = [...writtenBodies, ...generated].filter(({ name }) => name.includes(values.only));
const bodies = shardOf(named, values.shard);
console.log(`${bodies.length} of ${named.length} bodies of seed ${values.seed}`);
let slow = 0;
for (const [i, body] of bodies.entries()) {
  const turnMs = await probe.longestTurnMs(body);
  const isSlow = turnMs >= maxTurnMs;
  if (isSlow) slow++;
  if (isSlow || values.all) console.log(`${Math.round(turnMs)} ms: ${body.name}`);
  if ((i + 1) % reportEvery === 0) console.log(`${i + 1} of ${bodies.length}`);
}
console.log(`${slow} of ${bodies.length} held the event loop too long`);
process.exit(slow === 0 ? 0 : 1);
