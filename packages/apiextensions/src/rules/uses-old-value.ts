import { type Expr, forEachChild } from "@svc/cel";

/** Whether an expression names the value before: such a rule is about changes. */
export function usesOldValue(expr: Expr): boolean {
  if (expr.kind === "ident" && expr.name === "oldSelf") return true;
  let found = false;
  forEachChild(expr, (child) => {
    found ||= usesOldValue(child);
  });
  return found;
}
