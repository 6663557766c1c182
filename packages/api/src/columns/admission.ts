import type { ApiObject, LabelSelectorObject } from "@svc/meta";
import { age } from "./age.ts";
import { type CellsOfKinds, cells, firstText } from "./cells.ts";

interface WebhookConfiguration extends ApiObject {
  readonly webhooks?: readonly object[];
}

interface Policy extends ApiObject {
  readonly spec?: {
    readonly validations?: readonly object[];
    readonly mutations?: readonly object[];
    readonly paramKind?: { readonly apiVersion?: string; readonly kind?: string };
  };
}

interface PolicyBinding extends ApiObject {
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: {
      readonly name?: string;
      readonly namespace?: string;
      readonly selector?: LabelSelectorObject;
    };
  };
}

const webhooks = cells((object: WebhookConfiguration, nowMs) => [
  object.metadata.name ?? "",
  object.webhooks?.length ?? 0,
  age(object, nowMs),
]);

const binding = cells((object: PolicyBinding, nowMs) => [
  object.metadata.name ?? "",
  object.spec?.policyName ?? "",
  parametersText(object),
  age(object, nowMs),
]);

export const admissionCells: CellsOfKinds = {
  MutatingWebhookConfiguration: webhooks,
  ValidatingWebhookConfiguration: webhooks,
  ValidatingAdmissionPolicyBinding: binding,
  MutatingAdmissionPolicyBinding: binding,

  ValidatingAdmissionPolicy: cells((object: Policy, nowMs) => [
    object.metadata.name ?? "",
    object.spec?.validations?.length ?? 0,
    parameterKind(object),
    age(object, nowMs),
  ]),

  MutatingAdmissionPolicy: cells((object: Policy, nowMs) => [
    object.metadata.name ?? "",
    object.spec?.mutations?.length ?? 0,
    parameterKind(object),
    age(object, nowMs),
  ]),
};

function parameterKind({ spec }: Policy): string {
  const kind = spec?.paramKind;
  return kind === undefined ? "<unset>" : `${kind.apiVersion ?? ""}/${kind.kind ?? ""}`;
}

function parametersText({ spec }: PolicyBinding): string {
  const parameters = spec?.paramRef;
  if (parameters === undefined) return "<unset>";
  const { name = "", namespace, selector } = parameters;
  if (name !== "") return `${firstText(namespace, "*")}/${name}`;
  return selector === undefined ? "<unset>" : selectorParts(selector);
}

/** A selector as its parts, which is how it has always been shown here. */
function selectorParts({ matchLabels = {}, matchExpressions = [] }: LabelSelectorObject): string {
  const labels = Object.keys(matchLabels)
    .sort()
    .map((key) => `${key}: ${matchLabels[key]},`)
    .join("");
  const expressions = matchExpressions
    .map(
      ({ key, operator, values = [] }) =>
        `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(" ")}],},`,
    )
    .join("");
  return `&LabelSelector{MatchLabels:map[string]string{${labels}},MatchExpressions:[]LabelSelectorRequirement{${expressions}},}`;
}
