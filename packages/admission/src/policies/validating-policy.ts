import type { ApiObject } from "@svc/meta";
import type { Compiled } from "../expressions/compiled-texts.ts";
import { type CommonPolicy, type CommonSpec, compileCommon } from "./bound-policy.ts";

/** The spec of a ValidatingAdmissionPolicy. */
export interface PolicySpec extends CommonSpec {
  readonly validations?: readonly {
    readonly expression: string;
    readonly message?: string;
    readonly reason?: string;
    readonly messageExpression?: string;
  }[];
  readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[];
}

/** A compiled validation. */
export interface Validation {
  readonly expression: Compiled;
  readonly message: string;
  readonly messageExpression: Compiled | undefined;
  readonly reason: string;
}

/** A compiled ValidatingAdmissionPolicy. */
export interface ValidatingPolicy extends CommonPolicy {
  readonly validations: readonly Validation[];
  readonly auditAnnotations: readonly (readonly [key: string, value: Compiled])[];
}

/** Compiles a ValidatingAdmissionPolicy. */
export function validatingPolicy(object: ApiObject): ValidatingPolicy {
  const { validations = [], auditAnnotations = [] } = (object as { readonly spec?: PolicySpec }).spec ?? {};
  const { policy, language } = compileCommon(object);
  return {
    ...policy,
    validations: validations.map(({ expression, message = "", messageExpression = "", reason = "" }) => ({
      expression: language.compile(expression),
      message: message.trim(),
      messageExpression: messageExpression === "" ? undefined : language.compileMessage(messageExpression),
      reason: reason === "" ? "Invalid" : reason,
    })),
    auditAnnotations: auditAnnotations.map(({ key, valueExpression }) => [key, language.compile(valueExpression)]),
  };
}
