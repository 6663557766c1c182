import { createSchemaEnvironments, formatType, newExpressionsMinor } from "@svc/cel";
import type { CompiledExpression, Expressions } from "@svc/schema";
import { admissionLanguage, typeOf } from "./admission-language.ts";
import type { Compiled } from "./compiled-texts.ts";
import { deviceExpressions } from "./device-expressions.ts";
import { ruleFailures, valueExpressions } from "./value-expressions.ts";

/**
 * The expression language, for the validation of webhooks, policies and definitions. Environments
 * are created once, on first use.
 */
export function createExpressions(): Expressions {
  const schemaEnvironments = createSchemaEnvironments({ minor: newExpressionsMinor });
  return {
    admission: (options) => {
      const language = admissionLanguage({ ...options, isNew: true });
      return {
        compile: (text) => shown(language.compile(text)),
        compileMessage: (text) => shown(language.compileMessage(text)),
        compileMutation: (text) => shown(language.compileMutation(text)),
        declare: (name, text) => shown(language.declare(name, text)),
      };
    },
    devices: deviceExpressions,
    values: valueExpressions(schemaEnvironments),
    // As rules of stored definitions, with functions that new rules may not use yet.
    failures: ruleFailures(createSchemaEnvironments()),
  };
}

function shown(compiled: Compiled): CompiledExpression {
  const type = typeOf(compiled);
  if (type !== undefined) return { type: type.kind === "null" ? "null_type" : formatType(type) };
  if (!("error" in compiled)) return { error: "" };
  const { error, isInternal } = compiled;
  return { error, ...(isInternal ? { isInternal } : {}) };
}
