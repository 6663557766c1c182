import { startTestServer } from "@svc/testing";
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
const measure = async (name: string, n: number, make: () => Promise<{ close(): Promise<void> }>) => {
  const times: number[] = [], walls: number[] = [];
  for (let i = 0; i < n; i++) { const c = cpu(), t = performance.now(); const s = await make(); times.push(cpu() - c); walls.push(performance.now() - t); await s.close(); }
  times.sort((a, b) => a - b); walls.sort((a, b) => a - b);
  console.log(name, "cpu median", times[n >> 1]!.toFixed(2), "min", times[0]!.toFixed(2), "wall median", walls[n >> 1]!.toFixed(2));
};
const first = await startTestServer();
const maps = first.client.core.v1.configmaps("default");
const N = Number(process.argv[2] ?? 10000);
for (let i = 0; i < N; i += 200) await Promise.all(Array.from({ length: Math.min(200, N - i) }, (_, j) => maps.create({ metadata: { name: `m-${i + j}`, labels: { app: "x" } }, data: { a: "x".repeat(200) } })));
const rounds = Number(process.argv[3] ?? 60);
await measure("start", rounds, () => startTestServer());
await measure(`fork of ${N}`, rounds, () => first.fork());
await measure("fork and list", 10, async () => { const f = await first.fork(); await f.client.core.v1.configmaps("default").get("m-1"); return f; });
await first.close();
