/**
 * Durable commits of 2 KB a second, side by side on one disk: a bare append with fdatasync and
 * group commit, the embedded store, and a single etcd (where `SVC_ETCD` or the path names one), by
 * 1, 64, 256 and 1,000 writers.
 *
 * node --conditions=svc-source packages/storage/bench/commits.ts [seconds a run] [rounds]
 * [directory] [writers,...]
 */
import { fdatasync, openSync, writev } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { openEmbeddedStorage } from "../src/embedded/index.ts";
import { openEtcdStorage } from "../src/etcd/index.ts";
import { findEtcd, startEtcd } from "../src/etcd/testing/etcd-server.ts";
import type { Storage } from "../src/storage.ts";

interface Engine {
  readonly name: string;
  write(key: string, value: Uint8Array): Promise<unknown>;
  close(): Promise<void>;
}

interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly loopP99Ms: number;
}

const [seconds = "2", rounds = "3", parent = tmpdir(), numbers = "1,64,256,1000"] = process.argv.slice(2);
const value = Buffer.alloc(2048, "x");
const keysPerWriter = 20;

async function openRaw(dir: string): Promise<Engine> {
  const fd = openSync(join(dir, "raw"), "a");
  let waiting: { readonly bytes: Uint8Array; readonly done: () => void }[] = [];
  let running = false;

  function run(): void {
    running = waiting.length > 0;
    if (!running) return;
    const group = waiting;
    waiting = [];
    writev(
      fd,
      group.map((w) => w.bytes),
      (error) => {
        if (error !== null) throw error;
        fdatasync(fd, (error) => {
          if (error !== null) throw error;
          for (const { done } of group) done();
          setImmediate(run);
        });
      },
    );
  }

  return {
    name: "bare append",
    write: (_, bytes) =>
      new Promise<void>((done) => {
        waiting.push({ bytes, done });
        if (running) return;
        running = true;
        setImmediate(run);
      }),
    close: async () => undefined,
  };
}

function engineOf(name: string, storage: Storage, stop: () => Promise<void>): Engine {
  return {
    name,
    async write(key, value) {
      const result = await storage.commit([{ op: "put", key, value }]);
      if (!result.ok) throw new Error("lost");
    },
    async close() {
      await storage[Symbol.asyncDispose]();
      await stop();
    },
  };
}

async function openEmbedded(dir: string): Promise<Engine> {
  return engineOf("embedded", await openEmbeddedStorage({ dir: join(dir, "embedded") }), async () => undefined);
}

async function openEtcd(program: string, dir: string): Promise<Engine> {
  const servers = await startEtcd({ program, parent: dir });
  return engineOf("etcd", await openEtcdStorage({ endpoints: servers.endpoints }), servers.stop);
}

async function measure(engine: Engine, writers: number): Promise<Figures> {
  const latencies: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let until = performance.now() + 500;
  let counting = false;
  async function work(writer: number): Promise<void> {
    for (let i = 0; performance.now() < until; i++) {
      const start = performance.now();
      await engine.write(`/bench/${writer}/${i % keysPerWriter}`, value);
      if (counting) latencies.push(performance.now() - start);
    }
  }
  const all = (): Promise<unknown> => Promise.all(Array.from({ length: writers }, (_, writer) => work(writer)));
  await all();
  counting = true;
  delay.enable();
  const start = performance.now();
  until = start + Number(seconds) * 1000;
  await all();
  const elapsedMs = performance.now() - start;
  delay.disable();
  latencies.sort((a, b) => a - b);
  const at = (part: number): number => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;
  // The histogram counts from the interval at which it looks.
  const loopP99Ms = Math.max(0, delay.percentile(99) / 1e6 - 1);
  return { perSecond: (latencies.length * 1000) / elapsedMs, p50Ms: at(0.5), p99Ms: at(0.99), loopP99Ms };
}

function median(figures: readonly Figures[]): Figures {
  return figures.toSorted((a, b) => a.perSecond - b.perSecond)[figures.length >> 1]!;
}

const program = findEtcd();
const makers = [openRaw, openEmbedded, ...(program === undefined ? [] : [(dir: string) => openEtcd(program, dir)])];
console.log(`${rounds} rounds of ${seconds} s, median; values of 2 KB; ${parent}`);
console.log("| writers | engine | commits/s | of the bare append | p50 ms | p99 ms | loop delay p99 ms |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const writers of numbers.split(",").map(Number)) {
  const results = new Map<string, Figures[]>();
  for (let round = 0; round < Number(rounds); round++) {
    for (const make of makers) {
      const dir = await mkdtemp(join(parent, "svc-bench-"));
      const engine = await make(dir);
      const figures = await measure(engine, writers);
      await engine.close();
      await rm(dir, { recursive: true });
      results.set(engine.name, [...(results.get(engine.name) ?? []), figures]);
    }
  }
  const bare = median(results.get("bare append")!).perSecond;
  for (const [name, figures] of results) {
    const { perSecond, p50Ms, p99Ms, loopP99Ms } = median(figures);
    const cells = [
      writers,
      name,
      perSecond.toFixed(0),
      (perSecond / bare).toFixed(2),
      p50Ms.toFixed(2),
      p99Ms.toFixed(2),
    ];
    console.log(`| ${[...cells, loopP99Ms.toFixed(1)].join(" | ")} |`);
  }
}
