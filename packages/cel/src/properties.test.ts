import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bindingsLibrary,
  CompileError,
  createEnv,
  optionalsLibrary,
  type Program,
  twoVariableLibrary,
  unparse,
} from "./index.ts";
import { showValue } from "./testing/cases.ts";
import { debugString, kindNote } from "./testing/debug.ts";
import { evaluateNaively, expression, type Node, textOf } from "./testing/model/expressions.ts";
import { show, type V } from "./testing/model/values.ts";

const env = createEnv({
  libraries: [optionalsLibrary(), bindingsLibrary(), twoVariableLibrary()],
  variables: {
    i: "int",
    j: "int",
    b: "bool",
    c: "bool",
    x: "double",
    s: "string",
    l: "list(int)",
    w: "list(string)",
    m: "map(string, int)",
    d: "dyn",
  },
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
    ".all(x, y, ",
    "cel.bind(x, ",
    ".optMap(x, ",
    "optional.of(",
    ".?",
    "[?",
    "`a-b`",
    "duration('1s')",
    "\u{1f600}",
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
    { numRuns: 2000, seed: 7 },
  );
});

test("unparsed text parses to the same tree", () => {
  fc.assert(
    fc.property(expression, (node: Node) => {
      const parsed = env.parse(textOf(node), { keepMacroCalls: true });
      const again = env.parse(unparse(parsed), { keepMacroCalls: true });
      expect(debugString(again.expr, kindNote)).toBe(debugString(parsed.expr, kindNote));
    }),
    { numRuns: 1000, seed: 7 },
  );
});

const small = fc.integer({ min: -3, max: 3 });
const word = fc.constantFrom("", "a", "b", "ab", "é😀");
const data = fc.record({
  i: small,
  j: fc.oneof(small, fc.constantFrom(2 ** 53 - 1, -(2 ** 53) + 1)),
  b: fc.boolean(),
  c: fc.boolean(),
  x: fc.constantFrom(0, -0, 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60),
  s: word,
  l: fc.array(small, { maxLength: 4 }),
  w: fc.array(word, { maxLength: 3 }),
  m: fc.dictionary(fc.constantFrom("a", "b", "__proto__"), small, { noNullPrototype: true }),
});

/** The same data as the model has it. */
function scopeOf({ i, j, b, c, x, s, l, w, m }: typeof data extends fc.Arbitrary<infer D> ? D : never): Map<string, V> {
  const entries = Object.entries(m).map(([k, v]) => [k, BigInt(v)] as const);
  return new Map<string, V>([
    ["i", BigInt(i)],
    ["j", BigInt(j)],
    ["b", b],
    ["c", c],
    ["x", x],
    ["s", s],
    ["l", l.map(BigInt)],
    ["w", w],
    ["m", { m: entries }],
  ]);
}

/**
 * The program, unless a call on constants fails: that is told while compiling, whatever would
 * absorb it.
 */
function compiled(text: string): Program | undefined {
  try {
    return env.compile(text);
  } catch (e) {
    if (e instanceof CompileError && e.message.startsWith("program instantiation failed")) return undefined;
    throw e;
  }
}

test("evaluation agrees with a naive walk over the tree", () => {
  fc.assert(
    fc.property(expression, data, (node: Node, vars) => {
      const text = textOf(node);
      const want = evaluateNaively(node, scopeOf(vars));
      const program = compiled(text);
      fc.pre(want !== undefined && program !== undefined);
      const result = program.evaluate(vars);
      const got = result.ok ? showValue(result.value) : "error";
      expect({ text, result: got }).toEqual({ text, result: show(want) });
    }),
    { numRuns: 2000, seed: 7 },
  );
});
