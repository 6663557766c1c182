import { quote } from "@svc/base";
import type { Meter } from "../values/meter.ts";
import { CelError, type Value } from "../values/value.ts";
import type { CallEstimator } from "./size.ts";
import { parseType, type Type } from "./types.ts";

/**
 * The implementation of a library function. Arguments are never errors; the receiver comes first.
 */
export type Implementation = (...args: Value[]) => Value;

/** An implementation that counts its work; see `work`. */
export type Metered = (meter: Meter, ...args: Value[]) => Value;

/** Cost of one call from its arguments, known before it is made. */
export type CallCost = (...args: Value[]) => number;

/** A specialized form for a call whose second argument is a constant. */
export interface Specialized {
  /**
   * Charges for itself, then gives the result for the first argument; absent where the constant
   * makes no faster form.
   */
  readonly call?: (meter: Meter, first: Value) => Value;
  /** Whether the constant was prepared: an error in place of the first argument costs nothing. */
  readonly prepared?: boolean;
}

/** One way to call a function. */
export interface Overload {
  /** Stable name, such as `add_int64`; appears in checked trees. */
  readonly id: string;
  /** `string.charAt(int): string` with receiver, `size(list(A)): int` without. */
  readonly signature: string;
  readonly impl: Implementation;
  /**
   * Replaces `impl` where the work does not follow from the sizes of the arguments: it counts its
   * own work.
   */
  readonly metered?: Metered;
  /** @default 1 */
  readonly cost?: CallCost;
  /** The cost of a call by its result; replaces `cost`. */
  readonly resultCost?: (result: Value, ...args: Value[]) => number;
  /**
   * Replaces `cost` where only run-time types decide the overload; false means 1.
   * @default `cost`
   */
  readonly dynCost?: CallCost | false;
  /**
   * Replaces `cost` where the call is not made, because an argument is an error or has the wrong
   * type. The cost of such calls depends on the arguments, too; errors have size 1.
   */
  readonly failedCost?: (meter: Meter, ...args: Value[]) => void;
  /** Worst case from sizes; without it a call is estimated at 1. */
  readonly estimate?: CallEstimator;
  /**
   * A faster form for a constant second argument, or the error of the constants (undefined for
   * other arguments), which is then reported when compiling. It must have the same result and cost.
   */
  readonly specialize?: (constants: readonly (Value | undefined)[]) => Specialized | CelError | undefined;
  /**
   * Whether an error among the arguments ends the call before the next one is evaluated, and
   * without a cost unless it is the last. @default of calls with more than two arguments only
   */
  readonly endsEarly?: boolean;
  /** Whether errors among the arguments reach `impl`. @default false */
  readonly nonStrict?: boolean;
}

/** A function or method with all its overloads. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** Computed while compiling where all arguments are constants. @default false */
  readonly fold?: boolean;
  /**
   * The detail of the error where no overload accepts the values: their types, only the function
   * unless the first value's type has functions of its own, or nothing.
   * @default "types"
   */
  readonly mismatch?: "types" | "name" | "plain";
}

/** An overload with its signature read. */
export interface ResolvedOverload extends Overload {
  readonly member: boolean;
  /** Receiver first. */
  readonly args: readonly Type[];
  readonly result: Type;
  readonly params: readonly string[];
}

export interface ResolvedFunction {
  readonly name: string;
  readonly overloads: readonly ResolvedOverload[];
  readonly fold: boolean;
  readonly mismatch: "types" | "name" | "plain";
}

/** Reads the signatures of a declaration. */
export function resolveFunction(declaration: FunctionDeclaration): ResolvedFunction {
  return {
    name: declaration.name,
    overloads: declaration.overloads.map((o) => resolveOverload(declaration.name, o)),
    fold: declaration.fold ?? false,
    mismatch: declaration.mismatch ?? "types",
  };
}

function resolveOverload(name: string, overload: Overload): ResolvedOverload {
  const { signature } = overload;
  const close = matchingParenthesis(signature);
  const open = close.open;
  const colon = signature.slice(close.close + 1);
  const head = signature.slice(0, open);
  if (!colon.startsWith(":") || !(head === name || head.endsWith(`.${name}`))) {
    throw new TypeError(`signature ${quote(signature)} is not one of function ${quote(name)}`);
  }
  const member = head !== name;
  const inner = signature.slice(open + 1, close.close).trim();
  const args = inner === "" ? [] : parseType(`tuple(${inner})`).params;
  const receiver = member ? [parseType(head.slice(0, -name.length - 1))] : [];
  const all = [...receiver, ...args];
  const result = parseType(colon.slice(1));
  return { ...overload, member, args: all, result, params: [...new Set([...all, result].flatMap(paramsOf))] };
}

/** The parentheses of the argument list: the last pair before the result. */
function matchingParenthesis(signature: string): { readonly open: number; readonly close: number } {
  const close = signature.lastIndexOf("):");
  let depth = 0;
  for (let i = close; i >= 0; i--) {
    if (signature[i] === ")") depth++;
    if (signature[i] === "(" && --depth === 0) return { open: i, close };
  }
  throw new TypeError(`cannot read signature ${quote(signature)}`);
}

function paramsOf(type: Type): string[] {
  return type.kind === "param" ? [type.name] : type.params.flatMap(paramsOf);
}

/** The implementation of overloads that the planner inlines, or that only the checker needs. */
export function unplanned(): Value {
  return new CelError("no such overload");
}
