import type { CheckedExpr, Reference } from "../check/check-state.ts";
import type { NativeType } from "../declarations/native-type.ts";
import type { Declarations } from "../declarations/scope.ts";
import type { Type } from "../declarations/types.ts";
import { dynType } from "../declarations/types.ts";
import type { Expr } from "../syntax/ast.ts";
import { InstantiationError } from "../syntax/issue.ts";
import { CelError, isError, kindOf, type Value, type ValueKind } from "../values/value.ts";
import type { Code } from "./frame.ts";

/** A node made ready to run. */
export interface Planned {
  readonly code: Code;
  /** Its value, where it is known already; errors are not. */
  readonly constant?: Value | undefined;
  /**
   * Of names, selections and conditionals: the same with another cost for the name at its root.
   * That name is free where it only picks a branch or a key.
   */
  readonly attribute?: ((rootCost: number) => Code) | undefined;
  /** Whether it is a conditional, or below one: those have no cost of a name at their root. */
  readonly conditional?: boolean;
  /** The reader of the raw value, for data of a declared type that is reached by names alone. */
  readonly native?: NativePath | undefined;
  /** The same for data without a declared type. */
  readonly dynamic?: DynamicPath | undefined;
}

/** A path of fields below a variable or a slot, whose names are not those of built-in members. */
export interface DynamicPath {
  readonly root: NativeRoot;
  readonly fields: readonly string[];
}

/** The location of raw data: a variable or slot, and the properties below it. */
export interface NativePath {
  readonly root: NativeRoot;
  readonly steps: readonly NativeStep[];
  readonly type: NativeType;
}

export interface NativeRoot {
  /** Fills the slot, which is empty until its first use. */
  readonly init?: Code | undefined;
  /** The name of a variable; undefined for a slot. */
  readonly name: string | undefined;
  readonly slot: number;
  readonly missing: CelError;
}

export interface NativeStep {
  readonly property: string;
  readonly missing: CelError;
  /** True if the property can be read without a check that it is an own property. */
  readonly direct: boolean;
  /** Whether a null is the value; else it is none. */
  readonly nullable: boolean;
}

/** A variable of a comprehension. */
export interface Local {
  readonly slot: number;
  /** Computes the value on first use. */
  readonly init?: Code;
  readonly native: NativeType | undefined;
}

export interface Planner {
  readonly checked: CheckedExpr;
  readonly declarations: Declarations;
  readonly locals: Map<string, Local>;
  slots: number;
  readonly plan: (e: Expr) => Planned;
}

/** The value of an empty slot. */
export const unset: CelError = new CelError("a name is used before it has a value");

/** The type of all values that a node can have while the expression runs. */
export function typeAt(p: Planner, e: Expr): Type {
  return p.checked.guessed.has(e.id) ? dynType : (p.checked.types[e.id] ?? dynType);
}

export function referenceAt(p: Planner, e: Expr): Reference | undefined {
  return p.checked.references[e.id];
}

export function constant(value: Value): Planned {
  return { code: () => value, constant: value };
}

/** A value computed while planning; one that fails makes the whole expression wrong. */
export function folded(p: Planner, value: Value): Planned {
  if (isError(value)) throw new InstantiationError(p.checked.source, value.message);
  return constant(value);
}

/** Runs `body` with further variables in scope. */
export function withLocals<T>(p: Planner, locals: ReadonlyMap<string, Local>, body: () => T): T {
  const hidden = [...locals.keys()].map((name) => [name, p.locals.get(name)] as const);
  for (const [name, local] of locals) p.locals.set(name, local);
  const result = body();
  for (const [name, local] of hidden) {
    if (local) p.locals.set(name, local);
    else p.locals.delete(name);
  }
  return result;
}

const kindsWithMethods: ReadonlySet<ValueKind> = new Set<ValueKind>(["timestamp", "duration", "string"]);

/**
 * Whether values of its kind have functions of their own. Their errors then never name the function
 * that was not found.
 */
export function hasMethods(v: Value): boolean {
  return kindsWithMethods.has(kindOf(v));
}
