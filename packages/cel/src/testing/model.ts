import fc from "fast-check";

/** A small typed expression, and below what it means, spelled out without any of the package's code. */
export type Node =
  | { readonly op: "int"; readonly value: number }
  | { readonly op: "bool"; readonly value: boolean }
  | { readonly op: "var"; readonly name: string }
  | { readonly op: "binary"; readonly fn: string; readonly args: readonly [Node, Node] }
  | { readonly op: "not" | "negate"; readonly arg: Node }
  | { readonly op: "if"; readonly args: readonly [Node, Node, Node] }
  | {
      readonly op: "all" | "exists" | "map" | "filter";
      readonly list: Node;
      readonly name: string;
      readonly body: Node;
    }
  | { readonly op: "size"; readonly arg: Node }
  | { readonly op: "index"; readonly args: readonly [Node, Node] };

const binary = (fns: readonly string[], a: fc.Arbitrary<Node>, b: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
  fc.tuple(fc.constantFrom(...fns), a, b).map(([fn, x, y]) => ({ op: "binary", fn, args: [x, y] }));

const { bool } = fc.letrec<{ int: Node; bool: Node; list: Node }>((tie) => ({
  int: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.integer({ min: -3, max: 3 }).map((value): Node => ({ op: "int", value })),
    fc.constantFrom("i", "j").map((name): Node => ({ op: "var", name })),
    binary(["+", "-", "*", "/", "%"], tie("int"), tie("int")),
    tie("int").map((arg): Node => ({ op: "negate", arg })),
    fc.tuple(tie("bool"), tie("int"), tie("int")).map((args): Node => ({ op: "if", args })),
    tie("list").map((arg): Node => ({ op: "size", arg })),
    fc.tuple(tie("list"), tie("int")).map((args): Node => ({ op: "index", args })),
  ),
  bool: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.boolean().map((value): Node => ({ op: "bool", value })),
    fc.constantFrom("b", "c").map((name): Node => ({ op: "var", name })),
    binary(["<", "<=", ">", ">=", "==", "!="], tie("int"), tie("int")),
    binary(["&&", "||"], tie("bool"), tie("bool")),
    tie("bool").map((arg): Node => ({ op: "not", arg })),
    fc
      .tuple(fc.constantFrom("all" as const, "exists" as const), tie("list"), fc.constantFrom("i", "k"), tie("bool"))
      .map(([op, list, name, body]): Node => ({ op, list, name, body })),
  ),
  list: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant<Node>({ op: "var", name: "l" }),
    binary(["+"], tie("list"), tie("list")),
    fc
      .tuple(tie("list"), fc.constantFrom("i", "k"), tie("int"))
      .map(([list, name, body]): Node => ({ op: "map", list, name, body })),
    fc
      .tuple(tie("list"), fc.constantFrom("i", "k"), tie("bool"))
      .map(([list, name, body]): Node => ({ op: "filter", list, name, body })),
  ),
}));

/** Random expressions of type bool. */
export const expression: fc.Arbitrary<Node> = bool;

/** The expression in the language. */
export function text(n: Node): string {
  switch (n.op) {
    case "int":
    case "bool":
      return String(n.value);
    case "var":
      return n.name;
    case "binary":
      return `(${text(n.args[0])} ${n.fn} ${text(n.args[1])})`;
    case "not":
      return `!(${text(n.arg)})`;
    case "negate":
      return `-(${text(n.arg)})`;
    case "if":
      return `(${text(n.args[0])} ? ${text(n.args[1])} : ${text(n.args[2])})`;
    case "size":
      return `size(${text(n.arg)})`;
    case "index":
      return `${text(n.args[0])}[${text(n.args[1])}]`;
    default:
      return `${text(n.list)}.${n.op}(${n.name}, ${text(n.body)})`;
  }
}

type Scope = ReadonlyMap<string, unknown>;
const failed = "error";

/** What the expression gives: a value, or the word error. */
export function evaluateNaively(n: Node, scope: Scope): unknown {
  const run = (x: Node): unknown => evaluateNaively(x, scope);
  switch (n.op) {
    case "int":
    case "bool":
      return n.value;
    case "var":
      return scope.get(n.name);
    case "not":
    case "negate":
    case "size":
      return strict([run(n.arg)], ([x]) =>
        n.op === "not" ? !x : n.op === "size" ? (x as unknown[]).length : 0 - (x as number),
      );
    case "if": {
      const condition = run(n.args[0]);
      return condition === failed ? failed : run(condition === true ? n.args[1] : n.args[2]);
    }
    case "index":
      return strict(n.args.map(run), ([list, i]) => (list as unknown[])[i as number] ?? failed);
    case "binary":
      return n.fn === "&&" || n.fn === "||"
        ? logic(n.fn === "||", n.args.map(run))
        : strict(n.args.map(run), (v) => operate(n.fn, v));
    default:
      return loop(n, run(n.list), scope);
  }
}

function strict(values: readonly unknown[], then: (values: readonly unknown[]) => unknown): unknown {
  return values.includes(failed) ? failed : then(values);
}

function logic(deciding: boolean, values: readonly unknown[]): unknown {
  if (values.includes(deciding)) return deciding;
  return values.includes(failed) ? failed : !deciding;
}

function loop(
  n: Node & { readonly list: Node; readonly name: string; readonly body: Node },
  list: unknown,
  scope: Scope,
): unknown {
  if (list === failed) return failed;
  const items = list as readonly unknown[];
  const values = items.map((item) => evaluateNaively(n.body, new Map([...scope, [n.name, item]])));
  if (n.op === "all" || n.op === "exists") return logic(n.op === "exists", values);
  return strict(values, () => (n.op === "map" ? values : items.filter((_, i) => values[i] === true)));
}

function operate(fn: string, [a, b]: readonly unknown[]): unknown {
  const [x, y] = [a as number, b as number];
  switch (fn) {
    case "+":
      return Array.isArray(a) ? [...a, ...(b as unknown[])] : inRange(BigInt(x) + BigInt(y));
    case "-":
      return inRange(BigInt(x) - BigInt(y));
    case "*":
      return inRange(BigInt(x) * BigInt(y));
    case "/":
      return y === 0 ? failed : inRange(BigInt(x) / BigInt(y));
    case "%":
      return y === 0 ? failed : inRange(BigInt(x) % BigInt(y));
    case "<":
      return x < y;
    case "<=":
      return x <= y;
    case ">":
      return x > y;
    case ">=":
      return x >= y;
    default:
      return (x === y) === (fn === "==");
  }
}

/** Numbers stay small here, so that none leaves the range where both kinds agree. */
function inRange(n: bigint): unknown {
  if (BigInt.asIntN(64, n) !== n) return failed;
  return Number.isSafeInteger(Number(n)) ? Number(n) : n;
}
