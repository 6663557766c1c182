/**
 * CPU time of one write with watchers that it does not match, each of another object by name, and
 * the heap of such a watcher. Sizes are measured in alternation, since the machine is shared.
 *
 * node --conditions=svc-source --expose-gc packages/watch/bench/watchers.ts [rounds] [writes per
 * round] [watchers,...]
 */
import { silentLog, systemClock } from "@svc/base";
import { everyField, everyLabel, parseFieldSelector } from "@svc/meta";
import { createMemoryStorage } from "@svc/storage/memory";
import { createChangeStream } from "../src/change-stream.ts";
import { createResourceCache } from "../src/resource-cache.ts";
import { everything, type Selection } from "../src/selector.ts";
import { TestItem } from "../src/testing/cache-fixture.ts";

const [rounds = "7", writes = "20000", sizes = "0,1000,10000,100000"] = process.argv.slice(2);
const prefix = "/registry/widgets/";
const value = Buffer.from(JSON.stringify({ text: "x".repeat(2000) }));

interface World {
  readonly watchers: number;
  readonly bytesEach: number;
  /** Microseconds of CPU a write. */
  readonly costs: number[];
  write(): Promise<void>;
}

function selectionOf(name: string): Selection {
  const fields = parseFieldSelector(`metadata.name=${name}`);
  return { ...everything, namespace: "ns", labels: everyLabel, fields: fields.ok ? fields.selector : everyField };
}

async function createWorld(watchers: number): Promise<World> {
  const storage = createMemoryStorage();
  const changeStream = await createChangeStream({ storage, clock: systemClock, log: silentLog });
  const cache = createResourceCache<TestItem>({
    ...{ changeStream, prefix, namespaced: true, history: { maxChanges: 100 } },
    read: (entry) => new TestItem(entry.key, entry.revision, { text: "" }),
    readDamaged: ({ key, revision, reason }) => new TestItem(key, revision, { text: "" }, reason),
  });
  await cache.ready();
  const sink = {
    initial: () => undefined,
    event: () => {
      throw new Error("an event without a matching watcher");
    },
    bookmark: () => undefined,
    end: () => undefined,
  };
  const before = heapBytes();
  for (let i = 0; i < watchers; i++) {
    await cache.watch({ selection: selectionOf(`other-${i}`), from: { kind: "latest" }, timeoutMs: 3_600_000, sink });
  }
  const bytesEach = (heapBytes() - before) / watchers;
  const costs: number[] = [];
  return {
    watchers,
    bytesEach,
    costs,
    async write() {
      const start = process.cpuUsage();
      for (let i = 0; i < Number(writes); i++) {
        await storage.commit([{ op: "put", key: `${prefix}ns/written-${i % 100}`, value }]);
      }
      const { user, system } = process.cpuUsage(start);
      costs.push((user + system) / Number(writes));
      await storage.compact(await storage.currentRevision());
    },
  };
}

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const worlds: World[] = [];
for (const size of sizes.split(",")) worlds.push(await createWorld(Number(size)));
for (const world of worlds) await world.write();
for (const { costs } of worlds) costs.length = 0;
for (let round = 0; round < Number(rounds); round++) for (const world of worlds) await world.write();
console.log("| watchers | µs of CPU a write | bytes of heap a watcher |\n| --- | --- | --- |");
for (const { watchers, bytesEach, costs } of worlds) {
  const median = costs.toSorted((a, b) => a - b)[costs.length >> 1]!;
  console.log(`| ${watchers} | ${median.toFixed(1)} | ${watchers === 0 ? "" : bytesEach.toFixed(0)} |`);
}
process.exit(0);
