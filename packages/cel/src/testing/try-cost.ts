import { readFileSync } from "node:fs";
import { createEnv } from "../env/env.ts";
import { clusterEnv } from "../libs/cluster.ts";
import { minSize, schemaType } from "../schema/structural.ts";
const cases = JSON.parse(readFileSync(process.argv[2]!, "utf8")).filter((c: any) => c.group === "cost");
let ok = 0; const bad: string[] = [];
for (const c of cases) {
  const prefix = "x-kubernetes-";
  let scope = c.schema, card = 1;
  if (c.at !== "spec") for (const part of c.at.replace(/^spec\.?/, "").split(".")) {
    scope = scope.properties[part.replace(/\[\]$/, "")];
    if (part.endsWith("[]")) { const inner = scope.items ?? scope.additionalProperties; card *= scope.maxItems ?? scope.maxProperties ?? Math.floor(3145728 / (minSize({ prefix }, inner) + 1)); scope = inner; }
  }
  let got: string;
  try {
    const t = schemaType(scope, { prefix, name: "selfType" })!;
    const p = createEnv({ ...clusterEnv({ minor: 33 }), variables: { self: t, oldSelf: t } }).compile(c.rule);
    const max = p.estimatedCost.max; const total = Math.min(max * card, 2 ** 64);
    const f = total / 10_000_000; 
    const factor = f > 100 ? "more than 100x" : f < 1.5 ? `factor of ${f.toFixed(6)}x` : `factor of ${f.toFixed(1)}x`;
    got = total > 10_000_000 ? `Forbidden: estimated rule cost exceeds budget by ${f > 100 ? "factor of more than 100x" : factor} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)` : "ok";
  } catch (e: any) { got = e.message; }
  const want = c.estimate;
  if (got === want) ok++; else bad.push(`${JSON.stringify(c.rule).slice(0,60)+'...'+c.rule.slice(-60)} @${c.at} ${JSON.stringify(c.schema).slice(0, 200)}\n  want ${want.slice(40,90)}\n  got ${got.slice(40,90)}`);
}
console.log(ok, "ok", bad.length, "bad"); console.log(bad.join("\n"));
