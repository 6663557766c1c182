import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import { casesOf, type SpecSuite } from "./spec.ts";
import { runSpecCase } from "./run-spec.ts";
let ok=0, bad: string[] = []; const filter = process.argv[2];
for (const t of casesOf(tests as never as SpecSuite)) {
  const text = JSON.stringify(t.original);
  const proto = /TestAllTypes|GlobalEnum|NestedEnum|protobuf\.|cel\.expr/.test(text.replace(/google\.protobuf\.(Timestamp|Duration)/g,""));
  let r: string|undefined; try { r = runSpecCase(t.original);} catch(e) { r = "THROW " + (e as Error).stack?.slice(0,300); }
  if (!r) ok++; else if (!proto || filter==="all") bad.push(`${t.path}: ${t.original.expr.slice(0,100)} ## ${r.slice(0,200)}`);
}
console.log(ok, "ok", bad.length, "bad"); console.log(bad.join("\n"));
