import type { CheckedExpr, Reference } from "../check/check-state.ts";
import type { ResolvedOverload } from "../check/declarations.ts";
import type { Declarations } from "../check/scope.ts";
import { dynType, type Type } from "../check/types.ts";
import type { NativeType } from "../schema/native-type.ts";
import type { Call, Comprehension, Expr } from "../syntax/ast.ts";
import { listBaseCost, mapBaseCost, structBaseCost, traversalFactor } from "./actual.ts";
import { constantSize } from "./constant.ts";
import {
  type CallEstimate,
  type EstimateArg,
  exactly,
  maxCost,
  oneCost,
  plus,
  type Range,
  scaled,
  times,
  union,
  unknownSize,
  zeroCost,
} from "./size.ts";

/** The least and the most that an expression can cost, and what its parts add to that. */
export interface CostReport extends Range {
  /** Parts of the tree, dearest first; loops multiply what is inside them. */
  readonly parts: readonly CostPart[];
}

export interface CostPart {
  /** Offset in the source where the part is reported. */
  readonly pos: number;
  /** What the part is: an operator, a function or `comprehension`. */
  readonly name: string;
  /** Including everything inside. */
  readonly cost: Range;
  /** Without what is inside, but times how often it runs. */
  readonly own: Range;
}

interface Estimator {
  readonly checked: CheckedExpr;
  readonly declarations: Declarations;
  /** Sizes found for nodes, by id. */
  readonly sizes: (Range | undefined)[];
  /** Sizes of the elements of lists that calls made, by id. */
  readonly elementSizes: (Range | undefined)[];
  readonly locals: Map<string, Local>;
  readonly parts: CostPart[];
  repeat: Range;
}

/** A variable of a comprehension. */
interface Local {
  readonly path: readonly string[];
}

const maxParts = 16;

/** The static worst case of an expression, from the sizes that the types of its variables declare. */
export function estimateCost(checked: CheckedExpr, declarations: Declarations): CostReport {
  const s: Estimator = {
    checked,
    declarations,
    sizes: [],
    elementSizes: [],
    locals: new Map(),
    parts: [],
    repeat: oneCost,
  };
  const { min, max } = cost(s, checked.expr);
  const parts = s.parts.sort((a, b) => b.own.max - a.own.max || b.cost.max - a.cost.max).slice(0, maxParts);
  return { min, max, parts };
}

function typeAt(s: Estimator, e: Expr): Type {
  return s.checked.types[e.id] ?? dynType;
}

function referenceAt(s: Estimator, e: Expr): Reference | undefined {
  return s.checked.references[e.id];
}

function record(s: Estimator, e: Expr, name: string, whole: Range, own: Range): Range {
  s.parts.push({ pos: e.pos, name, cost: whole, own: times(own, s.repeat) });
  return whole;
}

function cost(s: Estimator, e: Expr): Range {
  switch (e.kind) {
    case "const":
      return zeroCost;
    case "ident":
      return oneCost;
    case "select":
      return selectCost(s, e);
    case "call":
      return callCost(s, e);
    case "list": {
      const parts = e.elements.map((x) => cost(s, x));
      s.sizes[e.id] = exactly(e.elements.length);
      s.elementSizes[e.id] = largest(e.elements.map((x) => sizeOf(s, x)));
      return record(s, e, "list", plus(...parts, exactly(listBaseCost)), exactly(listBaseCost));
    }
    case "map": {
      const parts = e.entries.flatMap((x) => [cost(s, x.key), cost(s, x.value)]);
      s.sizes[e.id] = exactly(e.entries.length);
      s.elementSizes[e.id] = largest(e.entries.map((x) => sizeOf(s, x.value)));
      return record(s, e, "map", plus(...parts, exactly(mapBaseCost)), exactly(mapBaseCost));
    }
    case "struct": {
      const parts = e.fields.map((x) => cost(s, x.value));
      return record(s, e, e.name, plus(...parts, exactly(structBaseCost)), exactly(structBaseCost));
    }
    case "comprehension":
      return foldCost(s, e);
  }
}

/** Selection costs where the operand is known to have fields. Asking whether a field is there is free. */
function selectCost(s: Estimator, e: Expr & { kind: "select" }): Range {
  const operand = cost(s, e.operand);
  const { kind } = typeAt(s, e.operand);
  const own = !e.testOnly && (kind === "map" || kind === "object" || kind === "param") ? oneCost : zeroCost;
  return plus(operand, own);
}

function callCost(s: Estimator, e: Call): Range {
  const args = e.target ? [e.target, ...e.args] : e.args;
  const costs = args.map((a) => cost(s, a));
  if (e.fn === "_&&_" || e.fn === "_||_") {
    const [left, right] = costs as [Range, Range];
    return { min: left.min, max: plus(left, right).max };
  }
  if (e.fn === "_?:_" || e.fn === "_?_:_") {
    const [condition, then, otherwise] = costs as [Range, Range, Range];
    const sizes = [sizeOf(s, args[1]!), sizeOf(s, args[2]!)];
    if (sizes[0] && sizes[1]) s.sizes[e.id] = union(sizes[0], sizes[1]);
    s.elementSizes[e.id] = eitherElement(s, args[1]!, args[2]!);
    return plus(condition, union(then, otherwise));
  }
  const reference = referenceAt(s, e);
  const overloads = reference?.kind === "call" ? reference.overloads : [];
  const estimate = overloadsEstimate(s, e, args, overloads);
  if (estimate.resultSize) s.sizes[e.id] = estimate.resultSize;
  if (estimate.elementSize) s.elementSizes[e.id] = estimate.elementSize;
  return record(s, e, e.fn, plus(...costs, estimate.cost), estimate.cost);
}

/** Where several overloads are possible, the dearest and the cheapest count. */
function overloadsEstimate(
  s: Estimator,
  e: Call,
  args: readonly Expr[],
  overloads: readonly ResolvedOverload[],
): CallEstimate {
  const described = args.map((a) => describe(s, a));
  const estimates = overloads.map(
    (o) => operatorEstimate(s, e.fn, o.id, described) ?? o.estimate?.(described) ?? { cost: oneCost },
  );
  const [first, ...rest] = estimates;
  if (!first) return { cost: oneCost };
  return rest.reduce<CallEstimate>((all, x) => {
    const resultSize =
      all.resultSize && x.resultSize ? union(all.resultSize, x.resultSize) : (all.resultSize ?? x.resultSize);
    return { cost: union(all.cost, x.cost), ...(resultSize && { resultSize }) };
  }, first);
}

/** The operators whose cost depends on sizes. */
function operatorEstimate(
  s: Estimator,
  fn: string,
  overload: string,
  args: readonly EstimateArg[],
): CallEstimate | undefined {
  const [a, b] = args;
  switch (fn) {
    case "_+_":
      return additionEstimate(s, overload, a!, b!);
    case "_[_]":
      return indexEstimate(s, args[0]!.expr);
    case "_==_":
    case "_!=_":
      return { cost: comparisonEstimate(a!, b!) };
    case "_<_":
    case "_<=_":
    case "_>_":
    case "_>=_":
      return /_(string|bytes)$/.test(overload) ? { cost: comparisonEstimate(a!, b!) } : undefined;
    case "@in":
      return overload === "in_list" ? { cost: b!.size } : undefined;
    default:
      return undefined;
  }
}

/** What holds for all of some sizes, if all are known. */
function largest(sizes: readonly (Range | undefined)[]): Range | undefined {
  const known = sizes.filter((x) => x !== undefined);
  return known.length > 0 && known.length === sizes.length ? known.reduce(union) : undefined;
}

/** An element of what an expression made is as large as the largest. */
function indexEstimate(s: Estimator, operand: Expr): CallEstimate {
  const resultSize = s.elementSizes[operand.id];
  return resultSize ? { cost: oneCost, resultSize } : { cost: oneCost };
}

/** The size of elements that come from either of two lists; of one that grows from nothing only the other counts. */
function eitherElement(s: Estimator, a: Expr, b: Expr): Range | undefined {
  const [x, y] = [s.elementSizes[a.id], s.elementSizes[b.id]];
  return x && y ? union(x, y) : (x ?? y);
}

function additionEstimate(s: Estimator, overload: string, a: EstimateArg, b: EstimateArg): CallEstimate | undefined {
  const resultSize = plus(a.size, b.size);
  if (overload === "add_list") {
    const elementSize = eitherElement(s, a.expr, b.expr);
    return elementSize ? { cost: oneCost, resultSize, elementSize } : { cost: oneCost, resultSize };
  }
  if (overload !== "add_string" && overload !== "add_bytes") return undefined;
  return { cost: scaled(resultSize, traversalFactor), resultSize };
}

/** The smaller is looked at; values of no size have size one. */
function comparisonEstimate(a: EstimateArg, b: EstimateArg): Range {
  const opaque = a.type.kind === "opaque" ? opaqueComparison(a, b) : undefined;
  if (opaque) return opaque;
  const { max } = scaled({ min: 0, max: Math.min(unitSize(a).max, unitSize(b).max) }, traversalFactor);
  return { min: Math.min(1, max), max };
}

/** Values of library types are compared at once, but for URLs, which are text, and formats. */
function opaqueComparison(a: EstimateArg, b: EstimateArg): Range | undefined {
  if (a.type.name === "optional_type") return b.type.kind === "null" ? oneCost : undefined;
  if (a.type.name === "kubernetes.NamedFormat") return { min: 1, max: 7 };
  if (a.type.name !== "kubernetes.URL") return oneCost;
  return { min: 1, max: scaled({ min: 1, max: Math.max(a.size.max, b.size.max) }, traversalFactor).max };
}

const scalars: ReadonlySet<string> = new Set(["bool", "int", "uint", "double", "null", "timestamp", "duration"]);

function unitSize(arg: EstimateArg): Range {
  if (arg.sized) return arg.size;
  return scalars.has(arg.type.kind) ? oneCost : unknownSize;
}

function describe(s: Estimator, e: Expr): EstimateArg {
  const size = sizeOf(s, e);
  const type = typeAt(s, e);
  return {
    expr: e,
    type,
    size: size ?? unknownSize,
    sized: size !== undefined,
    elementSize: elementSizeOf(s, e),
    elementType: type.kind === "list" ? type.params[0] : undefined,
  };
}

/** The size of a value, if something is known of it. */
function sizeOf(s: Estimator, e: Expr): Range | undefined {
  const known = s.sizes[e.id];
  if (known) return known;
  if (e.kind === "const") return constantSize(e.value);
  const path = pathOf(s, e);
  const native = path && follow(s, path);
  return native?.maxSize === undefined ? undefined : { min: 0, max: native.maxSize };
}

/** The size of the elements of a list that names lead to. */
function elementSizeOf(s: Estimator, e: Expr): Range | undefined {
  const path = pathOf(s, e);
  const element = path && follow(s, [...path, "@items"]);
  return element?.maxSize === undefined ? undefined : { min: 0, max: element.maxSize };
}

/**
 * The names that lead to a value. What is not reached by names alone (the result of a call) is the end of no path; its parts begin one of
 * their own. Undefined where there are no names at all.
 */
function pathOf(s: Estimator, e: Expr): readonly string[] | undefined {
  switch (e.kind) {
    case "ident": {
      if (referenceAt(s, e)?.kind === "local") return s.locals.get(e.name)?.path;
      return [e.name];
    }
    case "select":
      return [...(pathOf(s, e.operand) ?? []), e.field];
    case "call": {
      if (e.fn !== "_[_]") return undefined;
      const { kind } = typeAt(s, e.args[0]!);
      return [...(pathOf(s, e.args[0]!) ?? []), kind === "map" ? "@values" : "@items"];
    }
    default:
      return undefined;
  }
}

/**
 * The declared type at the end of a path. The first name is not looked at: where a schema types `self`, everything is taken to be in it.
 * Source: this is how the original counts, and limits on costs are compared with its numbers.
 */
function follow(s: Estimator, path: readonly string[]): NativeType | undefined {
  let at = (s.declarations.variables.get("self") ?? s.declarations.variables.get(path[0]!))?.native;
  for (const name of path.slice(1)) {
    if (name === "@keys") return at?.element && at.type.kind === "map" ? keyType : undefined;
    at = name === "@items" || name === "@values" ? at?.element : at?.fields?.get(name)?.native;
  }
  return at;
}

/** Keys count as if they had no size. */
const keyType: NativeType = { type: dynType, adapt: undefined, maxSize: 0 };

function foldCost(s: Estimator, e: Comprehension): Range {
  const range = cost(s, e.range);
  const init = cost(s, e.accuInit);
  const rounds = sizeOf(s, e.range) ?? unknownSize;
  const hidden = bindLocals(s, iterationLocals(s, e));
  const { repeat } = s;
  s.repeat = times(repeat, rounds);
  const each = plus(cost(s, e.condition), cost(s, e.step));
  s.repeat = repeat;
  hidden();
  const result = cost(s, e.result);
  const resultSize = sizeAfter(s, e, rounds);
  if (resultSize) s.sizes[e.id] = resultSize;
  s.elementSizes[e.id] = s.elementSizes[e.step.id];
  return record(s, e, "comprehension", plus(range, init, times(rounds, each), result), zeroCost);
}

function iterationLocals(s: Estimator, e: Comprehension): [string, Local][] {
  const path = pathOf(s, e.range) ?? [];
  const isMap = typeAt(s, e.range).kind === "map";
  const first: Local = { path: [...path, isMap ? "@keys" : e.iterVar2 === undefined ? "@items" : "@indices"] };
  if (e.iterVar2 === undefined) return [[e.iterVar, first]];
  return [
    [e.iterVar, first],
    [e.iterVar2, { path: [...path, isMap ? "@values" : "@items"] }],
  ];
}

function bindLocals(s: Estimator, locals: readonly (readonly [string, Local])[]): () => void {
  const before = locals.map(([name]) => [name, s.locals.get(name)] as const);
  for (const [name, local] of locals) s.locals.set(name, local);
  return () => {
    for (const [name, local] of before) {
      if (local) s.locals.set(name, local);
      else s.locals.delete(name);
    }
  };
}

/** A list or map that grows by at most one a round is at most as long as the range. */
function sizeAfter(s: Estimator, e: Comprehension, rounds: Range): Range | undefined {
  const { kind } = typeAt(s, e);
  const isBinding = e.range.kind === "list" && e.range.elements.length === 0;
  if (isBinding) return s.sizes[e.result.id];
  return kind === "list" || kind === "map" ? { min: 0, max: Math.min(rounds.max, maxCost) } : undefined;
}
