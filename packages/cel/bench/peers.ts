// Evaluates the same rules with this package, cost accounting on, and with three peers, in one process: node --conditions=svc-source bench/peers.ts
import { parse as bufParse, plan as bufPlan, celEnv } from "@bufbuild/cel";
import { Environment } from "@marcbachmann/cel-js";
import { parse as chevrotainParse } from "cel-js";
import { clusterEnv, createEnv, declareType } from "../src/index.ts";

const self = {
  replicas: 3,
  minReplicas: 1,
  maxReplicas: 10,
  name: "web-frontend",
  items: Array.from({ length: 100 }, (_, i) => i),
  tags: Array.from({ length: 20 }, (_, i) => `tag-${i}`),
};
/** For the peer that takes integers as bigints only. */
const exact = { ...self, replicas: 3n, minReplicas: 1n, maxReplicas: 10n, items: self.items.map(BigInt) };

const cases: Readonly<Record<string, string>> = {
  "a <= b": "self.minReplicas <= self.replicas",
  "a < b && c": "self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas",
  "a == b": "self.replicas == self.minReplicas",
  "a > 0": "self.replicas > 0",
  "size() <= n": "self.items.size() <= 100",
  "all over 100": "self.items.all(x, x >= 0)",
  "has and matches": "has(self.name) && self.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
  "exists over 20": "self.tags.exists(t, t == 'tag-19')",
  "string functions": "self.name.startsWith('web') && self.name.endsWith('end') && self.name.contains('-')",
};

const env = createEnv({
  ...clusterEnv(),
  variables: {
    self: declareType({
      name: "Self",
      fields: {
        replicas: "int",
        minReplicas: "int",
        maxReplicas: "int",
        name: "string",
        items: { list: "int" },
        tags: { list: "string" },
      },
    }),
  },
});
const bufEnv = celEnv();
const marcEnv = new Environment().registerVariable("self", "map");

type Run = () => unknown;

function contenders(text: string): Readonly<Record<string, Run>> {
  const ours = env.compile(text);
  const buf = bufPlan(bufEnv, bufParse(text));
  const marc = marcEnv.parse(text);
  const chevrotain = chevrotainParse(text);
  if (!chevrotain.isSuccess) throw new Error(chevrotain.errors.join("\n"));
  return {
    "@svc/cel": () => {
      const r = ours.evaluate({ self });
      return r.ok && r.value;
    },
    "@marcbachmann/cel-js": () => marc({ self: exact }),
    "@bufbuild/cel": () => buf({ self: exact as never }),
    "cel-js": () => evaluateChevrotain(chevrotain.cst),
  };
}

const { evaluate } = await import("cel-js");
function evaluateChevrotain(cst: Parameters<typeof evaluate>[0]): unknown {
  return evaluate(cst, { self });
}

/** Nanoseconds a call, the best of several rounds. */
function time(run: Run): number {
  let rounds = 1;
  for (let took = 0; took < 5; rounds *= 2) {
    const start = performance.now();
    for (let i = 0; i < rounds; i++) run();
    took = performance.now() - start;
  }
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 7; n++) {
    const start = performance.now();
    for (let i = 0; i < rounds; i++) run();
    best = Math.min(best, ((performance.now() - start) * 1e6) / rounds);
  }
  return best;
}

const rows: Record<string, Record<string, string | number>> = {};
for (const [name, text] of Object.entries(cases)) {
  const row: Record<string, string | number> = {};
  let bestPeer = Number.POSITIVE_INFINITY;
  let ours = 0;
  for (const [who, run] of Object.entries(contenders(text))) {
    let ns: number;
    try {
      if (run() !== (name !== "a == b")) throw new Error("wrong answer");
      ns = time(run);
    } catch (e) {
      row[who] = `fails: ${(e as Error).message.slice(0, 30)}`;
      continue;
    }
    row[who] = Math.round(ns);
    if (who === "@svc/cel") ours = ns;
    else bestPeer = Math.min(bestPeer, ns);
  }
  row["times the best peer"] = Number((bestPeer / ours).toFixed(1));
  rows[name] = row;
}
console.table(rows);

const typical =
  "has(self.name) && self.name.size() <= 63 && self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas";
console.log(`compile a typical rule: ${(time(() => env.compile(typical)) / 1000).toFixed(1)} µs`);
