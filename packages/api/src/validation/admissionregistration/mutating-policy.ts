import { dns1123Subdomain } from "@svc/meta";
import type { AdmissionExpressions, Expressions } from "@svc/schema";
import type { admissionregistrationv1alpha1 as admissionv1 } from "@svc/types";
import { type Check, members, named, needed, oneOf, present } from "../common/check.ts";
import { CompiledText } from "../common/compiled-text.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { checkCompiled, matchConditions } from "./match-conditions.ts";
import { matchConstraints, matchResources } from "./match-resources.ts";
import { paramKind, paramRef, variables } from "./policy-parts.ts";
import { failurePolicy, reinvocationPolicy } from "./webhooks.ts";

/** Operations of mutating policies; a deleted object cannot be changed. */
const operations: readonly string[] = ["*", "CONNECT", "CREATE", "UPDATE"];

const withoutDeletion: Check<admissionv1.MatchResources> = ({ resourceRules = [] }, at) => {
  for (const rule of resourceRules)
    for (const operation of rule.operations ?? [])
      if (!operations.includes(operation))
        at.field("resourceRules").field("operations").notSupported(operation, operations);
};

const constraints = members<admissionv1.MutatingAdmissionPolicySpec>({
  failurePolicy,
  paramKind,
  matchConstraints: present((value, at) => {
    matchConstraints(value, at);
    withoutDeletion(value, at);
  }),
});

export function mutatingPolicy(expressions: Expressions | undefined): KindValidation {
  return kind<admissionv1.MutatingAdmissionPolicy>({
    *objectSteps({ spec = {} }, at) {
      const specAt = at.field("spec");
      const params = spec.paramKind !== undefined;
      constraints(spec, specAt);
      const ofRequest = expressions?.admission({ params });
      yield* matchConditions(spec.matchConditions ?? [], ofRequest, specAt.field("matchConditions"));
      const compiled = expressions?.admission({ params, variables: true });
      yield* variables(spec.variables ?? [], compiled, specAt.field("variables"));
      const { mutations = [] } = spec;
      if (mutations.length === 0) specAt.field("mutations").required("mutations must contain at least one item");
      const compiledText = new CompiledText();
      for (const [i, item] of mutations.entries()) {
        mutation(item, compiled, specAt.field("mutations").item(i));
        if (compiledText.endsStep(item.applyConfiguration?.expression, item.jsonPatch?.expression)) yield;
      }
      reinvocation(spec, specAt);
    },
  });
}

const reinvocation = members<admissionv1.MutatingAdmissionPolicySpec>({
  reinvocationPolicy: needed(reinvocationPolicy),
});

type Patch = "applyConfiguration" | "jsonPatch";

/** Which member describes a patch of which type. */
const patches: ReadonlyMap<string, { readonly member: Patch; readonly other: Patch; readonly type: string }> = new Map([
  ["ApplyConfiguration", { member: "applyConfiguration", other: "jsonPatch", type: "Object" }],
  ["JSONPatch", { member: "jsonPatch", other: "applyConfiguration", type: "list(JSONPatch)" }],
] as const);
const patchType = oneOf(...patches.keys());

function mutation(value: admissionv1.Mutation, expressions: AdmissionExpressions | undefined, at: FieldPath): void {
  const type: string = value.patchType ?? "";
  const patch = patches.get(type);
  if (type === "") at.field("patchType").required();
  else if (patch === undefined) patchType(type, at.field("patchType"));
  if (patch === undefined) return;
  const { member, other } = patch;
  const own = value[member];
  if (own === undefined) at.field(member).required(`must be specified when patchType is ${type}`);
  else mutationExpression(own.expression ?? "", patch.type, { expressions, at: at.field(member).field("expression") });
  if (value[other] !== undefined)
    at.field(other).invalid(`{${other}}`, `must not be specified when patchType is ${type}`);
}

interface ExpressionPlace {
  readonly expressions: AdmissionExpressions | undefined;
  readonly at: FieldPath;
}

function mutationExpression(text: string, type: string, { expressions, at }: ExpressionPlace): void {
  if (text.trim() === "") {
    at.required();
    return;
  }
  if (expressions === undefined) return;
  checkCompiled(expressions.compileMutation(text), [type], { text, at });
}

const bindingSpec = members<admissionv1.MutatingAdmissionPolicyBindingSpec>({
  policyName: needed(named(dns1123Subdomain)),
  paramRef,
  matchResources: (value, at) => {
    matchResources(value, at);
    withoutDeletion(value, at);
  },
});

export const mutatingPolicyBinding: KindValidation = kind<admissionv1.MutatingAdmissionPolicyBinding>({
  object: ({ spec = {} }, at) => bindingSpec(spec, at.field("spec")),
});
