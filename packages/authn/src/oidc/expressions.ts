import {
  CompileError,
  clusterEnv,
  createEnv,
  type Env,
  type Expr,
  forEachChild,
  type Program,
  schemaType,
} from "@svc/cel";
import { type FieldError, invalid } from "@svc/meta";

/**
 * The variables of expressions in an authentication configuration: `claims` of a token, or the
 * `user` that they result in.
 */
export interface ExpressionEnvs {
  readonly claims: Env;
  readonly user: Env;
}

/** Creates the CEL environments. */
export function expressionEnvs(): ExpressionEnvs {
  const texts = { type: "array", items: { type: "string" } } as const;
  const user = schemaType({
    type: "object",
    properties: {
      username: { type: "string" },
      uid: { type: "string" },
      groups: texts,
      extra: { type: "object", additionalProperties: texts },
    },
  });
  if (user === undefined) throw new TypeError("the type of users cannot be declared");
  const plain = createEnv(clusterEnv({ minor: 33 }));
  return {
    claims: plain.extend({ variables: { claims: "map(string, dyn)" } }),
    user: plain.extend({ variables: { user } }),
  };
}

/** Compiles an expression; returns undefined after adding errors. */
export function compileExpression(
  env: Env,
  source: string,
  { field, wants, errors }: { readonly field: string; readonly wants?: "bool"; readonly errors: FieldError[] },
): Program | undefined {
  try {
    const program = env.compile(source);
    if (wants === undefined || program.type.kind === wants) return program;
    errors.push(invalid(field, source, `must evaluate to ${wants}`));
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    errors.push(invalid(field, source, `compilation failed: ${error.message}`));
  }
  return undefined;
}

/** True when an expression reads a claim: `claims.email`, `has(claims.email)`, `claims.?email`. */
export function usesClaim({ checked }: Program, claim: string): boolean {
  const looks = (e: Expr): boolean => {
    if (e.kind === "select" && e.field === claim && isClaims(e.operand)) return true;
    if (e.kind === "call" && e.fn === "_?._") {
      const [operand, field] = e.args;
      if (operand !== undefined && isClaims(operand) && field?.kind === "const" && field.value === claim) return true;
    }
    let found = false;
    forEachChild(e, (child) => {
      found ||= looks(child);
    });
    return found;
  };
  return looks(checked.expr);
}

function isClaims(e: Expr): boolean {
  return e.kind === "ident" && e.name === "claims";
}
