import type { Steps } from "@svc/base";
import { qualifiedName } from "@svc/meta";
import type { AdmissionExpressions, CompiledExpression } from "@svc/schema";
import type { admissionregistrationv1 as admissionv1 } from "@svc/types";
import { named } from "../common/check.ts";
import { CompiledText } from "../common/compiled-text.ts";
import type { FieldPath } from "../common/field-path.ts";

const maxConditions = 64;

interface ExpressionText {
  readonly text: string;
  readonly at: FieldPath;
}

/** Reports an expression that does not compile, or whose result has none of the types, if any. */
export function checkCompiled(
  compiled: CompiledExpression,
  types: readonly string[],
  { text, at }: ExpressionText,
): void {
  if ("error" in compiled) {
    if (compiled.isInternal === true) at.internal(compiled.error);
    else at.invalid(text, `compilation failed: ${compiled.error}`);
  } else if (types.length > 0 && !types.includes(compiled.type)) {
    const expected = types.length === 1 ? types[0] : `one of [${types.join(" ")}]`;
    at.invalid(text, `must evaluate to ${expected} but got ${compiled.type}`);
  }
}

/** Expressions that all must hold of a request, under names of their own. */
export function* matchConditions(
  conditions: readonly admissionv1.MatchCondition[],
  expressions: AdmissionExpressions | undefined,
  at: FieldPath,
): Steps<void> {
  if (conditions.length > maxConditions) {
    at.tooMany(conditions.length, maxConditions);
    return;
  }
  const seen = new Set<string>();
  const compiledText = new CompiledText();
  for (const [i, { name = "", expression = "" }] of conditions.entries()) {
    const item = at.item(i);
    expressionOf(expression, ["bool"], { expressions, at: item.field("expression") });
    if (name === "") item.field("name").required();
    else {
      named(qualifiedName)(name, item.field("name"));
      if (seen.has(name)) item.field("name").duplicate(name);
    }
    seen.add(name);
    if (compiledText.endsStep(expression)) yield;
  }
}

interface ExpressionPlace {
  readonly expressions: AdmissionExpressions | undefined;
  readonly at: FieldPath;
  /** The message for an empty one. */
  readonly missing?: string;
}

export function expressionOf(
  text: string,
  types: readonly string[],
  { expressions, at, missing }: ExpressionPlace,
): void {
  if (text.trim() === "") at.required(missing);
  else if (expressions !== undefined) checkCompiled(expressions.compile(text), types, { text, at });
}
