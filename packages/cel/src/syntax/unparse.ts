import { aMap, anObject, checkArgument, optionsOf } from "@svc/base/check";
import { formatDouble } from "../values/text.ts";
import { doubleOf, kindOf, numberOf, type Value } from "../values/value.ts";
import { binaryOperators, type Expr, type MacroCall, type ParsedExpr } from "./ast.ts";

/** The precedence of each operator; higher binds tighter. */
const precedence: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    "?:": 1,
    "||": 2,
    "&&": 3,
    "==": 4,
    "!=": 4,
    "<": 4,
    "<=": 4,
    ">": 4,
    ">=": 4,
    in: 4,
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "%": 6,
  }),
);
const unaryPrecedence = 7;
const primaryPrecedence = 8;
const spelling: ReadonlyMap<string, string> = new Map(Object.entries(binaryOperators).map(([op, fn]) => [fn, op]));

const expectedParsed = optionsOf<Pick<ParsedExpr, "expr" | "macroCalls">>({ expr: anObject, macroCalls: aMap });

/**
 * Writes a tree as text that parses to the same tree. Macros come out as they were written if the
 * expression was parsed with `keepMacroCalls`; an expanded comprehension has no spelling. @throws
 * {TypeError} for one without its macro call.
 * @throws {TypeError} for a wrong argument
 */
export function unparse(parsed: Pick<ParsedExpr, "expr" | "macroCalls">): string {
  checkArgument("unparse: parsed", parsed, expectedParsed);
  return write(parsed.expr, parsed.macroCalls, 0);
}

type Calls = ReadonlyMap<number, MacroCall>;

function write(e: Expr, calls: Calls, outer: number): string {
  const [text, inner] = spell(e, calls);
  return inner < outer ? `(${text})` : text;
}

/** The text, and how tightly its outermost operator binds. */
function spell(e: Expr, calls: Calls): readonly [string, number] {
  const macro = calls.get(e.id);
  if (macro) return [writeCall(macro, calls), primaryPrecedence];
  switch (e.kind) {
    case "const":
      return [literal(e.value), /^-/.test(literal(e.value)) ? unaryPrecedence : primaryPrecedence];
    case "ident":
      return [e.name, primaryPrecedence];
    case "select": {
      const text = `${write(e.operand, calls, primaryPrecedence)}.${field(e.field)}`;
      return [e.testOnly ? `has(${text})` : text, primaryPrecedence];
    }
    case "call":
      return spellCall(e, calls);
    case "list": {
      const parts = e.elements.map((x, i) => (e.optionals.includes(i) ? "?" : "") + write(x, calls, 0));
      return [`[${parts.join(", ")}]`, primaryPrecedence];
    }
    case "map": {
      const parts = e.entries.map(
        (x) => `${x.optional ? "?" : ""}${write(x.key, calls, 0)}: ${write(x.value, calls, 0)}`,
      );
      return [`{${parts.join(", ")}}`, primaryPrecedence];
    }
    case "struct": {
      const parts = e.fields.map((x) => `${x.optional ? "?" : ""}${field(x.name)}: ${write(x.value, calls, 0)}`);
      return [`${e.name}{${parts.join(", ")}}`, primaryPrecedence];
    }
    case "comprehension":
      throw new TypeError("a comprehension can only be written if its macro call was kept: parse with keepMacroCalls");
  }
}

function writeCall(call: MacroCall, calls: Calls): string {
  const args = call.args.map((a) => write(a, calls, 0)).join(", ");
  return `${call.target ? `${write(call.target, calls, primaryPrecedence)}.` : ""}${call.fn}(${args})`;
}

function spellCall(e: Expr & { kind: "call" }, calls: Calls): readonly [string, number] {
  const arg = (i: number, outer: number): string => write(e.args[i]!, calls, outer);
  const op = e.target ? undefined : spelling.get(e.fn);
  if (op !== undefined) {
    const level = precedence.get(op)!;
    if (op !== "&&" && op !== "||") return [`${arg(0, level)} ${op} ${arg(1, level + 1)}`, level];
    // Chains of && and || are balanced when parsed: a tree of another shape needs its parentheses.
    const inner = operators(e, e.fn) === undefined ? level + 1 : level;
    return [`${arg(0, inner)} ${op} ${arg(1, inner)}`, level];
  }
  switch (e.fn) {
    case "_?_:_":
      return [`${arg(0, 2)} ? ${arg(1, 2)} : ${arg(2, 1)}`, 1];
    case "!_":
      return [`!${arg(0, unaryPrecedence + 1)}`, unaryPrecedence];
    case "-_":
      return [
        `-${/^\d/.test(arg(0, primaryPrecedence)) ? `(${arg(0, 0)})` : arg(0, unaryPrecedence + 1)}`,
        unaryPrecedence,
      ];
    case "_[_]":
      return [`${arg(0, primaryPrecedence)}[${arg(1, 0)}]`, primaryPrecedence];
    case "_[?_]":
      return [`${arg(0, primaryPrecedence)}[?${arg(1, 0)}]`, primaryPrecedence];
    case "_?._": {
      const name = e.args[1]!;
      return [
        `${arg(0, primaryPrecedence)}.?${field(name.kind === "const" ? String(name.value) : "")}`,
        primaryPrecedence,
      ];
    }
    default:
      return [writeCall(e, calls), primaryPrecedence];
  }
}

/** The number of operators in a chain, if it has the shape that reading it would give. */
function operators(e: Expr, fn: string): number | undefined {
  if (e.kind !== "call" || e.fn !== fn || e.target) return 0;
  const left = operators(e.args[0]!, fn);
  const right = operators(e.args[1]!, fn);
  if (left === undefined || right === undefined) return undefined;
  const all = left + right + 1;
  return left === all >> 1 ? all : undefined;
}

function field(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``;
}

function literal(v: Value): string {
  const double = doubleOf(v);
  if (double !== undefined) {
    const text = formatDouble(double);
    return /[.e]/.test(text) ? text : `${text}.0`;
  }
  if (typeof v === "string") return JSON.stringify(v).replace(/\\u([0-9a-f]{4})/g, "\\u$1");
  if (v instanceof Uint8Array) return `b"${Array.from(v, (b) => `\\x${b.toString(16).padStart(2, "0")}`).join("")}"`;
  return kindOf(v) === "uint" ? `${numberOf(v)}u` : String(v);
}
