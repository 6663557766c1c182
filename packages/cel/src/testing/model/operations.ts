import { duration, entriesOf, failed, int, mapOf, order, same, timestamp, uint, type V } from "./values.ts";

export type Scope = ReadonlyMap<string, V>;

/** An operation of the model: its syntax and its semantics. */
export interface Operation {
  readonly write: (args: readonly string[]) => string;
  /** `value(i)` walks an argument, `value(i, more)` with more names in scope. */
  readonly run: (value: (i: number, more?: Scope) => V, scope: Scope) => V;
}

export type TypeName =
  | "bool"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "duration"
  | "timestamp"
  | "ints"
  | "strings"
  | "map"
  | "optional";

/** An operation with the types of its arguments. */
export interface Typed {
  readonly result: TypeName;
  readonly args: readonly TypeName[];
  readonly operation: Operation;
}

function written(template: string): Operation["write"] {
  return (args) => template.replace(/\$(\d)/g, (_, i: string) => args[Number(i)]!);
}

/** A function of values: an error among the arguments is its result. */
function strict(result: TypeName, template: string, args: readonly TypeName[], fn: (...args: never[]) => V): Typed {
  const run: Operation["run"] = (value) => {
    const values = args.map((_, i) => value(i));
    return values.includes(failed) ? failed : (fn as (...args: V[]) => V)(...values);
  };
  return { result, args, operation: { write: written(template), run } };
}

function special(result: TypeName, template: string, args: readonly TypeName[], run: Operation["run"]): Typed {
  return { result, args, operation: { write: written(template), run } };
}

export function literal(result: TypeName, text: string, value: V): Typed {
  return strict(result, text, [], () => value);
}

export function variable(result: TypeName, name: string): Typed {
  return special(result, name, [], (_, scope) => scope.get(name)!);
}

type U = { readonly u: bigint };
type D = { readonly d: bigint };
type T = { readonly t: bigint };
type B = { readonly b: readonly number[] };
type O = { readonly o: readonly V[] };
type List = readonly V[];

/** Any of these decides, also against errors; without one, an error is the result. */
function logic(deciding: boolean, values: readonly V[]): V {
  if (values.includes(deciding)) return deciding;
  return values.includes(failed) ? failed : !deciding;
}

const arithmetic: readonly Typed[] = [
  ...(
    [
      ["+", (a: bigint, b: bigint) => a + b],
      ["-", (a: bigint, b: bigint) => a - b],
      ["*", (a: bigint, b: bigint) => a * b],
      ["/", (a: bigint, b: bigint) => (b === 0n ? undefined : a / b)],
      ["%", (a: bigint, b: bigint) => (b === 0n ? undefined : a % b)],
    ] as const
  ).flatMap(([op, fn]) => [
    strict("int", `($0 ${op} $1)`, ["int", "int"], (a: bigint, b: bigint) => checked(int, fn(a, b))),
    strict("uint", `($0 ${op} $1)`, ["uint", "uint"], (a: U, b: U) => checked(uint, fn(a.u, b.u))),
  ]),
  strict("int", "-($0)", ["int"], (a: bigint) => int(-a)),
  strict("double", "-($0)", ["double"], (a: number) => -a),
  strict("double", "($0 + $1)", ["double", "double"], (a: number, b: number) => a + b),
  strict("double", "($0 - $1)", ["double", "double"], (a: number, b: number) => a - b),
  strict("double", "($0 * $1)", ["double", "double"], (a: number, b: number) => a * b),
  strict("double", "($0 / $1)", ["double", "double"], (a: number, b: number) => a / b),
  strict("string", "($0 + $1)", ["string", "string"], (a: string, b: string) => a + b),
  strict("bytes", "($0 + $1)", ["bytes", "bytes"], (a: B, b: B) => ({ b: [...a.b, ...b.b] })),
  strict("ints", "($0 + $1)", ["ints", "ints"], (a: List, b: List) => [...a, ...b]),
  strict("strings", "($0 + $1)", ["strings", "strings"], (a: List, b: List) => [...a, ...b]),
  strict("duration", "($0 + $1)", ["duration", "duration"], (a: D, b: D) => duration(a.d + b.d)),
  strict("duration", "($0 - $1)", ["timestamp", "timestamp"], (a: T, b: T) => duration(a.t - b.t)),
  strict("timestamp", "($0 + $1)", ["timestamp", "duration"], (a: T, b: D) => timestamp(a.t + b.d)),
  strict("timestamp", "($0 - $1)", ["timestamp", "duration"], (a: T, b: D) => timestamp(a.t - b.d)),
];

function checked(range: (n: bigint) => V, n: bigint | undefined): V {
  return n === undefined ? failed : range(n);
}

const ordered: readonly TypeName[] = ["bool", "int", "uint", "double", "string", "bytes", "duration", "timestamp"];
const everything: readonly TypeName[] = [...ordered, "ints", "strings", "map", "optional"];
const numberPairs: readonly (readonly TypeName[])[] = [
  ["int", "double"],
  ["double", "uint"],
  ["uint", "int"],
];

/** NaN has no order. */
function whereOrdered(holds: (order: number) => boolean): (a: V, b: V) => V {
  return (a, b) => {
    const n = order(a, b);
    return Number.isNaN(n) ? failed : holds(n);
  };
}

const comparisons: readonly Typed[] = [...ordered.map((t) => [t, t]), ...numberPairs].flatMap((args) => [
  strict(
    "bool",
    "($0 < $1)",
    args,
    whereOrdered((n) => n < 0),
  ),
  strict(
    "bool",
    "($0 <= $1)",
    args,
    whereOrdered((n) => n <= 0),
  ),
  strict(
    "bool",
    "($0 > $1)",
    args,
    whereOrdered((n) => n > 0),
  ),
  strict(
    "bool",
    "($0 >= $1)",
    args,
    whereOrdered((n) => n >= 0),
  ),
]);

const equalities: readonly Typed[] = [
  ...everything.flatMap((t) => [
    strict("bool", "($0 == $1)", [t, t], (a, b) => same(a, b)),
    strict("bool", "($0 != $1)", [t, t], (a, b) => !same(a, b)),
  ]),
  ...[...numberPairs, ["string", "int"], ["map", "ints"], ["bool", "double"]].map((args) =>
    strict("bool", "(dyn($0) == dyn($1))", args as readonly TypeName[], (a, b) => same(a, b)),
  ),
];

const choices: readonly Typed[] = everything.map((t) =>
  special(t, "($0 ? $1 : $2)", ["bool", t, t], (value) => {
    const condition = value(0);
    return condition === failed ? failed : value(condition === true ? 1 : 2);
  }),
);

const logical: readonly Typed[] = [
  special("bool", "($0 && $1)", ["bool", "bool"], (value) => logic(false, [value(0), value(1)])),
  special("bool", "($0 || $1)", ["bool", "bool"], (value) => logic(true, [value(0), value(1)])),
  special("bool", "($0 && $1 && $2 && $3)", ["bool", "bool", "bool", "bool"], (value) =>
    logic(false, [value(0), value(1), value(2), value(3)]),
  ),
  strict("bool", "!($0)", ["bool"], (a: boolean) => !a),
];

function truncated(range: (n: bigint) => V, limit: number, n: number): V {
  return Number.isFinite(n) && Math.abs(n) < limit ? range(BigInt(Math.trunc(n))) : failed;
}

const utf8 = new TextEncoder();

const conversions: readonly Typed[] = [
  strict("int", "int($0)", ["double"], (a: number) => truncated(int, 2 ** 63, a)),
  strict("int", "int($0)", ["uint"], (a: U) => int(a.u)),
  strict("int", "int(string($0))", ["int"], (a: bigint) => a),
  strict("uint", "uint($0)", ["int"], (a: bigint) => uint(a)),
  strict("uint", "uint($0)", ["double"], (a: number) => (a < 0 ? failed : truncated(uint, 2 ** 64, a))),
  strict("double", "double($0)", ["int"], (a: bigint) => Number(a)),
  strict("double", "double($0)", ["uint"], (a: U) => Number(a.u)),
  strict("string", "string($0)", ["int"], (a: bigint) => String(a)),
  strict("string", "string($0)", ["bool"], (a: boolean) => String(a)),
  strict("bytes", "bytes($0)", ["string"], (a: string) => ({ b: [...utf8.encode(a)] })),
  strict("string", "string(bytes($0))", ["string"], (a: string) => a),
  strict("bool", "(type($0) == type($1))", ["int", "double"], () => false),
  strict("bool", "(type($0) == string)", ["string"], () => true),
];

const texts: readonly Typed[] = [
  strict("int", "size($0)", ["string"], (a: string) => BigInt([...a].length)),
  strict("int", "$0.size()", ["bytes"], (a: B) => BigInt(a.b.length)),
  strict("bool", "$0.startsWith($1)", ["string", "string"], (a: string, b: string) => a.startsWith(b)),
  strict("bool", "$0.endsWith($1)", ["string", "string"], (a: string, b: string) => a.endsWith(b)),
  strict("bool", "$0.contains($1)", ["string", "string"], (a: string, b: string) => a.includes(b)),
  strict("bool", "$0.endsWith('b')", ["string"], (a: string) => a.endsWith("b")),
  strict("bool", "$0.matches('^[ab]+$')", ["string"], (a: string) => /^[ab]+$/.test(a)),
];

function find(entries: V, key: V): readonly V[] {
  return entriesOf(entries).flatMap(([k, v]) => (same(k, key) ? [v] : []));
}

function at(list: List, index: bigint): readonly V[] {
  return index >= 0n && index < BigInt(list.length) ? [list[Number(index)]!] : [];
}

function only([v]: readonly V[]): V {
  return v === undefined ? failed : v;
}

const containers: readonly Typed[] = [
  strict("ints", "[$0]", ["int"], (a) => [a]),
  strict("ints", "[$0, $1, $2]", ["int", "int", "int"], (...all: V[]) => all),
  strict("ints", "[$0, ?$1]", ["int", "optional"], (a: V, b: O) => [a, ...b.o]),
  strict("strings", "[$0, $1]", ["string", "string"], (...all: V[]) => all),
  strict("map", "{'a': $0, $1: $2}", ["int", "string", "int"], (a: V, k: V, b: V) =>
    mapOf([
      ["a", a],
      [k, b],
    ]),
  ),
  strict("map", "{?'b': $0}", ["optional"], (a: O) => mapOf(a.o.map((v) => ["b", v] as const))),
  strict("int", "size($0)", ["ints"], (a: List) => BigInt(a.length)),
  strict("int", "$0.size()", ["strings"], (a: List) => BigInt(a.length)),
  strict("int", "size($0)", ["map"], (a) => BigInt(entriesOf(a).length)),
  strict("int", "$0[$1]", ["ints", "int"], (a: List, i: bigint) => only(at(a, i))),
  strict("string", "$0[$1]", ["strings", "int"], (a: List, i: bigint) => only(at(a, i))),
  strict("int", "$0[$1]", ["map", "string"], (a: V, k: V) => only(find(a, k))),
  strict("int", "$0.a", ["map"], (a) => only(find(a, "a"))),
  strict("bool", "has($0.b)", ["map"], (a) => find(a, "b").length > 0),
  strict("bool", "($0 in $1)", ["int", "ints"], (v: V, a: List) => a.some((x) => same(x, v))),
  strict("bool", "($0 in $1)", ["string", "strings"], (v: V, a: List) => a.some((x) => same(x, v))),
  strict("bool", "($0 in $1)", ["string", "map"], (v: V, a: V) => find(a, v).length > 0),
];

const optionals: readonly Typed[] = [
  strict("optional", "optional.of($0)", ["int"], (a) => ({ o: [a] })),
  strict("optional", "optional.ofNonZeroValue($0)", ["int"], (a) => ({ o: a === 0n ? [] : [a] })),
  strict("optional", "$0[?$1]", ["ints", "int"], (a: List, i: bigint) => ({ o: at(a, i) })),
  strict("optional", "$0[?$1]", ["map", "string"], (a: V, k: V) => ({ o: find(a, k) })),
  strict("optional", "$0.?b", ["map"], (a) => ({ o: find(a, "b") })),
  strict("bool", "$0.hasValue()", ["optional"], (a: O) => a.o.length > 0),
  strict("int", "$0.value()", ["optional"], (a: O) => only(a.o)),
  special("int", "$0.orValue($1)", ["optional", "int"], (value) => {
    const a = value(0);
    return a === failed ? failed : ((a as O).o[0] ?? value(1));
  }),
  special("optional", "$0.or($1)", ["optional", "optional"], (value) => {
    const a = value(0);
    return a === failed || (a as O).o.length > 0 ? a : value(1);
  }),
  special("optional", "$0.optMap(i, $1)", ["optional", "int"], (value, scope) => {
    const a = value(0);
    if (a === failed || (a as O).o.length === 0) return a;
    const v = value(1, new Map([...scope, ["i", (a as O).o[0]!]]));
    return v === failed ? failed : { o: [v] };
  }),
];

/** The rounds of a loop: what each gives its variables. */
type Rounds = (range: V) => readonly (readonly (readonly [string, V])[])[];

const overInts: Rounds = (range) => (range as List).map((v) => [["i", v]]);
const overStrings: Rounds = (range) => (range as List).map((v) => [["s", v]]);
const overKeys: Rounds = (range) => entriesOf(range).map(([k]) => [["s", k]]);
const overPositions: Rounds = (range) =>
  (range as List).map((v, n) => [
    ["j", BigInt(n)],
    ["i", v],
  ]);
const overEntries: Rounds = (range) =>
  entriesOf(range).map(([k, v]) => [
    ["s", k],
    ["i", v],
  ]);

interface Loop {
  readonly range: TypeName;
  readonly names: string;
  readonly rounds: Rounds;
}

const loops: readonly Loop[] = [
  { range: "ints", names: "i", rounds: overInts },
  { range: "strings", names: "s", rounds: overStrings },
  { range: "map", names: "s", rounds: overKeys },
  { range: "ints", names: "j, i", rounds: overPositions },
  { range: "map", names: "s, i", rounds: overEntries },
];

/** A macro whose arguments after the variables are evaluated in every iteration. */
function macro(
  result: TypeName,
  name: string,
  { range, names, rounds }: Loop,
  parts: readonly TypeName[],
  combine: (rounds: readonly (readonly V[])[], range: V) => V,
): Typed {
  const template = `$0.${name}(${names}, ${parts.map((_, i) => `$${i + 1}`).join(", ")})`;
  return special(result, template, [range, ...parts], (value, scope) => {
    const list = value(0);
    if (list === failed) return failed;
    const each = rounds(list).map((bound): readonly V[] => {
      const inner = new Map([...scope, ...bound]);
      const test = value(1, inner);
      // An expression that is evaluated for some iterations only is not evaluated for others.
      return parts.length < 2 || test !== true ? [test] : [test, value(2, inner)];
    });
    return combine(each, list);
  });
}

/** The results of the rounds that count; an error anywhere is the result. */
function kept(each: readonly (readonly V[])[]): readonly V[] | typeof failed {
  return each.some((round) => round.includes(failed)) ? failed : each.flatMap((round) => round.slice(1));
}

const column = (each: readonly (readonly V[])[]): readonly V[] => each.map(([v]) => v!);
const whole = (values: readonly V[]): V => (values.includes(failed) ? failed : values);

const quantifiers: readonly Typed[] = loops.flatMap((loop) => [
  macro("bool", "all", loop, ["bool"], (each) => logic(false, column(each))),
  macro("bool", "exists", loop, ["bool"], (each) => logic(true, column(each))),
  macro("bool", loop.names.includes(",") ? "existsOne" : "exists_one", loop, ["bool"], (each) => {
    const values = column(each);
    return values.includes(failed) ? failed : values.filter((v) => v === true).length === 1;
  }),
]);

const [ints, strings, keys, positions, entries] = loops as readonly [Loop, Loop, Loop, Loop, Loop];

const collectors: readonly Typed[] = [
  macro("ints", "map", ints, ["int"], (each) => whole(column(each))),
  macro("strings", "map", ints, ["string"], (each) => whole(column(each))),
  macro("ints", "map", strings, ["int"], (each) => whole(column(each))),
  macro("strings", "map", keys, ["string"], (each) => whole(column(each))),
  macro("ints", "map", ints, ["bool", "int"], kept),
  macro("ints", "filter", ints, ["bool"], (each, range) => filtered(each, range as List)),
  macro("strings", "filter", strings, ["bool"], (each, range) => filtered(each, range as List)),
  macro("ints", "transformList", positions, ["int"], (each) => whole(column(each))),
  macro("ints", "transformList", entries, ["bool", "int"], kept),
  macro("map", "transformMap", entries, ["int"], (each, range) => {
    const values = whole(column(each));
    return values === failed ? failed : mapOf(entriesOf(range).map(([k], i) => [k, (values as List)[i]!]));
  }),
  macro("map", "transformMapEntry", positions, ["map"], (each) => {
    const maps = whole(column(each));
    return maps === failed ? failed : mapOf((maps as List).flatMap(entriesOf));
  }),
];

function filtered(each: readonly (readonly V[])[], range: List): V {
  const values = column(each);
  return values.includes(failed) ? failed : range.filter((_, i) => values[i] === true);
}

const bindings: readonly Typed[] = everything.map((t) =>
  // A bound error only counts where the name is used.
  special(t, "cel.bind(i, $0, $1)", ["int", t], (value, scope) => value(1, new Map([...scope, ["i", value(0)]]))),
);

/** Everything that random expressions are made of. */
export const operations: readonly Typed[] = [
  ...arithmetic,
  ...comparisons,
  ...equalities,
  ...choices,
  ...logical,
  ...conversions,
  ...texts,
  ...containers,
  ...optionals,
  ...quantifiers,
  ...collectors,
  ...bindings,
];
