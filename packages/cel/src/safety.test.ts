import { expect, test } from "vitest";
import { bindingsLibrary, CompileError, clusterEnv, createEnv, defaultBudget, type Program } from "./index.ts";

const cluster = clusterEnv();
const env = createEnv({
  ...cluster,
  libraries: [...(cluster.libraries ?? []), bindingsLibrary()],
  variables: { x: "dyn", s: "string", l: "list(string)" },
});

function stops(program: Program, vars: Readonly<Record<string, unknown>>, budget?: number): void {
  const result = program.evaluate(vars, budget === undefined ? {} : { budget });
  expect(result).toMatchObject({
    ok: false,
    error: { kind: "budget", message: "operation cancelled: actual cost limit exceeded" },
  });
}

test("a spent budget stops the expression, and no operator absorbs it", () => {
  const items = Array.from({ length: 100 }, (_, i) => `${i}`);
  stops(env.compile("l.all(a, l.all(b, l.all(c, a != b || b != c || true)))"), { l: items }, 1000);
  stops(env.compile("l.all(a, l.all(b, a == b || true)) || true"), { l: items }, 100);
  stops(env.compile("true || l.all(a, a == '') || l.exists(a, l.exists(b, a + b == ''))"), { l: items }, -1);
});

test("values that double in every step are charged before they grow", () => {
  const doubling = Array.from({ length: 60 }, (_, i) => `cel.bind(s${i + 1}, s${i} + s${i}, `);
  const strings = env.compile(`cel.bind(s0, s, ${doubling.join("")}s60${")".repeat(61)} == ''`);
  stops(strings, { s: "0123456789" });
  const lists = env.compile(`cel.bind(s0, l, ${doubling.join("")}s60${")".repeat(61)}.all(x, x == 'a')`);
  stops(lists, { l: ["a"] }, 10_000);
});

/** Binds a value to itself doubled again and again, then looks at it. */
function doubled(value: string, times: number, look: string): Program {
  const steps = Array.from({ length: times }, (_, i) => `cel.bind(s${i + 1}, s${i} + s${i}, `).join("");
  return env.compile(`cel.bind(s0, ${value}, ${steps}${look.replaceAll("V", `s${times}`)}${")".repeat(times + 1)}`);
}

test.each([
  "V.join('') == ''",
  "V == V + V",
  "'z' in V",
  "dyn(V) == dyn(l)",
  "V.indexOf('z') < 0",
  "V.isSorted()",
  "sets.contains(V, ['z'])",
  "'%s%s%s'.format([V, V, V]) == ''",
  "V.all(a, V.all(b, a == b))",
])("a list that doubles cannot be used to escape the budget: %s", (look) => {
  const result = doubled("l", 40, look).evaluate({ l: ["a", "b"] });
  expect(result).toMatchObject({ ok: false, error: { message: "list too long" } });
  const smaller = doubled("l", 18, look).evaluate({ l: ["a", "b"] }, { budget: 100_000 });
  expect(smaller.cost).toBeLessThan(10_000_000);
});

test.each([
  "V.replace('a', V).size() > 0",
  "V.split('').size() > 0",
  "V.split('').join(V).size() > 0",
  "'%s%s%s%s'.format([V, V, V, V]).size() > 0",
  "[V, V, V].all(x, x.charAt(3) == 'a')",
  "V.matches('(a|b)*c')",
  "V.findAll('a').size() > 0",
  "V.trim() == ''",
  "double(V) > 1.0",
  "dyn(V) < dyn(V + 'a')",
])("a text that doubles cannot be used to escape the budget: %s", (look) => {
  stops(doubled("s", 40, look), { s: "0123456789" });
  const result = doubled("s", 16, look).evaluate({ s: "0123456789" }, { budget: 200_000 });
  expect(result.cost).toBeLessThan(5_000_000_000);
});

test("values that share their parts are compared and written part by part", () => {
  const tens = (name: string): string =>
    Array.from({ length: 8 }, (_, i) => `cel.bind(${name}${i + 1}, [${`${name}${i}, `.repeat(9)}${name}${i}], `).join(
      "",
    );
  const shared = (look: string): Program =>
    env.compile(`cel.bind(p0, l, cel.bind(q0, ['a'], ${tens("p")}${tens("q")}${look}${")".repeat(18)}`);
  stops(shared("p8 == q8"), { l: ["a"] }, 10_000);
  stops(shared("'%s'.format([p8]) == ''"), { l: ["a"] }, 10_000);
});

test("patterns that repeat themselves are refused or charged", () => {
  expect(() => env.compile(`s.matches('${"a{1000}".repeat(100)}')`)).toThrow("invalid matches argument");
  const result = env.compile("s.matches(l[0])").evaluate({ s: "a", l: ["(a{1,1000}){1,1000}"] });
  expect(result).toMatchObject({ ok: false, error: { kind: "evaluation" } });
});

test("macros that copy cannot make a tree without bounds", () => {
  expect(() => env.compile(`optional.of(1)${".optMap(a, a)".repeat(60)}`)).toThrow("expression is too large");
});

test("hostile patterns take linear time", () => {
  const text = `${"a".repeat(50_000)}!`;
  for (const pattern of [
    "^(a+)+$",
    "(a|a)*b",
    "(a|aa)+$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "a*a*a*a*a*a*b",
    "(?:a?){30}b",
  ]) {
    const result = env.compile(`s.matches('${pattern}')`).evaluate({ s: text }, { budget: Number.POSITIVE_INFINITY });
    expect(result.ok && result.value).toBe(
      pattern === "(?:a?){30}b" ? false : pattern.includes("b") ? false : result.ok && result.value,
    );
  }
});

test("names that every object has are plain keys", () => {
  const has = env.compile("has(x.constructor) || has(x.__proto__) || 'toString' in x || has(x.length)");
  expect(has.evaluate({ x: {} })).toMatchObject({ ok: true, value: false });
  expect(env.compile("x.__proto__ == 1").evaluate({ x: JSON.parse('{"__proto__": 1}') })).toMatchObject({
    value: true,
  });
  expect(env.compile("x.length").evaluate({ x: [1, 2] })).toMatchObject({ ok: false });
  expect(env.compile("{'__proto__': 1}.map(k, k)").evaluate({})).toMatchObject({ value: ["__proto__"] });
  expect(env.compile("x").evaluate(Object.create(null) as Record<string, unknown>)).toMatchObject({
    ok: false,
    error: { message: "no such attribute(s): x" },
  });
});

test("deep expressions are refused, not crashed on", () => {
  for (const deep of [
    "(".repeat(10_000),
    "[".repeat(10_000),
    "!".repeat(99_999),
    `${"1+".repeat(40_000)}1`,
    `x${".a".repeat(40_000)}`,
  ]) {
    expect(() => env.compile(deep)).toThrow(CompileError);
  }
  expect(() => env.compile(`'${"a".repeat(100_001)}'`)).toThrow(/code point size exceeds limit/);
});

test("deep data is compared without crashing", () => {
  const deep = (n: number): unknown => {
    let v: unknown = 1;
    for (let i = 0; i < n; i++) v = [v];
    return v;
  };
  expect(env.compile("x == x").evaluate({ x: deep(1000) })).toMatchObject({ ok: true });
  const result = env.compile("x[0] == x[1]").evaluate({ x: [deep(100_000), deep(100_000)] });
  expect(result).toMatchObject({ ok: false, error: { message: "data is nested too deeply" } });
});

test("the default budget is finite", () => {
  expect(defaultBudget).toBe(10_000_000);
});
