/**
 * Kills processes that write to a store, at random instants, and checks the remaining data: node
 * --conditions=svc-source packages/storage/bench/crash.ts [rounds] [seed]
 */
import { runCrashes } from "../src/embedded/testing/crash.ts";

const [rounds = "1000", seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
let acknowledged = 0;
await runCrashes({
  seed: Number(seed),
  rounds: Number(rounds),
  maxLifeMs: 800,
  onRound(summary) {
    acknowledged += summary.acknowledged;
    if (summary.round % 10 > 0 && summary.round < Number(rounds)) return;
    console.log(
      `${summary.round} kills, ${acknowledged} acknowledged, revision ${summary.revision}: nothing is missing`,
    );
  },
});
