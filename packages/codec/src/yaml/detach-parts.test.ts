import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { stringify } from "yaml";
import { readYamlValue, yamlSteps } from "./read.ts";

const composition = vi.hoisted(() => ({ isAtOnce: false }));
vi.mock(import("./detach-parts.ts"), async (load) => {
  const module = await load();
  return { ...module, detachParts: (token) => (composition.isAtOnce ? [] : module.detachParts(token)) };
});

/** The value of a text, or the error. */
function read(text: string): unknown {
  try {
    const { value, duplicates } = readYamlValue(Buffer.from(text), { maxTokens: 2_000_000 });
    return { value, duplicates };
  } catch (error) {
    return String(error);
  }
}

function readAtOnce(text: string): unknown {
  composition.isAtOnce = true;
  try {
    return read(text);
  } finally {
    composition.isAtOnce = false;
  }
}

const texts = ["two\nlines\n", "*text\n!of\n&marks\n", "# none"];

it("a document that is composed in parts equals one that is composed as a whole", () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.boolean(),
      (given, flow, hasAliases) => {
        const values = [...given, ...texts];
        const body: Record<string, unknown> = {};
        // Large enough for parts within parts.
        for (let i = 0; i < 300; i++) body[`k${i}`] = { list: values, of: { many: { levels: values } } };
        const options = { aliasDuplicateObjects: hasAliases };
        const text = stringify({ deep: { deeper: body }, list: Object.values(body) }, options);
        const inner = flow ? `flow: ${JSON.stringify(body)}\n` : "";
        expect(read(inner + text)).toEqual(readAtOnce(inner + text));
      },
    ),
    { numRuns: 5, endOnFailure: true },
  );
});

const lines = (count: number, line: (i: number) => string, indent = "  "): string =>
  Array.from({ length: count }, (_, i) => `${indent}${line(i)}\n`).join("");
const keys = lines(9_000, (i) => `k${i}: {a: 1}`);
const list = `[${Array.from({ length: 20_000 }, (_, i) => `v${i}`)}]`;

it.each([
  ["a repeated key", `m:\n${keys}  k7: 2\n`],
  ["a mistake", `m:\n${keys}  - x\n  k: v\n`],
  ["a root of many keys", keys.replaceAll("  k", "k")],
  ["a root that is a flow list", list],
  ["a root with a mistake behind it", `${list}]`],
  ["an anchor and an alias of a part", `m: &m\n${keys}n: *m\n`],
  ["an anchor within a part", `m:\n${keys}  x: &x [1]\nn: *x\n`],
  ["an alias before its anchor", `n: *m\nm: &m\n${keys}`],
  ["a part that contains itself", `m: &m\n${keys}  x: *m\n`],
  ["a merge of a part", `m: &m\n${keys}n:\n  <<: *m\n`],
  ["merges of a long list", `m: &m {a: 1}\nn:\n  <<: [${Array(9_000).fill("*m")}]\n`],
  ["a part with a tag", `m: !!map\n${keys}`],
  ["a part with a tag and an anchor", `m: !!seq &m ${list}\nn: *m\n`],
  ["a part with a tag and a comment", `m: !!seq # c\n  ${list}\n`],
  ["a part with two tags", `m: !!seq !!seq ${list}\n`],
  ["a part with two anchors", `m: &a &b ${list}\n`],
  ["a part with a wrong tag", `m: !!int ${list}\n`],
  ["a set", `m: !!set\n${lines(9_000, (i) => `? k${i}`)}`],
  ["pairs in order", `m: !!omap\n${lines(9_000, (i) => `- k${i}: v`)}`],
  ["a tag of a block list on its line", `m: !!seq - a\n${lines(9_000, () => "- a")}`],
  ["a map on the line of its key", `m: a: 1\n${lines(9_000, (i) => `k${i}: v`, "   ")}`],
  ["a map on the line of a dash", `m:\n- a: 1\n${keys}`],
  ["tags of a directive", `%TAG !y! tag:yaml.org,2002:\n---\nm: !y!seq\n${lines(9_000, (i) => `- !y!str ${i}`)}`],
  ["tags without a directive", `m:\n${lines(9_000, (i) => `- !y!str ${i}`)}`],
])("%s: the result equals that of a document that is composed as a whole", (_, text) => {
  expect(read(text)).toEqual(readAtOnce(text));
});

const items = (count: number, at: ReadonlyMap<number, string>, item: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => at.get(i) ?? item(i)).join(",");

it.each([
  ["a list", "[", "]", (i: number) => ` x${i} `],
  ["a map", "{", "}", (i: number) => ` k${i}: 1\n `],
])("flow: %s of many items equal those composed as a whole, with their errors", (_, open, close, item) => {
  for (const mistake of ["", "a: b: c", "]", "? k", "# c\n k"])
    for (const at of [2_000, 6_999]) {
      const text = `m: ${open}${items(7_000, new Map([[at, mistake]]), item)}${close}\nn: 1`;
      expect(read(text)).toEqual(readAtOnce(text));
    }
});

it.each([
  ["keys", lines(45_000, (i) => `k${i}: v`, "")],
  ["keys with an anchor", `a: &a 1\n${lines(45_000, (i) => `k${i}: v`, "")}`],
])("a block of 45,000 %s is read", (_, text) => {
  expect(Object.keys(readYamlValue(Buffer.from(text)).value as object).length).toBeGreaterThanOrEqual(45_000);
});

it.each([
  ["no properties", list],
  ["an anchor", `m: &m ${list}`],
  ["an alias", `[&a b,*a,${list.slice(1)}`],
  ["a tag", `m: !!seq ${list}`],
  ["a directive", `%TAG !a! b\n---\n${list}`],
])("a list of 20,000 items with %s is composed in steps", (_, text) => {
  const steps = (): number => [...yamlSteps(Buffer.from(text))].length;
  composition.isAtOnce = true;
  const stepsAtOnce = steps();
  composition.isAtOnce = false;
  expect(steps() - stepsAtOnce).toBeGreaterThanOrEqual(10);
});
