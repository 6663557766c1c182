import {
  CompileError,
  clusterEnv,
  createEnv,
  type Env,
  type Expr,
  forEachChild,
  formatType,
  type Program,
  type StructuralSchema,
  schemaType,
} from "@svc/cel";
import type { CompiledRule, JsonObject, ValueExpressionOptions, ValueExpressions } from "@svc/schema";

const oldValue = "oldSelf";

/** Expressions about the values of a schema. The names of types are those that errors of the language show. */
export function valueExpressions(
  schema: JsonObject,
  { prefix, isRoot }: ValueExpressionOptions,
): ValueExpressions | undefined {
  const self = schemaType(schema as StructuralSchema, { prefix, root: isRoot, name: "selfType" });
  if (self === undefined) return undefined;
  const environments = new Map<boolean, Env>();
  const environment = (optional: boolean): Env => {
    const known = environments.get(optional);
    if (known !== undefined) return known;
    const old = optional ? `optional_type(${formatType(self.type)})` : self;
    const made = createEnv({ ...clusterEnv(), variables: { self, [oldValue]: old } });
    environments.set(optional, made);
    return made;
  };
  return { compile: (text, { optionalOldSelf }) => compiled(environment(optionalOldSelf), text) };
}

function compiled(env: Env, text: string): CompiledRule {
  let program: Program;
  try {
    program = env.compile(text);
  } catch (error) {
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
