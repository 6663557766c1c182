import type { Type } from "../declarations/types.ts";
import type { Call } from "../syntax/ast.ts";
import { CelError, isError, kindOf, noSuchOverload, type Value, type ValueKind } from "../values/value.ts";
import { hasMethods, type Planner, referenceAt } from "./planned.ts";

/** The first error of two operands. */
export function errorOf(a: Value, b: Value): Value {
  return isError(a) ? a : isError(b) ? b : noSuchOverload();
}

const numbers: readonly ValueKind[] = ["int", "uint", "double"];
const times: readonly ValueKind[] = ["timestamp", "duration"];
const ordered: ReadonlySet<ValueKind> = new Set<ValueKind>([...numbers, ...times, "bool", "string", "bytes"]);

/** The kinds of the left operand that each operator accepts. */
const operands: ReadonlyMap<string, ReadonlySet<ValueKind>> = new Map(
  Object.entries<ReadonlySet<ValueKind>>({
    "-_": new Set(["int", "double", "bool", "duration"]),
    "_<_": ordered,
    "_<=_": ordered,
    "_>_": ordered,
    "_>=_": ordered,
    "_+_": new Set([...numbers, ...times, "string", "bytes", "list"]),
    "_-_": new Set([...numbers, ...times]),
    "_*_": new Set(numbers),
    "_/_": new Set(numbers),
    "_%_": new Set(["int", "uint"]),
  }),
);

/**
 * A result, or the error of an operator that does not support the left operand; it names the
 * operator.
 */
export function withOperator(fn: string, left: Value, result: Value): Value {
  if (!isError(result) || result.message !== "no such overload") return result;
  return operands.get(fn)!.has(kindOf(left)) || hasMethods(left) ? result : new CelError(`no such overload: ${fn}`);
}

const sized: ReadonlySet<string> = new Set(["string", "bytes"]);

export function isSized(type: Type): boolean {
  return sized.has(type.kind);
}

/** Whether the types leave one overload only. */
export function isResolved(p: Planner, e: Call): boolean {
  const reference = referenceAt(p, e);
  return reference?.kind === "call" && reference.overloads.length === 1;
}
