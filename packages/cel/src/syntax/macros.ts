import { accumulator, type Expr } from "./ast.ts";
import type { MacroBuilder } from "./builder.ts";

/**
 * A call that is rewritten while parsing. `expand` returns the replacement; undefined leaves the
 * call as it is, or refuses it after `fail`.
 */
export interface Macro {
  readonly name: string;
  /** Whether it is called on something: `list.all(...)`. */
  readonly receiver: boolean;
  /** Number of arguments; undefined for any. */
  readonly args: number | undefined;
  readonly expand: (b: MacroBuilder, target: Expr | undefined, args: readonly Expr[]) => Expr | undefined;
}

const hasMacro: Macro = {
  name: "has",
  receiver: false,
  args: 1,
  expand(b, _target, [arg]) {
    if (arg!.kind === "select" && !arg!.testOnly) return b.has(arg!.operand, arg!.field);
    return b.fail(arg!, "invalid argument to has() macro");
  },
};

interface Fold {
  readonly init: (b: MacroBuilder) => Expr;
  readonly condition?: (b: MacroBuilder) => Expr;
  readonly step: (b: MacroBuilder, args: readonly Expr[], key: string, value: string | undefined) => Expr;
  readonly result?: (b: MacroBuilder) => Expr;
}

const accu = (b: MacroBuilder): Expr => b.ident(accumulator);
const append = (b: MacroBuilder, e: Expr): Expr => b.call("_+_", accu(b), b.list([e]));
const when = (b: MacroBuilder, condition: Expr, e: Expr): Expr => b.call("_?_:_", condition, e, accu(b));

const all: Fold = {
  init: (b) => b.literal(true),
  condition: (b) => b.call("@not_strictly_false", accu(b)),
  step: (b, [p]) => b.call("_&&_", accu(b), p!),
};

const exists: Fold = {
  init: (b) => b.literal(false),
  condition: (b) => b.call("@not_strictly_false", b.call("!_", accu(b))),
  step: (b, [p]) => b.call("_||_", accu(b), p!),
};

const existsOne: Fold = {
  init: (b) => b.literal(0),
  step: (b, [p]) => when(b, p!, b.call("_+_", accu(b), b.literal(1))),
  result: (b) => b.call("_==_", accu(b), b.literal(1)),
};

const map: Fold = { init: (b) => b.list([]), step: (b, [e]) => append(b, e!) };
const mapFiltered: Fold = { init: (b) => b.list([]), step: (b, [p, e]) => when(b, p!, append(b, e!)) };
const filter: Fold = { init: (b) => b.list([]), step: (b, [p], v) => when(b, p!, append(b, b.ident(v))) };
const insert = (b: MacroBuilder, v: Expr, k?: string): Expr =>
  k === undefined ? b.call("cel.@mapInsert", accu(b), v) : b.call("cel.@mapInsert", accu(b), b.ident(k), v);
const toMap: Fold = { init: (b) => b.map(), step: (b, [e], k) => insert(b, e!, k) };
const toMapFiltered: Fold = { init: (b) => b.map(), step: (b, [p, e], k) => when(b, p!, insert(b, e!, k)) };
const toEntries: Fold = { init: (b) => b.map(), step: (b, [e]) => insert(b, e!) };
const toEntriesFiltered: Fold = { init: (b) => b.map(), step: (b, [p, e]) => when(b, p!, insert(b, e!)) };

/** A macro of the form `range.name(variables..., arguments...)`. */
function fold(name: string, { variables, args }: { readonly variables: 1 | 2; readonly args: number }, f: Fold): Macro {
  return {
    name,
    receiver: true,
    args: variables + args,
    expand(b, target, all) {
      const names = iterationNames(b, name, all.slice(0, variables));
      if (!names) return undefined;
      const [first, second] = names;
      return b.fold({
        range: target!,
        iterVar: first!,
        iterVar2: second,
        accuVar: accumulator,
        accuInit: f.init(b),
        condition: f.condition?.(b) ?? b.literal(true),
        step: f.step(b, all.slice(variables), first!, second),
        result: f.result?.(b) ?? accu(b),
      });
    },
  };
}

function iterationNames(b: MacroBuilder, macro: string, args: readonly Expr[]): readonly string[] | undefined {
  const wrong = args.findIndex((a) => a.kind !== "ident" || a.name.startsWith("."));
  if (wrong >= 0) {
    const simple = macro !== "map" && macro !== "filter";
    const which =
      args.length === 1
        ? simple
          ? "argument must be a simple name"
          : "argument is not an identifier"
        : "argument must be a simple name";
    return b.fail(args[wrong]!, which);
  }
  const names = args.map((a) => (a as { name: string }).name);
  if (names.includes(accumulator) || names.includes("__result__")) {
    return b.fail(args[names.indexOf("__result__")] ?? args[0]!, "iteration variable overwrites accumulator variable");
  }
  if (names.length === 2 && names[0] === names[1]) {
    return b.fail(args[1]!, `duplicate variable name: ${names[0]}`);
  }
  return names;
}

/** The macros of the standard. */
export const standardMacros: readonly Macro[] = [
  hasMacro,
  fold("all", { variables: 1, args: 1 }, all),
  fold("exists", { variables: 1, args: 1 }, exists),
  fold("exists_one", { variables: 1, args: 1 }, existsOne),
  fold("map", { variables: 1, args: 1 }, map),
  fold("map", { variables: 1, args: 2 }, mapFiltered),
  fold("filter", { variables: 1, args: 1 }, filter),
];

/** The one-variable `existsOne`, which newer versions of the language have beside `exists_one`. */
export const existsOneMacro: Macro = fold("existsOne", { variables: 1, args: 1 }, existsOne);

export const twoVariableMacros: readonly Macro[] = [
  fold("all", { variables: 2, args: 1 }, all),
  fold("exists", { variables: 2, args: 1 }, exists),
  fold("exists_one", { variables: 2, args: 1 }, existsOne),
  fold("existsOne", { variables: 2, args: 1 }, existsOne),
  fold("transformList", { variables: 2, args: 1 }, map),
  fold("transformList", { variables: 2, args: 2 }, mapFiltered),
  fold("transformMap", { variables: 2, args: 1 }, toMap),
  fold("transformMap", { variables: 2, args: 2 }, toMapFiltered),
  fold("transformMapEntry", { variables: 2, args: 1 }, toEntries),
  fold("transformMapEntry", { variables: 2, args: 2 }, toEntriesFiltered),
];

/** Binds `name` to `init` in `body`: a fold over an empty list. */
function letIn(b: MacroBuilder, { name, init }: { readonly name: string; readonly init: Expr }, body: Expr): Expr {
  return b.fold({
    range: b.list([]),
    iterVar: "#unused",
    iterVar2: undefined,
    accuVar: name,
    accuInit: init,
    condition: b.literal(false),
    step: b.ident(name),
    result: body,
  });
}

/** `cel.bind(name, value, expression)`. */
export const bindMacro: Macro = {
  name: "bind",
  receiver: true,
  args: 3,
  expand(b, target, [name, init, body]) {
    if (target?.kind !== "ident" || target.name !== "cel") return undefined;
    if (name!.kind !== "ident") return b.fail(name!, "cel.bind() variable names must be simple identifiers");
    return letIn(b, { name: name!.name, init: init! }, body!);
  },
};

/** `optional.optMap(name, expression)` and `optFlatMap`, whose expression is itself optional. */
function optionalMacro(name: string, wrap: (b: MacroBuilder, e: Expr) => Expr): Macro {
  return {
    name,
    receiver: true,
    args: 2,
    expand(b, target, [variable, body]) {
      if (variable!.kind !== "ident") return b.fail(variable!, `${name}() variable name must be a simple identifier`);
      const value = letIn(b, { name: variable!.name, init: b.member("value", b.copy(target!)) }, body!);
      return b.call("_?_:_", b.member("hasValue", target!), wrap(b, value), b.call("optional.none"));
    },
  };
}

export const optionalMacros: readonly Macro[] = [
  optionalMacro("optMap", (b, e) => b.call("optional.of", e)),
  optionalMacro("optFlatMap", (_b, e) => e),
];

/** Macros by name. */
export type MacroTable = ReadonlyMap<string, readonly Macro[]>;

/** Of macros with the same name, receiver and number of arguments the last counts. */
export function macroTable(macros: readonly Macro[]): MacroTable {
  return Map.groupBy([...macros].reverse(), (m) => m.name);
}

export function findMacro(
  table: MacroTable,
  { name, args, receiver }: Pick<Macro, "name" | "receiver"> & { readonly args: number },
): Macro | undefined {
  const known = table.get(name);
  if (known === undefined) return undefined;
  const fits = (m: Macro, requested: number | undefined): boolean => m.receiver === receiver && m.args === requested;
  return known.find((m) => fits(m, args)) ?? known.find((m) => fits(m, undefined));
}
