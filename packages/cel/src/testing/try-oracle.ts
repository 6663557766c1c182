import { readFileSync } from "node:fs";
import { createEnv } from "../env/env.ts";
import { clusterEnv } from "../libs/cluster.ts";
import { schemaType } from "../schema/structural.ts";
import { showValue } from "./cases.ts";
import { formatType, type Type } from "../check/types.ts";
const desc = (t: Type): string => { const n: any = { null: "null_type", timestamp: "google.protobuf.Timestamp", duration: "google.protobuf.Duration", any: "google.protobuf.Any" }; return t.params.length ? formatType(t) : (n[t.kind] ?? formatType(t)); };
const [inFile, outFile] = process.argv.slice(2);
const rev: any = (_: string, v: any, ctx: any) => typeof v === "number" && !Number.isSafeInteger(v) && /^-?[0-9]+$/.test(ctx.source) ? BigInt(ctx.source) : v;
const ins = readFileSync(inFile!, "utf8").trim().split("\n").map((l) => JSON.parse(l, rev)), outs = readFileSync(outFile!, "utf8").trim().split("\n").map((l) => JSON.parse(l, rev));
const base = createEnv({ ...clusterEnv({ minor: 33 }), variables: { object: "dyn", oldObject: "dyn", params: "dyn", request: "dyn", i: "int", s: "string", d: "double", u: "uint", b: "bool", by: "bytes", li: "list(int)", ls: "list(string)", ms: "map(string, string)", ts: "timestamp", du: "duration" } });
const defaults = { i: 7, s: "text", d: 2.5, u: 3, b: true, by: new TextEncoder().encode("abc"), li: [3, 1, 2], ls: ["a", "bb", "ccc"], ms: { a: "x", b: "yy" } };
let ok = 0; const bad: string[] = [];
ins.forEach((c, i) => {
  const want = outs[i]; const got: any = {};
  try {
    const t = c.schema && schemaType(c.schema, { prefix: "x-kubernetes-", name: "selfType" })!;
    const env = c.schema ? createEnv({ ...clusterEnv({ minor: 33 }), variables: { self: t, oldSelf: t } }) : base;
    const p = env.compile(c.expr);
    if (c.schema) got.maxCost = Math.min(p.estimatedCost.max,2**64); else { got.type = desc(p.type); got.min = p.estimatedCost.min; got.max = p.estimatedCost.max; }
    const r = p.evaluate(c.schema ? (c.vars ?? {}) : { ...defaults, ...c.vars });
    if (r.ok) got.result = showValue(r.value); else got.error = r.error.message;
    got.cost = r.cost;
  } catch (e: any) { got.compileError = e.name === "CompileError" ? e.message : e.stack.slice(0, 300); }
  const diffs: string[] = [];
  for (const k of ["compileError", "type", "min", "max", "maxCost", "result", "error", "cost"]) {
    let w = want[k], g = got[k];
    if (k === "compileError" && w && process.argv[4] !== "strict" ) { }
    if (["min", "max", "maxCost"].includes(k) && w !== undefined && g !== undefined) { w = Number(w); g = Number(g); if (Math.abs(w - g) <= w * 1e-12) continue; }
    if (c.schema && got.compileError && k === "maxCost") continue;
    if (c.schema && !c.vars && ["result","error","cost"].includes(k)) continue;
    const S=(x:any)=>JSON.stringify(x, (_, v) => typeof v === "bigint" ? String(v) : v);
    const norm=(x:any)=>S(x)?.replaceAll(/"(-?\d{16,})"/g,"$1").replace(/\{"bigint":(\d+)\}/g,"$1");
    if (norm(w) !== norm(g)) diffs.push(`${k}: want ${S(w)} got ${S(g)}`);
  }
  if (diffs.length === 0) ok++; else bad.push(`${c.expr.length>150?c.expr.slice(0,150)+"...":c.expr}\n     ${diffs.join("\n     ")}`);
});
console.log(ok, "ok", bad.length, "bad"); console.log(bad.join("\n"));
