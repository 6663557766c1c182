import { aNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { CheckedExpr } from "../check/check-state.ts";
import { formatType, isOptional, runtimeTypeName, sameType, type Type } from "../declarations/types.ts";
import type { Expr } from "../syntax/ast.ts";
import { compileRegex } from "../values/regex.ts";
import { CelError, isError, type Value } from "../values/value.ts";
import { toDuration, toTimestamp } from "./conversions.ts";
import { type FormatStyle, writeFormat, wrongClause } from "./format.ts";
import type { Inspection, Library, Validator } from "./library.ts";

/** Whether a literal as first argument of a function is valid, beside a receiver. */
const literals: ReadonlyMap<string, (literal: Value) => boolean> = new Map(
  Object.entries<(literal: Value) => boolean>({
    duration: (v) => !isError(toDuration(v)),
    timestamp: (v) => !isError(toTimestamp(v)),
    matches: (v) => typeof v !== "string" || !isError(compileRegex(v)),
  }),
);

const literalArguments: Validator = (e, { report }) => {
  if (e.kind !== "call" || !literals.has(e.fn)) return;
  const [arg] = e.args;
  if (arg?.kind === "const" && !literals.get(e.fn)!(arg.value)) {
    report(arg, `invalid ${e.fn} argument`);
  }
};

/**
 * Elements of a literal must have one type, also where some are dyn; arguments of `format` may
 * differ. Of a list the first that differs is reported, of a map each key and value.
 */
const homogeneous: Validator = (e, inspection) => {
  if (inspection.inFormat) return;
  if (e.kind === "list") {
    sameTypes(
      inspection,
      e.elements.map((x, i) => [x, e.optionals.includes(i)]),
      "first",
    );
  }
  if (e.kind === "map") {
    sameTypes(
      inspection,
      e.entries.map((x) => [x.key, false]),
      "all",
    );
    sameTypes(
      inspection,
      e.entries.map((x) => [x.value, x.optional]),
      "all",
    );
  }
};

type Elements = readonly (readonly [element: Expr, optional: boolean])[];

function sameTypes({ checked, report }: Inspection, elements: Elements, which: "first" | "all"): void {
  let expected: Type | undefined;
  for (const [e, optional] of elements) {
    const found = checked.types[e.id]!;
    const type = optional && isOptional(found) ? found.params[0]! : found;
    if (expected === undefined || sameType(expected, type)) {
      expected = type;
      continue;
    }
    report(e, `expected type '${formatType(expected)}' but found '${formatType(type)}'`);
    if (which === "first") return;
  }
}

/** The types that each clause takes, in each style. */
const clauses: Readonly<Record<FormatStyle, Readonly<Record<string, readonly string[]>>>> = {
  localized: {
    d: ["int", "uint"],
    f: ["double", "string"],
    e: ["double", "string"],
    b: ["int", "uint", "bool"],
    o: ["int", "uint"],
    x: ["int", "uint", "string", "bytes"],
    X: ["int", "uint", "string", "bytes"],
  },
  plain: {
    d: ["int", "uint", "double"],
    f: ["double", "int", "uint"],
    e: ["double", "int", "uint"],
    b: ["int", "uint", "bool"],
    o: ["int", "uint"],
    x: ["int", "uint", "string", "bytes"],
    X: ["int", "uint", "string", "bytes"],
  },
};

/** The types that `%s` takes. */
const textKinds: readonly string[] = "list map int uint double bool string timestamp bytes duration type null".split(
  " ",
);

const open: ReadonlySet<string> = new Set(["dyn", "any", "param", "error"]);

function takes(kinds: readonly string[], type: Type): boolean {
  return open.has(type.kind) || kinds.includes(type.kind === "wrapper" ? type.params[0]!.kind : type.kind);
}

/** A literal format string must fit the literal list of its arguments. */
function formatCalls(style: FormatStyle): Validator {
  return (e, { checked, report }) => {
    if (e.kind !== "call" || e.fn !== "format") return;
    const list = e.args[0];
    if (e.target?.kind !== "const" || typeof e.target.value !== "string" || list?.kind !== "list") return;
    const { elements } = list;
    let used = 0;
    let wrong: Expr | undefined;
    const problem = writeFormat(e.target.value, { size: elements.length, checking: true }, ({ verb }, index) => {
      used = index + 1;
      wrong =
        verb === "s"
          ? notAsText(elements[index]!, checked)
          : notTaken(elements[index]!, checked, clauses[style][verb]!);
      return wrong
        ? new CelError(`${wrongClause(verb, style)}, was given ${runtimeTypeName(checked.types[wrong.id]!)}`)
        : "";
    });
    if (typeof problem !== "string") report(wrong ?? e, problem.message);
    else if (used < elements.length) {
      report(e, `too many arguments supplied to string.format (expected ${used}, got ${elements.length})`);
    }
  };
}

function notTaken(e: Expr, checked: CheckedExpr, kinds: readonly string[]): Expr | undefined {
  return takes(kinds, checked.types[e.id]!) ? undefined : e;
}

/** The first part of an argument that `%s` can't write. */
function notAsText(e: Expr, checked: CheckedExpr): Expr | undefined {
  if (!takes(textKinds, checked.types[e.id]!)) return e;
  const parts =
    e.kind === "list" ? e.elements : e.kind === "map" ? e.entries.flatMap(({ key, value }) => [key, value]) : [];
  for (const part of parts) {
    const found = notAsText(part, checked);
    if (found) return found;
  }
  return undefined;
}

/** Options of the checks of literal arguments at compile time. */
export interface ValidatorOptions {
  /** The version of the strings library whose `format` is used. @default 2 */
  readonly strings?: number;
}

const validatorOptions = optionsOf<ValidatorOptions>({
  strings: optional(aNumber),
});

/**
 * Finds literals that can only fail when they are evaluated: durations, timestamps, patterns,
 * formats, mixed lists and maps.
 * @throws {TypeError} for a wrong argument
 */
export function literalValidators(options: ValidatorOptions = {}): Library {
  checkArgument("literalValidators: options", options, validatorOptions);
  const style = (options.strings ?? 2) >= 4 ? "plain" : "localized";
  return { name: "validators", validators: [literalArguments, homogeneous, formatCalls(style)] };
}
