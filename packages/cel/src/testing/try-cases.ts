import { readFileSync } from "node:fs";
import { createEnv, type Env } from "../env/env.ts";
import { clusterEnv } from "../libs/cluster.ts";
import { schemaType } from "../schema/structural.ts";
import { showValue } from "./cases.ts";
import { authorizerValue, resourceCheckValue } from "../libs/authz.ts";
import { formatType } from "../check/types.ts";
const cases = JSON.parse(readFileSync(process.argv[2]!, "utf8"), ((_: string, v: any, ctx: any) => typeof v === "number" && !Number.isSafeInteger(v) && /^-?[0-9]+$/.test(ctx.source) ? BigInt(ctx.source) : v) as any).filter((c: any) => c.group !== "cost");
const authorizer = { authorize: (q: any) => q.serviceAccount ? { allowed: false, reason: "" } : { allowed: true, reason: "" } };
let env: Env = createEnv({ ...clusterEnv({minor: 33}), variables: { object: "dyn", oldObject: "dyn", params: "dyn", request: "dyn", namespaceObject: "dyn", authorizer: "kubernetes.authorization.Authorizer", "authorizer.requestResource": "kubernetes.authorization.ResourceCheck" } });
let ok = 0, bad: string[] = []; const only = process.argv[3];
for (const c of cases) {
  if (only && c.group !== only) continue;
  let got: any;
  try {
    const e = c.schema ? (() => { const t = schemaType(c.schema, { prefix: "x-kubernetes-", name: "selfType" })!; return createEnv({ ...clusterEnv({minor: 33}), variables: { self: t, oldSelf: t } }); })() : env;
    const p = e.compile(c.expr);
    const meta = { metadata: { name: "c", namespace: "cel-cases", labels: { tier: "gold" }, annotations: { note: "n" } }, kind: "Case" };
    const r = p.evaluate(c.schema ? c.vars : { object: { ...meta, ...(c.vars?.object ?? {}) }, oldObject: c.vars?.oldObject ?? null, params: { limit: 3, names: ["a", "b"] }, request: {userInfo:{username:"admin",groups:["system:masters"]}, operation: "CREATE", name:"c", namespace: "cel-cases"}, namespaceObject: {}, authorizer: authorizerValue(authorizer), "authorizer.requestResource": resourceCheckValue(authorizer, {group:"",resource:"cases",subresource:"",namespace:"",name:"c"}) });
    got = r.ok ? { type: formatType(p.type), result: showValue(r.value) } : { type: formatType(p.type), error: r.error.message };
  } catch (e: any) { got = e.name === "CompileError" ? { compileError: e.message } : { thrown: e.stack.slice(0, 300) }; }
  const want: any = {}; for (const k of ["type","result", "error", "compileError"]) if (k in c) want[k] = c[k];
  if (!("type" in want)) delete got.type;
  const fix=(s:string)=>s.replaceAll("google.protobuf.Timestamp","timestamp").replaceAll("google.protobuf.Duration","duration");
  if (fix(JSON.stringify(got)) === fix(JSON.stringify(want, (_, v) => typeof v === "bigint" ? { bigint: String(v) } : v))) ok++; else bad.push(`[${c.group}] ${c.expr}\n   want ${JSON.stringify(want, (_, v) => typeof v === "bigint" ? { bigint: String(v) } : v)}\n   got  ${JSON.stringify(got)}`);
}
console.log(ok, "ok", bad.length, "bad"); console.log(bad.join("\n"));
