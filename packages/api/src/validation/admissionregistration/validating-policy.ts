import type { Steps } from "@svc/base";
import { byteLength, displayList, dns1123Subdomain, qualifiedName } from "@svc/meta";
import type { AdmissionExpressions, Expressions } from "@svc/schema";
import type { admissionregistrationv1 as admissionv1 } from "@svc/types";
import { type Check, each, members, named, needed, oneOf, present, text, unique } from "../common/check.ts";
import { CompiledText } from "../common/compiled-text.ts";
import { conditions } from "../common/condition.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { jsonPathProblem } from "./json-path-problem.ts";
import { checkCompiled, expressionOf, matchConditions } from "./match-conditions.ts";
import { matchConstraints, matchResources } from "./match-resources.ts";
import { paramKind, paramRef, variables } from "./policy-parts.ts";
import { failurePolicy } from "./webhooks.ts";

const maxAnnotations = 20;
const maxValueExpressionBytes = 5 * 1024;

const reason = oneOf("Forbidden", "Invalid", "RequestEntityTooLarge");

const constraints = members<admissionv1.ValidatingAdmissionPolicySpec>({
  failurePolicy,
  paramKind,
  matchConstraints: present(matchConstraints),
});

/**
 * Validates a ValidatingAdmissionPolicy; each of its expressions may use the variables before it.
 */
export function validatingPolicy(expressions: Expressions | undefined): KindValidation {
  return kind<admissionv1.ValidatingAdmissionPolicy>({
    *objectSteps(object, at) {
      const spec = object.spec ?? {};
      const specAt = at.field("spec");
      const params = spec.paramKind !== undefined;
      constraints(spec, specAt);
      const ofRequest = expressions?.admission({ params });
      yield* matchConditions(spec.matchConditions ?? [], ofRequest, specAt.field("matchConditions"));
      const compiled = expressions?.admission({ params, variables: (spec.variables ?? []).length > 0 });
      yield* variables(spec.variables ?? [], compiled, specAt.field("variables"));
      yield* verdicts(spec, { compiled, at: specAt, name: object.metadata?.name ?? "" });
    },
    subresources: { status: ({ status }, _old, at) => policyStatus(status ?? {}, at.field("status")) },
  });
}

interface VerdictPlace {
  readonly compiled: AdmissionExpressions | undefined;
  readonly at: FieldPath;
  readonly name: string;
}

function* verdicts(spec: admissionv1.ValidatingAdmissionPolicySpec, { compiled, at, name }: VerdictPlace): Steps<void> {
  const { validations = [], auditAnnotations = [] } = spec;
  const annotationsAt = at.field("auditAnnotations");
  if (validations.length === 0 && auditAnnotations.length === 0) {
    for (const field of ["validations", "auditAnnotations"])
      at.field(field).required("validations or auditAnnotations must contain at least one item");
    return;
  }
  const compiledText = new CompiledText();
  for (const [i, item] of validations.entries()) {
    validation(item, compiled, at.field("validations").item(i));
    if (compiledText.endsStep(item.expression, item.messageExpression)) yield;
  }
  yield;
  if (auditAnnotations.length > maxAnnotations)
    annotationsAt.invalid(auditAnnotations, `must not have more than ${maxAnnotations} auditAnnotations`);
  for (const [i, item] of auditAnnotations.entries()) {
    annotation(item, { compiled, name, at: annotationsAt.item(i) });
    if (compiledText.endsStep(item.valueExpression)) yield;
  }
  uniqueKeys(auditAnnotations, annotationsAt);
}

const uniqueKeys = unique<admissionv1.AuditAnnotation>(
  ({ key }) => key,
  ({ key }, item) => item.field("key").duplicate(key),
);

function validation(
  { expression = "", messageExpression = "", message = "", ...rest }: admissionv1.Validation,
  expressions: AdmissionExpressions | undefined,
  at: FieldPath,
): void {
  const missing = "expression is not specified";
  expressionOf(expression, ["bool"], { expressions, at: at.field("expression"), missing });
  if (messageExpression !== "") {
    const messageAt = at.field("messageExpression");
    if (messageExpression.trim() === "") messageAt.invalid(messageExpression, "must be non-empty if specified");
    else if (expressions !== undefined) {
      const compiled = expressions.compileMessage(messageExpression);
      checkCompiled(compiled, ["string"], { text: messageExpression, at: messageAt });
    }
  }
  if (message !== "" && message.trim() === "")
    at.field("message").invalid(message, "message must be non-empty if specified");
  else if (message.trim().includes("\n")) at.field("message").invalid(message, "message must not contain line breaks");
  if (rest.reason !== undefined) reason(rest.reason, at.field("reason"));
}

function annotation({ key = "", valueExpression = "" }: admissionv1.AuditAnnotation, place: VerdictPlace): void {
  const { compiled: expressions, at, name } = place;
  const keyAt = at.field("key");
  if (name === "") keyAt.invalid(key, "requires metadata.name be non-empty");
  else named(qualifiedName)(`${name}/${key}`, keyAt);
  const valueAt = at.field("valueExpression");
  if (valueExpression.trim() === "") valueAt.required("valueExpression is not specified");
  else if (byteLength(valueExpression) > maxValueExpressionBytes)
    valueAt.required(`must not exceed ${maxValueExpressionBytes} bytes in length`);
  else expressionOf(valueExpression, ["string", "null_type"], { expressions, at: valueAt });
}

const fieldRef: Check<string> = (text, at) => {
  const path = text.trim();
  if (path === "") {
    at.required();
    return;
  }
  const problem = jsonPathProblem(path);
  if (problem !== undefined) at.invalid(path, `invalid JSONPath: ${problem}`);
};

const policyStatus: Check<admissionv1.ValidatingAdmissionPolicyStatus> =
  members<admissionv1.ValidatingAdmissionPolicyStatus>({
    typeChecking: members<admissionv1.TypeChecking>({
      expressionWarnings: each(members<admissionv1.ExpressionWarning>({ warning: needed(), fieldRef: text(fieldRef) })),
    }),
    conditions,
  });

const action = oneOf("Audit", "Deny", "Warn");

const actions: Check<readonly string[]> = (list, at) => {
  const seen = new Set<string>();
  for (const [i, item] of list.entries()) {
    action(item, at.item(i));
    if (seen.has(item)) at.item(i).duplicate(item);
    seen.add(item);
  }
  if (seen.has("Deny") && seen.has("Warn"))
    at.invalid(
      displayList(list, "admissionregistration.ValidationAction"),
      "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)",
    );
};

const bindingSpec = members<admissionv1.ValidatingAdmissionPolicyBindingSpec>({
  policyName: needed(named(dns1123Subdomain)),
  paramRef,
  matchResources,
  validationActions: needed(actions, "at least one validation action is required"),
});

export const validatingPolicyBinding: KindValidation = kind<admissionv1.ValidatingAdmissionPolicyBinding>({
  object: ({ spec = {} }, at) => bindingSpec(spec, at.field("spec")),
});
