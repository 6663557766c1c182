// Fuzzes for a time: `pnpm fuzz --seconds 3600 --seed 7`. Prints findings with their seeds; exits
// with 1 when there are any.
import { parseArgs } from "node:util";
import { startFuzzedSockets } from "../sockets/fuzz-sockets.ts";
import { fuzzSeed } from "./fuzz.ts";
import { fuzzRights } from "./fuzz-rights.ts";
import { requestText } from "./shrink.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    length: { type: "string", default: "40" },
  },
});
const endMs = Date.now() + Number(values.seconds) * 1000;
const first = Number(values.seed);
const warmUp = 20;
const maxGrowthBytes = 256 * 1024 * 1024;

const heapBytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

await using sockets = await startFuzzedSockets();
let findings = 0;
let heapAfterWarmUp: number | undefined;
let seed = first;
console.log(`from seed ${first} on, for ${values.seconds} s`);
for (; Date.now() < endMs && findings < 20; seed++) {
  if (seed === first + warmUp) heapAfterWarmUp = heapBytes();
  const options = { seed, length: Number(values.length) };
  const problem = await sockets.fuzz(seed);
  if (problem !== undefined) {
    findings++;
    console.error(`\nsockets of ${problem}`);
  }
  const finding = (await fuzzSeed(options)) ?? (await fuzzRights(options));
  if (finding === undefined) continue;
  findings++;
  console.error(`\nseed ${seed}: ${finding.problem}\n${finding.requests.map(requestText).join("\n")}`);
}
const growth = heapAfterWarmUp === undefined ? 0 : heapBytes() - heapAfterWarmUp;
if (growth > maxGrowthBytes) {
  findings++;
  console.error(`the heap grew by ${growth} bytes from seed ${first + warmUp} to seed ${seed}`);
}
console.log(`${seed - first} sequences, the heap grew by ${Math.round(growth / 1024)} KiB, ${findings} findings`);
process.exit(findings === 0 ? 0 : 1);
