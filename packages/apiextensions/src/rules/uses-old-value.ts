import { type Expr, forEachChild } from "@svc/cel";

/** True when an expression uses the old value: such a rule is about changes. */
export function usesOldValue(expr: Expr): boolean {
  if (expr.kind === "ident" && expr.name === "oldSelf") return true;
  let found = false;
  forEachChild(expr, (child) => {
    found ||= usesOldValue(child);
  });
  return found;
}
