import fc from "fast-check";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { readYaml, readYamlValue } from "./read.ts";

/** An anchor makes the document one that is composed at once. */
const anchored = "anchored: &a 1\n";
const plain = "anchored: 1\n";

const bytes = (text: string): Buffer => Buffer.from(text);

const texts = ["two\nlines\n", "*text\n!of\n&marks\n", "# none"];

it("a document that is composed in parts equals one that is composed as a whole", () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (given, flow) => {
        const values = [...given, ...texts];
        const body: Record<string, unknown> = {};
        // Large enough for parts within parts.
        for (let i = 0; i < 300; i++) body[`k${i}`] = { list: values, of: { many: { levels: values } } };
        const text = stringify({ deep: { deeper: body }, list: Object.values(body) }, { aliasDuplicateObjects: false });
        const inner = flow ? `flow: ${JSON.stringify(body)}\n` : "";
        const read = (head: string): unknown => readYamlValue(bytes(head + inner + text), { maxTokens: 2_000_000 });
        expect(read(plain)).toEqual(read(anchored));
      },
    ),
    { numRuns: 5, endOnFailure: true },
  );
});

it("a duplicate key and a mistake in a part are reported as in a whole document", () => {
  const lines = Array.from({ length: 9_000 }, (_, i) => `  k${i}: {a: 1}`);
  const repeated = ["m:", ...lines, "  k7: 2"].join("\n");
  expect(readYaml(bytes(plain + repeated)).duplicates).toEqual(readYaml(bytes(anchored + repeated)).duplicates);
  const wrong = ["m:", ...lines, "  - x", "  k: v"].join("\n");
  const problem = (head: string): string => {
    try {
      readYaml(bytes(head + wrong));
    } catch (error) {
      return String(error);
    }
    return "";
  };
  expect(problem(plain)).toContain("yaml: line 9003");
  expect(problem(plain)).toBe(problem(anchored));
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
      const read = (head: string): unknown => {
        try {
          const { value, duplicates } = readYamlValue(bytes(head + text));
          return { value, duplicates };
        } catch (error) {
          return String(error);
        }
      };
      expect(read(plain)).toEqual(read(anchored));
    }
});

it.each([["a block", (count: number) => Array.from({ length: count }, (_, i) => `k${i}: v`).join("\n"), 45_000]])(
  "%s of many members is read, with an anchor it is refused",
  (_, text, count) => {
    expect(Object.keys(readYamlValue(bytes(plain + text(count))).value as object)).toHaveLength(count + 1);
    expect(() => readYaml(bytes(anchored + text(count)))).toThrow("a YAML document has at most 250000 tokens");
  },
);
