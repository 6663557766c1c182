import type { ResolvedOverload } from "../declarations/functions.ts";
import type { Type } from "../declarations/types.ts";
import { type Expr, forEachChild } from "../syntax/ast.ts";
import type { CheckedExpr } from "./check-state.ts";

/**
 * The nodes whose static types are unreliable. Where a dyn value is used as an optional or a list,
 * the checker infers the element type from the other arguments: `dyn(1).orValue('a')` is a string
 * to it. Every value that is derived from such a node may have another type at run time.
 */
export function guessedTypes({
  expr,
  types,
  references,
}: Pick<CheckedExpr, "expr" | "types" | "references">): ReadonlySet<number> {
  const found = new Set<number>();
  const isGuess = (e: Expr): boolean => {
    const reference = references[e.id];
    if (e.kind !== "call" || reference?.kind !== "call" || e.fn.startsWith("_") || e.fn.startsWith("@")) return false;
    const args = e.target ? [e.target, ...e.args] : e.args;
    return reference.overloads.some((overload) =>
      isGuessed(
        overload,
        args.map((arg) => types[arg.id]),
      ),
    );
  };
  const visit = (e: Expr): boolean => {
    let isUntrusted = isGuess(e);
    forEachChild(e, (part) => {
      if (visit(part)) isUntrusted = true;
    });
    if (isUntrusted) found.add(e.id);
    return isUntrusted;
  };
  visit(expr);
  return found;
}

function isGuessed({ args, result, params }: ResolvedOverload, have: readonly (Type | undefined)[]): boolean {
  if (params.length === 0 || !hasParam(result)) return false;
  return args.some((expected, i) => expected.kind !== "param" && hasParam(expected) && isUnknown(have[i]));
}

function isUnknown(type: Type | undefined): boolean {
  return type === undefined || type.kind === "dyn" || type.kind === "any";
}

function hasParam(type: Type): boolean {
  return type.kind === "param" || type.params.some(hasParam);
}
