import type { CheckedExpr } from "../check/check-state.ts";
import type { ResolvedOverload } from "../declarations/functions.ts";
import type { Declarations } from "../declarations/scope.ts";
import {
  type CallEstimate,
  type EstimateArg,
  exactly,
  oneCost,
  plus,
  type Range,
  scaled,
  sum,
  times,
  union,
  unknownSize,
  zeroCost,
} from "../declarations/size.ts";
import type { Call, Comprehension, Expr } from "../syntax/ast.ts";
import { listBaseCost, mapBaseCost, structBaseCost, traversalFactor } from "./actual.ts";
import {
  bindIteration,
  bindTo,
  coveringSize,
  createSizes,
  eitherEntries,
  elementSizeOf,
  entriesOf,
  type Sizes,
  sizeOf,
  typeAt,
} from "./sizes.ts";

/** The least and the most that an expression can cost, and what its parts add to that. */
export interface CostReport extends Range {
  /** Parts of the tree, in order of descending cost; loops multiply the cost of their bodies. */
  readonly parts: readonly CostPart[];
}

/** The estimated cost of one operator, call or comprehension of an expression. */
export interface CostPart {
  /** Offset in the source where the part is reported. */
  readonly pos: number;
  /** The kind of the part: an operator, a function or `comprehension`. */
  readonly name: string;
  /** Including everything inside. */
  readonly cost: Range;
  /** The cost without nested parts, times the number of evaluations. */
  readonly own: Range;
}

interface Estimator {
  readonly sizes: Sizes;
  readonly parts: CostPart[];
  repeat: Range;
}

const maxParts = 16;

/**
 * The static worst case of an expression, from the sizes that the types of its variables declare.
 */
export function estimateCost(checked: CheckedExpr, declarations: Declarations): CostReport {
  const s: Estimator = { sizes: createSizes(checked, declarations), parts: [], repeat: oneCost };
  const { min, max } = cost(s, checked.expr);
  const parts = s.parts.sort((a, b) => b.own.max - a.own.max || b.cost.max - a.cost.max).slice(0, maxParts);
  return { min, max, parts };
}

function record(s: Estimator, { pos }: Expr, { name, cost, own }: Omit<CostPart, "pos">): Range {
  s.parts.push({ pos, name, cost, own: times(own, s.repeat) });
  return cost;
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
      s.sizes.entries[e.id] = { isList: true, key: oneCost, value: coveringSize(s.sizes, e.elements) };
      return record(s, e, { name: "list", cost: sum([...parts, exactly(listBaseCost)]), own: exactly(listBaseCost) });
    }
    case "map": {
      const parts = e.entries.flatMap((x) => [cost(s, x.key), cost(s, x.value)]);
      const [keys, values] = [e.entries.map((x) => x.key), e.entries.map((x) => x.value)];
      s.sizes.entries[e.id] = {
        isList: false,
        key: coveringSize(s.sizes, keys),
        value: coveringSize(s.sizes, values),
      };
      return record(s, e, { name: "map", cost: sum([...parts, exactly(mapBaseCost)]), own: exactly(mapBaseCost) });
    }
    case "struct": {
      const parts = e.fields.map((x) => cost(s, x.value));
      return record(s, e, {
        name: e.name,
        cost: sum([...parts, exactly(structBaseCost)]),
        own: exactly(structBaseCost),
      });
    }
    case "comprehension":
      return foldCost(s, e);
  }
}

/** Selection costs one unit where the operand's fields are declared. `has` is free. */
function selectCost(s: Estimator, e: Expr & { kind: "select" }): Range {
  const operand = cost(s, e.operand);
  const { kind } = typeAt(s.sizes, e.operand);
  const own = !e.testOnly && (kind === "map" || kind === "object" || kind === "param") ? oneCost : zeroCost;
  return plus(operand, own);
}

function callCost(s: Estimator, e: Call): Range {
  const args = e.target ? [e.target, ...e.args] : e.args;
  const costs = args.map((a) => cost(s, a));
  const { found, entries, checked } = s.sizes;
  if (e.fn === "_&&_" || e.fn === "_||_") {
    const [left, right] = costs as [Range, Range];
    return { min: left.min, max: plus(left, right).max };
  }
  if (e.fn === "_?:_" || e.fn === "_?_:_") {
    const [condition, then, otherwise] = costs as [Range, Range, Range];
    found[e.id] = coveringSize(s.sizes, args.slice(1));
    entries[e.id] = eitherEntries(entriesOf(s.sizes, args[1]!), entriesOf(s.sizes, args[2]!));
    return plus(condition, union(then, otherwise));
  }
  if (e.fn === "dyn") {
    found[e.id] = sizeOf(s.sizes, args[0]!);
    entries[e.id] = entriesOf(s.sizes, args[0]!);
    return record(s, e, { name: e.fn, cost: sum([...costs, oneCost]), own: oneCost });
  }
  const reference = checked.references[e.id];
  const overloads = reference?.kind === "call" ? reference.overloads : [];
  const estimate = overloadsEstimate(s, e, { args, overloads });
  found[e.id] = estimate.resultSize;
  if (e.fn === "_+_") entries[e.id] = eitherEntries(entriesOf(s.sizes, args[0]!), entriesOf(s.sizes, args[1]!));
  return record(s, e, { name: e.fn, cost: sum([...costs, estimate.cost]), own: estimate.cost });
}

/** Of several possible overloads the most and the least expensive count. */
function overloadsEstimate(
  s: Estimator,
  e: Call,
  { args, overloads }: { readonly args: readonly Expr[]; readonly overloads: readonly ResolvedOverload[] },
): CallEstimate {
  const described = args.map((a) => describe(s.sizes, a));
  const estimates = overloads.map(
    (o) =>
      operatorEstimate(s, { fn: e.fn, overload: o.id }, described) ??
      o.estimate?.(described) ?? { cost: costWithoutEstimate(o) },
  );
  const [first, ...rest] = estimates;
  if (!first) return { cost: oneCost };
  let resultSize = first.resultSize ?? sizeOf(s.sizes, e);
  for (const { resultSize: other } of rest) {
    resultSize = other && resultSize ? union(resultSize, other) : (resultSize ?? other ?? sizeOf(s.sizes, e));
  }
  const whole = { cost: rest.reduce((all, x) => union(all, x.cost), first.cost) };
  return resultSize ? { ...whole, resultSize } : whole;
}

/**
 * The upper bound of a cost that depends on values is unknown, since an estimate must not be lower
 * than the cost of a call.
 */
function costWithoutEstimate({ cost, resultCost, metered }: ResolvedOverload): Range {
  return cost || resultCost || metered ? { min: 0, max: unknownSize.max } : oneCost;
}

/** Estimates for the operators whose cost depends on sizes. */
function operatorEstimate(
  s: Estimator,
  { fn, overload }: { readonly fn: string; readonly overload: string },
  args: readonly EstimateArg[],
): CallEstimate | undefined {
  const [a, b] = args;
  switch (fn) {
    case "_+_":
      return additionEstimate(overload, a!, b!);
    case "_[_]":
      return indexEstimate(s, args[0]!.expr);
    case "_==_":
      return { cost: libraryComparison(a!, b!) ?? comparisonEstimate(a!, b!) };
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

function indexEstimate(s: Estimator, operand: Expr): CallEstimate {
  const resultSize = entriesOf(s.sizes, operand)?.value;
  return resultSize ? { cost: oneCost, resultSize } : { cost: oneCost };
}

function additionEstimate(overload: string, a: EstimateArg, b: EstimateArg): CallEstimate | undefined {
  const resultSize = plus(a.size, b.size);
  if (overload === "add_list") return { cost: oneCost, resultSize };
  if (overload !== "add_string" && overload !== "add_bytes") return undefined;
  return { cost: scaled(resultSize, traversalFactor), resultSize };
}

/** The smaller is looked at. */
function comparisonEstimate(a: EstimateArg, b: EstimateArg): Range {
  const { max } = scaled({ min: 0, max: Math.min(a.size.max, b.size.max) }, traversalFactor);
  return { min: Math.min(1, max), max };
}

/**
 * Values of one library type are compared in one step, except for URLs, which are text, and
 * formats.
 */
function libraryComparison(a: EstimateArg, b: EstimateArg): Range | undefined {
  if (a.type.kind !== "opaque" || a.type.name !== b.type.name || a.type.name === "optional_type") return undefined;
  if (a.type.name === "kubernetes.NamedFormat") return isFunctionCall(a.expr) ? { min: 1, max: 7 } : undefined;
  if (a.type.name !== "kubernetes.URL") return oneCost;
  return { min: 1, max: scaled({ min: 1, max: b.sized ? b.size.max : 1 }, traversalFactor).max };
}

function isFunctionCall(e: Expr): boolean {
  return e.kind === "call" && !e.fn.startsWith("_");
}

function describe(s: Sizes, e: Expr): EstimateArg {
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

function foldCost(s: Estimator, e: Comprehension): Range {
  const { sizes } = s;
  const before = plus(cost(s, e.range), cost(s, e.accuInit));
  const unbind = bindTo(sizes, e.accuVar, e.accuInit);
  if (isBinding(e)) {
    const result = cost(s, e.result);
    unbind();
    sizes.found[e.id] = sizeOf(sizes, e.result);
    sizes.entries[e.id] = entriesOf(sizes, e.result);
    return record(s, e, { name: "comprehension", cost: plus(before, result), own: zeroCost });
  }
  const rounds = sizeOf(sizes, e.range) ?? unknownSize;
  const endIteration = bindIteration(sizes, e);
  const { repeat } = s;
  s.repeat = times(repeat, rounds);
  const each = plus(cost(s, e.condition), cost(s, e.step));
  s.repeat = repeat;
  endIteration();
  const result = cost(s, e.result);
  unbind();
  const { kind } = e.accuInit;
  if (kind === "const") sizes.found[e.id] = sizeOf(sizes, e.accuInit);
  if (kind === "list" || kind === "map") {
    sizes.found[e.id] = rounds;
    sizes.entries[e.id] = entriesOf(sizes, e.step);
  }
  return record(s, e, { name: "comprehension", cost: plus(before, times(rounds, each), result), own: zeroCost });
}

/** A name for a value is written as a loop that never runs. */
function isBinding(e: Comprehension): boolean {
  const never = e.condition.kind === "const" && e.condition.value === false;
  return never && e.range.kind === "list" && e.range.elements.length === 0;
}
