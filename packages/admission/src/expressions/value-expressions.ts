import { compileRules, evaluateRules } from "@svc/apiextensions";
import {
  CompileError,
  type Env,
  type Expr,
  forEachChild,
  formatType,
  InstantiationError,
  type Program,
  type SchemaEnvironments,
  type StructuralSchema,
} from "@svc/cel";
import type { CompiledRule, Expressions, JsonObject, ValueExpressionOptions, ValueExpressions } from "@svc/schema";

const oldValue = "oldSelf";

/** Expressions about the values of a schema. */
export function valueExpressions(
  environments: SchemaEnvironments,
): (schema: JsonObject, options: ValueExpressionOptions) => ValueExpressions | undefined {
  return (schema, { prefix, isRoot }) => {
    const environment = environments(schema as StructuralSchema, { prefix, root: isRoot });
    return environment && { compile: (text, options) => compiled(environment.env(options), text) };
  };
}

/**
 * Returns the function that checks values against the rules of a schema. As in the original, a
 * value is also the one before itself.
 */
export function ruleFailures(environments: SchemaEnvironments): Expressions["failures"] {
  return (schema, value, { prefix, isRoot }) => {
    const tree = compileRules(schema as StructuralSchema, { prefix, environments, isRoot });
    return tree === undefined ? [] : evaluateRules(tree, value, { old: value });
  };
}

function compiled(env: Env, text: string): CompiledRule {
  let program: Program;
  try {
    program = env.compile(text);
  } catch (error) {
    if (error instanceof InstantiationError)
      return { error: error.issues[0]?.message ?? "", type: formatType(env.check(env.parse(text)).type) };
    if (error instanceof CompileError) return { error: error.message };
    throw error;
  }
  return {
    type: formatType(program.type),
    maxCost: program.estimatedCost.max,
    usesOldValue: names(program.checked.expr, oldValue),
  };
}

function names(expr: Expr, name: string): boolean {
  if (expr.kind === "ident" && expr.name === name) return true;
  let found = false;
  forEachChild(expr, (child) => {
    found ||= names(child, name);
  });
  return found;
}
