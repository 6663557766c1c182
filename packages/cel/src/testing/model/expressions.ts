import fc from "fast-check";
import { literal, type Operation, operations, type Scope, type Typed, type TypeName, variable } from "./operations.ts";
import type { V } from "./values.ts";

/**
 * A small typed expression with the semantics of its operation, which do not use the package's
 * code.
 */
export interface Node {
  readonly operation: Operation;
  readonly args: readonly Node[];
}

/** The leaves of expressions. */
const leaves: readonly Typed[] = [
  literal("bool", "true", true),
  literal("bool", "false", false),
  ...[0n, 1n, -1n, 2n, 3n, 9223372036854775807n].map((n) => literal("int", String(n), n)),
  literal("int", "-9223372036854775808", -9223372036854775808n),
  ...[0n, 1n, 7n, 18446744073709551615n].map((n) => literal("uint", `${n}u`, { u: n })),
  ...["0.0", "1.0", "-2.5", "1e300", "9007199254740993.0"].map((n) => literal("double", n, Number(n))),
  literal("string", "''", ""),
  literal("string", "'a'", "a"),
  literal("string", "'aé😀'", "aé😀"),
  literal("bytes", "b'a\\xff'", { b: [0x61, 0xff] }),
  literal("bytes", "b''", { b: [] }),
  literal("duration", "duration('-1.5s')", { d: -1_500_000_000n }),
  literal("duration", "duration('2562047h')", { d: 9_223_369_200_000_000_000n }),
  literal("timestamp", "timestamp('1970-01-01T00:00:01.5Z')", { t: 1_500_000_000n }),
  literal("timestamp", "timestamp('9999-12-31T23:59:59Z')", { t: 253_402_300_799_000_000_000n }),
  // Without elements a literal could be of several types.
  literal("ints", "[1].filter(i, false)", []),
  literal("strings", "['a'].filter(s, false)", []),
  literal("map", "{'a': 1}", { m: [["a", 1n]] }),
  literal("optional", "optional.ofNonZeroValue(0)", { o: [] }),
  variable("bool", "b"),
  variable("bool", "c"),
  variable("int", "i"),
  variable("int", "j"),
  variable("double", "x"),
  variable("string", "s"),
  variable("ints", "l"),
  variable("strings", "w"),
  variable("map", "m"),
];

const byResult = Map.groupBy(operations, (t) => t.result);
const leavesByResult = Map.groupBy(leaves, (t) => t.result);

/** Random expressions of a type with at most so many levels. */
function expressionOf(type: TypeName, levels: number): fc.Arbitrary<Node> {
  const leaf = fc.constantFrom(...leavesByResult.get(type)!).map(({ operation }): Node => ({ operation, args: [] }));
  if (levels === 0) return leaf;
  const inner = fc
    .constantFrom(...byResult.get(type)!)
    .chain(({ operation, args }) =>
      fc.tuple(...args.map((arg) => expressionOf(arg, levels - 1))).map((nodes): Node => ({ operation, args: nodes })),
    );
  return fc.oneof({ withCrossShrink: true }, { arbitrary: leaf, weight: 1 }, { arbitrary: inner, weight: 3 });
}

/** Random expressions of any type. */
export const expression: fc.Arbitrary<Node> = fc
  .constantFrom(...byResult.keys())
  .chain((type) => expressionOf(type, 4));

/** The expression in the language. */
export function textOf({ operation, args }: Node): string {
  return operation.write(args.map(textOf));
}

const mostSteps = 20_000;

/** Walks the tree; undefined where that takes too long, since loops may be inside loops. */
export function evaluateNaively(node: Node, scope: Scope): V | undefined {
  let steps = 0;
  const walk = (n: Node, names: Scope): V => {
    if (++steps > mostSteps) throw new RangeError("too many steps");
    return n.operation.run((i, more = names) => walk(n.args[i]!, more), names);
  };
  try {
    return walk(node, scope);
  } catch (e) {
    if (steps > mostSteps) return undefined;
    throw e;
  }
}
