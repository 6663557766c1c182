import type { CheckedExpr } from "../check/checker.ts";
import { formatType, isOptional, sameType, type Type } from "../check/types.ts";
import { type Expr, forEachChild } from "../syntax/ast.ts";
import { compileRegex } from "../values/regex.ts";
import { parseDuration, parseTimestamp } from "../values/time.ts";
import { CelError } from "../values/value.ts";
import { parseFormat } from "./format.ts";
import type { Library, Validator } from "./library.ts";

type Report = Parameters<Validator>[1];

function walk(e: Expr, visit: (e: Expr) => boolean): void {
  if (visit(e)) forEachChild(e, (child) => walk(child, visit));
}

/** Checks the literal argument of calls of a function. */
function literalArgument(fn: string, argument: number, isValid: (text: string) => boolean): Validator {
  return (checked, report) =>
    walk(checked.expr, (e) => {
      const arg = e.kind === "call" && e.fn === fn ? e.args[e.target ? argument - 1 : argument] : undefined;
      if (arg?.kind === "const" && typeof arg.value === "string" && !isValid(arg.value))
        report(arg, `invalid ${fn} argument`);
      return true;
    });
}

/** Elements of a literal must have one type, also where some are dyn; arguments of `format` may differ. */
const homogeneous: Validator = (checked, report) =>
  walk(checked.expr, (e) => {
    const exempt = e.kind === "call" && e.fn === "format" && e.args.length === 1;
    if (e.kind === "list")
      sameTypes(
        checked,
        report,
        e.elements.map((x, i) => [x, e.optionals.includes(i)]),
      );
    if (e.kind === "map") {
      sameTypes(
        checked,
        report,
        e.entries.map((x) => [x.key, false]),
      );
      sameTypes(
        checked,
        report,
        e.entries.map((x) => [x.value, x.optional]),
      );
    }
    if (exempt && e.kind === "call" && e.target) walk(e.target, () => true);
    return !exempt;
  });

function sameTypes(checked: CheckedExpr, report: Report, elements: readonly (readonly [Expr, boolean])[]): void {
  let want: Type | undefined;
  for (const [e, optional] of elements) {
    const found = checked.types[e.id]!;
    const type = optional && isOptional(found) ? found.params[0]! : found;
    if (want !== undefined && !sameType(want, type)) {
      report(e, `expected type '${formatType(want)}' but found '${formatType(type)}'`);
      return;
    }
    want = type;
  }
}

const clauses: Readonly<Record<string, readonly [kinds: readonly string[], message: string]>> = {
  d: [["int", "uint"], "decimal clause can only be used on integers"],
  f: [["double"], "fixed-point clause can only be used on doubles"],
  e: [["double"], "scientific clause can only be used on doubles"],
  b: [["int", "uint", "bool"], "only integers and bools can be formatted as binary"],
  o: [["int", "uint"], "octal clause can only be used on integers"],
  x: [["int", "uint", "string", "bytes"], "only integers, byte buffers, and strings can be formatted as hex"],
  X: [["int", "uint", "string", "bytes"], "only integers, byte buffers, and strings can be formatted as hex"],
};

const open: ReadonlySet<string> = new Set(["dyn", "any", "param", "error"]);

/** A literal format string must fit the literal list of its arguments. */
const formatCalls: Validator = (checked, report) =>
  walk(checked.expr, (e) => {
    if (e.kind !== "call" || e.fn !== "format" || e.target?.kind !== "const" || typeof e.target.value !== "string")
      return true;
    const list = e.args[0];
    if (list?.kind !== "list") return true;
    const parts = parseFormat(e.target.value);
    if (typeof parts === "string") {
      report(e, parts);
      return true;
    }
    const wanted = parts.filter((part) => typeof part !== "string");
    for (const [i, clause] of wanted.entries()) {
      const arg = list.elements[i];
      if (!arg) {
        report(e, `index ${i} out of range`);
        return true;
      }
      const problem = clauseProblem(clause.verb, checked.types[arg.id]!);
      if (problem) report(arg, `error during formatting: ${problem}`);
    }
    if (wanted.length < list.elements.length) {
      report(
        e,
        `too many arguments supplied to string.format (expected ${wanted.length}, got ${list.elements.length})`,
      );
    }
    return true;
  });

function clauseProblem(verb: string, type: Type): string | undefined {
  const clause = clauses[verb];
  if (!clause || open.has(type.kind)) return undefined;
  const [kinds, message] = clause;
  return kinds.includes(type.kind) ? undefined : `${message}, was given ${formatType(type)}`;
}

/** Finds literals that can only fail when they are evaluated: durations, timestamps, patterns, formats, mixed lists and maps. */
export function literalValidators(): Library {
  return {
    name: "validators",
    validators: [
      literalArgument("duration", 0, (s) => parseDuration(s) !== undefined),
      literalArgument("timestamp", 0, (s) => parseTimestamp(s) !== undefined),
      literalArgument("matches", 1, (s) => !(compileRegex(s) instanceof CelError)),
      homogeneous,
      formatCalls,
    ],
  };
}
