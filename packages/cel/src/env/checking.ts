import type { CheckedExpr } from "../check/check-state.ts";
import { check } from "../check/checker.ts";
import { resolveUnchecked } from "../check/unchecked.ts";
import type { Declarations } from "../declarations/scope.ts";
import type { Inspection, Library, Validator } from "../libs/library.ts";
import { type Expr, forEachChild, type ParsedExpr } from "../syntax/ast.ts";
import { CompileError, type Issue, issueAt, sortIssues } from "../syntax/issue.ts";

/** Gives trees their types and references. All throw a `CompileError` with every issue found. */
export interface Checking {
  /** Checks types, then runs the validators of libraries. */
  check(parsed: ParsedExpr): CheckedExpr;
  /** Resolves names and leaves types to run time. */
  resolve(parsed: ParsedExpr): CheckedExpr;
}

export function createChecking(declarations: Declarations, libraries: readonly Library[]): Checking {
  const validators = libraries.flatMap((l): readonly Validator[] => l.validators ?? []);
  return {
    check(parsed) {
      const result = check(parsed, declarations);
      if ("issues" in result) throw new CompileError(parsed.source, result.issues);
      validate(result.checked, validators);
      return result.checked;
    },
    resolve(parsed) {
      const result = resolveUnchecked(parsed, declarations);
      if ("issues" in result) throw new CompileError(parsed.source, result.issues);
      return result.checked;
    },
  };
}

/** Runs validators on every node. @throws {CompileError} with all issues that they report. */
function validate(checked: CheckedExpr, validators: readonly Validator[]): void {
  if (validators.length === 0) return;
  const issues: Issue[] = [];
  const report: Inspection["report"] = ({ pos }, message) => issues.push(issueAt(checked.source, pos, { message }));
  let inspection: Inspection = { checked, report, inFormat: false };
  const visit = (e: Expr): void => {
    for (const validator of validators) validator(e, inspection);
    if (e.kind !== "call" || e.fn !== "format") {
      forEachChild(e, visit);
      return;
    }
    if (e.target) visit(e.target);
    const outside = inspection;
    inspection = { checked, report, inFormat: true };
    e.args.forEach(visit);
    inspection = outside;
  };
  visit(checked.expr);
  if (issues.length > 0) throw new CompileError(checked.source, sortIssues(issues));
}
