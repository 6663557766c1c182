// Fuzzes connections to the built server for a time: `pnpm fuzz-bytes --seconds 1200 --seed 7`.
// Exits with 1 at the first finding.
import { parseArgs } from "node:util";
import { startServerProcess } from "../server-process.ts";
import { clientCredentials } from "./client-credentials.ts";
import { fuzzConnections } from "./fuzz-connections.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
  },
});
const endMs = Date.now() + Number(values.seconds) * 1000;
await using served = await startServerProcess("kubernetes");
const server = { url: served.url, credentials: clientCredentials(served.kubeconfig) };
let seed = Number(values.seed);
let finding: string | undefined;
for (; Date.now() < endMs && finding === undefined; seed++)
  finding = await fuzzConnections(server, { seed, connections: 100 });
console.log(finding ?? `${seed - Number(values.seed)} seeds of 100 connections, no finding`);
process.exitCode = finding === undefined ? 0 : 1;
