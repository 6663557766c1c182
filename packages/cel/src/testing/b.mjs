import { clusterEnv, createEnv, declareType } from "/work/main/packages/cel/src/index.ts";
const self = { name: "web-frontend", items: Array.from({length:100},(_, i)=>i), tags: Array.from({ length: 20 }, (_, i) => `tag-${i}`) , a: 1, b: 2};
const env = createEnv({ ...clusterEnv(), variables: { self: declareType({ name: "Self", fields: { name: "string", a:"int", b:"int", items: { list: "int" }, tags: { list: "string" } } }) } });
const time = (run, n = 300000) => { for (let i = 0; i < 30000; i++) run(); let best = 1e9; for (let k = 0; k < 5; k++) { const s = performance.now(); for (let i = 0; i < n; i++) run(); best = Math.min(best, (performance.now() - s) * 1e6 / n); } return best.toFixed(0); };
for (const t of process.argv.slice(2)) { const p = env.compile(t); console.log(t, time(() => p.evaluate({ self }), t.includes("all(")||t.includes("exists")?20000:300000), "compile", time(() => env.compile(t), 3000)); }
