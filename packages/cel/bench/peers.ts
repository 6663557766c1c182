// Evaluates the same rules with this package, cost accounting on, and with three peers, in one
// process: npx pnpm bench
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

const sliceMs = 0.5;
const slices = 200;

/** How many calls fill a slice, once the engine has warmed up. */
function callsOf(run: Run): number {
  const start = performance.now();
  let calls = 0;
  while (performance.now() - start < 100) {
    for (let i = 0; i < 16; i++) run();
    calls += 16;
  }
  return Math.max(1, Math.round((calls * sliceMs) / 100));
}

/**
 * Nanoseconds a call of each, the best of many short slices. The contenders take turns, and a slice
 * is shorter than what a scheduler gives at a time, so that other work on the machine weighs on
 * none of them.
 */
function race(runs: readonly Run[]): readonly number[] {
  const calls = runs.map(callsOf);
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  for (let n = 0; n < slices; n++) {
    runs.forEach((run, who) => {
      const rounds = calls[who]!;
      const start = performance.now();
      for (let i = 0; i < rounds; i++) run();
      best[who] = Math.min(best[who]!, ((performance.now() - start) * 1e6) / rounds);
    });
  }
  return best;
}

function failure(run: Run, want: boolean): string | undefined {
  try {
    return run() === want ? undefined : "wrong answer";
  } catch (e) {
    return `fails: ${(e as Error).message.slice(0, 30)}`;
  }
}

const rows: Record<string, Record<string, string | number>> = {};
for (const [name, text] of Object.entries(cases)) {
  const row: Record<string, string | number> = {};
  const able: [who: string, run: Run][] = [];
  for (const [who, run] of Object.entries(contenders(text))) {
    const problem = failure(run, name !== "a == b");
    if (problem === undefined) able.push([who, run]);
    else row[who] = problem;
  }
  const [ours, ...peers] = race(able.map(([, run]) => run));
  [ours, ...peers].forEach((ns, i) => {
    row[able[i]![0]] = Math.round(ns!);
  });
  row["times the best peer"] = Number((Math.min(...peers) / ours!).toFixed(1));
  rows[name] = row;
}
console.table(rows);

const rules = [
  "self.replicas >= self.minReplicas && self.replicas <= self.maxReplicas",
  "has(self.name) && self.name.size() <= 63 && self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas",
];
const compilers = rules.map((rule) => () => env.compile(rule));
// The compiler is much code, which the engine takes longer to make fast.
for (let n = 0; n < 5; n++) race(compilers);
race(compilers).forEach((ns, i) => {
  console.log(`compile ${rules[i]}: ${(ns / 1000).toFixed(1)} µs`);
});
