import { anObject, checkArgument, listOf } from "@svc/base/check";
import {
  CompileError,
  clusterEnv,
  createEnv,
  formatType,
  type Program,
  type StructuralSchema,
  schemaType,
} from "@svc/cel";
import type { Attributes } from "../authorizer.ts";
import { reviewSpecOf } from "./review.ts";

/** Whether to call a webhook, or why that is unknown. */
export type MatchResult = { readonly match: boolean } | { readonly error: string };

/** Compiled match conditions of a webhook. */
export interface MatchConditions {
  evaluate(attributes: Attributes): MatchResult;
}

/** Result of compiling a condition. */
export type CompiledCondition =
  | { readonly ok: true; readonly expression: string; readonly program: Program }
  /** @param message as in validation errors */
  | { readonly ok: false; readonly message: string };

const text: StructuralSchema = { type: "string" };
const texts: StructuralSchema = { type: "array", items: text };
const selector: StructuralSchema = {
  type: "object",
  properties: {
    rawSelector: text,
    requirements: {
      type: "array",
      items: { type: "object", properties: { key: text, operator: text, values: texts } },
    },
  },
};
const resourceTexts = ["namespace", "verb", "group", "version", "resource", "subresource", "name"] as const;

/** Schema of `request`, the spec of a SubjectAccessReview. */
const request: StructuralSchema = {
  type: "object",
  properties: {
    resourceAttributes: {
      type: "object",
      properties: {
        ...Object.fromEntries(resourceTexts.map((name) => [name, text])),
        fieldSelector: selector,
        labelSelector: selector,
      },
    },
    nonResourceAttributes: { type: "object", properties: { path: text, verb: text } },
    user: text,
    uid: text,
    groups: texts,
    extra: { type: "object", additionalProperties: texts },
  },
};

/** Creates a compiler for expressions over `request`; all share one environment. */
export function createConditionCompiler(): (expression: string) => CompiledCondition {
  const type = schemaType(request, { name: "SubjectAccessReviewSpec" });
  if (type === undefined) throw new TypeError("a request has a type");
  const env = createEnv({ ...clusterEnv(), variables: { request: type } });
  return (expression) => {
    try {
      const program = env.compile(expression);
      if (program.type.kind !== "bool")
        return { ok: false, message: `must evaluate to bool but got ${formatType(program.type)}` };
      return { ok: true, expression, program };
    } catch (error) {
      if (error instanceof CompileError) return { ok: false, message: `compilation failed: ${error.message}` };
      throw error;
    }
  };
}

const expectedConditions = listOf(anObject);

/**
 * All conditions must be true. A false one decides, even if others failed.
 * @throws {TypeError} for a wrong argument
 */
export function createMatchConditions(
  conditions: readonly { readonly expression: string; readonly program: Program }[],
): MatchConditions {
  checkArgument("createMatchConditions: conditions", conditions, expectedConditions);
  return {
    evaluate: (attributes) => {
      const variables = { request: requestOf(attributes) };
      const errors: string[] = [];
      for (const { expression, program } of conditions) {
        const result = program.evaluate(variables);
        if (!result.ok)
          errors.push(`cel evaluation error: expression '${expression}' resulted in error: ${result.error.message}`);
        else if (result.value !== true) return { match: false };
      }
      if (errors.length === 0) return { match: true };
      return { error: errors.length === 1 ? (errors[0] ?? "") : `[${errors.join(", ")}]` };
    },
  };
}

/** Unlike on the wire, empty strings are present: conditions need not test for them. */
function requestOf(attributes: Attributes): object {
  const { user, path, verb, isResource } = attributes;
  const who = { user: user.name, uid: user.uid, groups: user.groups, extra: user.extra };
  if (!isResource) return { ...who, nonResourceAttributes: { path, verb } };
  const { fieldSelector, labelSelector } = reviewSpecOf(attributes).resourceAttributes ?? {};
  return {
    ...who,
    resourceAttributes: {
      ...Object.fromEntries(resourceTexts.map((name) => [name, attributes[name]])),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
      ...(labelSelector === undefined ? {} : { labelSelector }),
    },
  };
}
