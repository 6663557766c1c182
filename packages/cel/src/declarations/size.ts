import type { Expr } from "../syntax/ast.ts";
import type { Type } from "./types.ts";

/** Lower and upper bound; `max` is at most 2^64 - 1, which also means every greater value. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** An argument as an estimator sees it. */
export interface EstimateArg {
  readonly expr: Expr;
  readonly type: Type;
  readonly size: Range;
  /**
   * Whether the size is known from the value, the schema, or an estimate; else it is `unknownSize`.
   */
  readonly sized: boolean;
  /** The size of its elements, where it is a list and they have one. */
  readonly elementSize: Range | undefined;
  readonly elementType: Type | undefined;
}

/** The estimated cost of a call and, if known, the size of its result. */
export interface CallEstimate {
  readonly cost: Range;
  readonly resultSize?: Range;
}

/** Estimates a call from its arguments, receiver first. */
export type CallEstimator = (args: readonly EstimateArg[]) => CallEstimate;

/** 2^64 - 1, as near as a double comes. */
export const maxCost: number = 2 ** 64;
export const unknownSize: Range = { min: 0, max: maxCost };
export const zeroCost: Range = { min: 0, max: 0 };
export const oneCost: Range = { min: 1, max: 1 };

function cap(n: number): number {
  return n >= maxCost ? maxCost : n;
}

export function exactly(n: number): Range {
  return { min: n, max: n };
}

export function plus(...ranges: readonly Range[]): Range {
  return sum(ranges);
}

export function sum(ranges: readonly Range[]): Range {
  let min = 0;
  let max = 0;
  for (const r of ranges) {
    min += r.min;
    max += r.max;
  }
  return { min: cap(min), max: cap(max) };
}

export function times(a: Range, b: Range): Range {
  return { min: cap(a.min * b.min), max: cap(a.max * b.max) };
}

/** A size times a cost per unit, rounded up. */
export function scaled(r: Range, factor: number): Range {
  return { min: scaleUp(r.min, factor), max: scaleUp(r.max, factor) };
}

function scaleUp(n: number, factor: number): number {
  return n >= maxCost && factor >= 1 ? maxCost : cap(Math.ceil(n * factor));
}

/** Whichever of the two happens. */
export function union(a: Range, b: Range): Range {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}
