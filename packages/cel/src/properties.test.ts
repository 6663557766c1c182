import fc from "fast-check";
import { expect, test } from "vitest";
import { CompileError, createEnv, unparse } from "./index.ts";
import { debugString, kindNote } from "./testing/debug.ts";
import { evaluateNaively, expression, type Node, text } from "./testing/model.ts";

const env = createEnv({
  variables: { i: "int", j: "int", b: "bool", c: "bool", l: "list(int)", s: "string", d: "dyn" },
});

test("any text is parsed or refused with issues", () => {
  const fragments = [
    "a",
    "1",
    "'s'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ".",
    ",",
    "?",
    ":",
    "&&",
    "||",
    "!",
    "-",
    "in",
    "==",
    "\n",
    "$",
    '"',
    "b'",
    "0x",
    "has(",
    ".map(",
  ];
  const source = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map((p) => p.join(" ")),
    fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map((p) => p.join("")),
  );
  fc.assert(
    fc.property(source, (s) => {
      try {
        env.compile(s);
      } catch (e) {
        expect(e).toBeInstanceOf(CompileError);
        expect((e as CompileError).issues.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 3000, seed: 7 },
  );
});

test("unparsed text parses to the same tree", () => {
  fc.assert(
    fc.property(expression, (node: Node) => {
      const parsed = env.parse(text(node), { keepMacroCalls: true });
      const again = env.parse(unparse(parsed), { keepMacroCalls: true });
      expect(debugString(again.expr, kindNote)).toBe(debugString(parsed.expr, kindNote));
    }),
    { numRuns: 1000, seed: 7 },
  );
});

test("evaluation agrees with a naive walk over the tree", () => {
  const data = fc.record({
    i: fc.integer({ min: -3, max: 3 }),
    j: fc.integer({ min: -3, max: 3 }),
    b: fc.boolean(),
    c: fc.boolean(),
    l: fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(expression, data, (node: Node, vars) => {
      const result = env.compile(text(node)).evaluate(vars);
      expect(result.ok ? result.value : "error").toEqual(evaluateNaively(node, new Map(Object.entries(vars))));
    }),
    { numRuns: 3000, seed: 7 },
  );
});
