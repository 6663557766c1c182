import type { CheckedExpr } from "../check/check-state.ts";
import {
  type FunctionDeclaration,
  type Implementation,
  type Metered,
  type Overload,
  unplanned,
} from "../declarations/functions.ts";
import type { ObjectTypeInfo, TypeFamily } from "../declarations/scope.ts";
import type { Type } from "../declarations/types.ts";
import type { Expr } from "../syntax/ast.ts";
import type { Macro } from "../syntax/macros.ts";
import type { Value } from "../values/value.ts";

/** The view of a node that a validator gets. */
export interface Inspection {
  readonly checked: CheckedExpr;
  /** Whether the node is among the arguments of a call of `format`. */
  readonly inFormat: boolean;
  readonly report: (at: { readonly pos: number }, message: string) => void;
}

/**
 * Looks at every node of an expression that has passed the checker, for things such as a literal
 * that is no duration.
 */
export type Validator = (e: Expr, inspection: Inspection) => void;

/** An extension of an environment: functions, macros and types. */
export interface Library {
  readonly name: string;
  readonly functions?: readonly FunctionDeclaration[];
  readonly macros?: readonly Macro[];
  /** Type names that expressions may use as values. */
  readonly types?: Readonly<Record<string, Type>>;
  readonly objectTypes?: readonly ObjectTypeInfo[];
  readonly typeFamilies?: readonly TypeFamily[];
  /** Values with a name. */
  readonly constants?: Readonly<Record<string, { readonly type: Type; readonly value: Value }>>;
  readonly validators?: readonly Validator[];
  /** Whether `.?`, `[?]` and optional entries may be written. */
  readonly optionalSyntax?: boolean;
}

/** A function with its overloads, in short form. */
export function fn(name: string, ...overloads: readonly Overload[]): FunctionDeclaration {
  return { name, overloads };
}

/** A function whose error for wrong values does not name their types. */
export function plainFn(name: string, ...overloads: readonly Overload[]): FunctionDeclaration {
  return { name, overloads, mismatch: "plain" };
}

export function over(
  id: string,
  signature: string,
  impl: Implementation,
  more: Omit<Overload, "id" | "signature" | "impl"> = {},
): Overload {
  return { id, signature, impl, ...more };
}

/** An overload that counts its work itself. */
export function metered(
  id: string,
  signature: string,
  run: Metered,
  more: Omit<Overload, "id" | "signature" | "impl" | "metered"> = {},
): Overload {
  return { id, signature, impl: unplanned, metered: run, ...more };
}

/** `isLessThan` as identifiers of overloads write it: `is_less_than`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
