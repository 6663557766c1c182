// Sends every generated body of a seed, long lists, and frames on WebSockets and SPDY connections:
// `pnpm held-loop --seed 7 --only networkpolicies`. Prints those with excessive event loop time;
// exits with 1 when there are any. All of them take about an hour; `--shard 2/8` sends the second
// eighth of them.
import { parseArgs } from "node:util";
import { createRandom } from "../fuzz/random.ts";
import { startFuzzedSockets } from "../sockets/fuzz-sockets.ts";
import { bestTurnMs } from "./best-turn.ts";
import { hostileFrames } from "./frames.ts";
import { generatedBodies, sampleOf } from "./generated.ts";
import { longLists, startLongListServer } from "./long-lists.ts";
import { type Probe, startProbe } from "./probe.ts";
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
await using sockets = await startFuzzedSockets();
const random = createRandom(Number(values.seed));
const generated = sampleOf(generatedBodies(probe.definitions, random), Number(values.count), random);
const { lists, close } = listCases();
const cases: readonly Case[] = [
  ...[...writtenBodies, ...generated].map((body) => ({
    name: body.name,
    longestTurnMs: () => probe.longestTurnMs(body),
  })),
  ...lists,
  ...hostileFrames.map(({ name, way, bytes }) => ({
    name,
    longestTurnMs: () => bestTurnMs({ attempt: () => sockets.longestTurnMs(way, bytes()) }),
  })),
];
const named = cases.filter(({ name }) => name.includes(values.only));
const chosen = shardOf(named, values.shard);
console.log(`${chosen.length} of ${named.length} cases of seed ${values.seed}`);
let slow = 0;
for (const [i, { name, longestTurnMs }] of chosen.entries()) {
  const turnMs = await longestTurnMs();
  const isSlow = turnMs >= maxTurnMs;
  if (isSlow) slow++;
  if (isSlow || values.all) console.log(`${Math.round(turnMs)} ms: ${name}`);
  if ((i + 1) % reportEvery === 0) console.log(`${i + 1} of ${chosen.length}`);
}
console.log(`${slow} of ${chosen.length} held the event loop too long`);
await close();
process.exit(slow === 0 ? 0 : 1);

interface Case {
  readonly name: string;
  readonly longestTurnMs: () => Promise<number>;
}

/** Lists of a server that is started with the first of them. */
function listCases(): { readonly lists: readonly Case[]; readonly close: () => Promise<void> } {
  let started: Promise<Probe> | undefined;
  const lists = longLists.map((body) => ({
    name: body.name,
    longestTurnMs: async () => {
      started ??= startProbe(startLongListServer);
      return (await started).longestTurnMs(body);
    },
  }));
  return { lists, close: async () => (await started)?.[Symbol.asyncDispose]() };
}
