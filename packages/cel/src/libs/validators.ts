import { formatType, isOptional, runtimeTypeName, sameType, type Type } from "../check/types.ts";
import type { Expr } from "../syntax/ast.ts";
import { compileRegex } from "../values/regex.ts";
import { parseDuration, parseTimestamp } from "../values/time.ts";
import { CelError } from "../values/value.ts";
import { type FormatStyle, parseFormat, wrongClause } from "./format.ts";
import type { Inspection, Library, Validator } from "./library.ts";

/** Whether a literal argument of a function is valid, and which argument that is; a receiver counts. */
const literals: Readonly<Record<string, readonly [argument: number, isValid: (text: string) => boolean]>> = {
  duration: [0, (s) => parseDuration(s) !== undefined],
  timestamp: [0, (s) => parseTimestamp(s) !== undefined],
  matches: [1, (s) => !(compileRegex(s) instanceof CelError)],
};

const literalArguments: Validator = (e, { report }) => {
  if (e.kind !== "call" || !Object.hasOwn(literals, e.fn)) return;
  const [argument, isValid] = literals[e.fn]!;
  const arg = e.args[e.target ? argument - 1 : argument];
  if (arg?.kind === "const" && typeof arg.value === "string" && !isValid(arg.value)) {
    report(arg, `invalid ${e.fn} argument`);
  }
};

/** Elements of a literal must have one type, also where some are dyn; arguments of `format` may differ. */
const homogeneous: Validator = (e, inspection) => {
  if (inspection.inFormat) return;
  if (e.kind === "list") {
    sameTypes(
      inspection,
      e.elements.map((x, i) => [x, e.optionals.includes(i)]),
    );
  }
  if (e.kind === "map") {
    sameTypes(
      inspection,
      e.entries.map((x) => [x.key, false]),
    );
    sameTypes(
      inspection,
      e.entries.map((x) => [x.value, x.optional]),
    );
  }
};

function sameTypes({ checked, report }: Inspection, elements: readonly (readonly [Expr, boolean])[]): void {
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

/** The types that each clause takes, and those that it takes besides in the plain style. */
const clauses: Readonly<Record<string, readonly [kinds: readonly string[], plain: readonly string[]]>> = {
  d: [["int", "uint"], ["double"]],
  f: [["double"], ["int", "uint"]],
  e: [["double"], ["int", "uint"]],
  b: [["int", "uint", "bool"], []],
  o: [["int", "uint"], []],
  x: [["int", "uint", "string", "bytes"], []],
  X: [["int", "uint", "string", "bytes"], []],
};

const open: ReadonlySet<string> = new Set(["dyn", "any", "param", "error"]);

/** A literal format string must fit the literal list of its arguments. */
function formatCalls(style: FormatStyle): Validator {
  return (e, { checked, report }) => {
    if (e.kind !== "call" || e.fn !== "format") return;
    const list = e.args[0];
    if (e.target?.kind !== "const" || typeof e.target.value !== "string" || list?.kind !== "list") return;
    const parts = parseFormat(e.target.value);
    if (typeof parts === "string") {
      report(e, parts);
      return;
    }
    const wanted = parts.filter((part) => typeof part !== "string");
    for (const [i, clause] of wanted.entries()) {
      const arg = list.elements[i];
      if (!arg) {
        report(e, `index ${i} out of range`);
        return;
      }
      const problem = clauseProblem(clause.verb, checked.types[arg.id]!, style);
      if (problem) report(arg, `error during formatting: ${problem}`);
    }
    if (wanted.length < list.elements.length) {
      report(
        e,
        `too many arguments supplied to string.format (expected ${wanted.length}, got ${list.elements.length})`,
      );
    }
  };
}

function clauseProblem(verb: string, type: Type, style: FormatStyle): string | undefined {
  const clause = clauses[verb];
  if (!clause || open.has(type.kind)) return undefined;
  const [kinds, plain] = clause;
  if (kinds.includes(type.kind) || (style === "plain" && plain.includes(type.kind))) return undefined;
  return `${wrongClause(verb, style)}, was given ${style === "plain" ? runtimeTypeName(type) : formatType(type)}`;
}

export interface ValidatorOptions {
  /** The version of the strings library whose `format` is meant. @default 2 */
  readonly strings?: number;
}

/** Finds literals that can only fail when they are evaluated: durations, timestamps, patterns, formats, mixed lists and maps. */
export function literalValidators(options: ValidatorOptions = {}): Library {
  const style = (options.strings ?? 2) >= 4 ? "plain" : "localized";
  return { name: "validators", validators: [literalArguments, homogeneous, formatCalls(style)] };
}
