import type { MaybePromise } from "@svc/base";
import {
  type ApiObject,
  type LabelSelector,
  type LabelSelectorObject,
  type Labels,
  labelSelectorFrom,
  matchesLabels,
  notFound,
} from "@svc/meta";
import type { ResourceVersion } from "@svc/schema";
import type { AdmissionRequest } from "../admission.ts";
import type { MatchSpec, ResourceRule } from "../match-spec.ts";
import type { NamespaceSource } from "../namespace-source.ts";
import { formIn, type ObjectForm, requestForm } from "./object-form.ts";
import { ruleMatches, takesName } from "./resource-rule.ts";

export interface MatchCriteria {
  readonly rules: readonly ResourceRule[];
  readonly excludeRules: readonly ResourceRule[];
  readonly isExact: boolean;
  readonly hasNames: boolean;
  readonly namespaceSelector: LabelSelector | undefined;
  readonly objectSelector: LabelSelector | undefined;
}

export function matchCriteria(spec: MatchSpec): MatchCriteria {
  const { rules = [], excludeRules = [], matchPolicy = "Equivalent", namespaceSelector, objectSelector } = spec;
  return {
    rules,
    excludeRules,
    isExact: matchPolicy === "Exact",
    hasNames: [...rules, ...excludeRules].some(({ resourceNames = [] }) => resourceNames.length > 0),
    namespaceSelector: selective(namespaceSelector),
    objectSelector: selective(objectSelector),
  };
}

/** Undefined for a selector that selects everything. */
function selective(object: LabelSelectorObject | undefined): LabelSelector | undefined {
  const selector = labelSelectorFrom(object);
  return selector === undefined || selector.requirements.length === 0 ? undefined : selector;
}

/**
 * The form of the objects of a request by which the rules match it; undefined where they do not.
 */
export function matchedForm(criteria: MatchCriteria, request: AdmissionRequest): ObjectForm | undefined {
  const { rules, excludeRules } = criteria;
  if (excludeRules.length > 0 && formByRules(excludeRules, criteria, request) !== undefined) return undefined;
  return formByRules(rules, criteria, request);
}

function formByRules(
  rules: readonly ResourceRule[],
  { isExact }: MatchCriteria,
  request: AdmissionRequest,
): ObjectForm | undefined {
  const { type } = request;
  if (type === undefined) return undefined;
  const matches = (version: ResourceVersion): boolean =>
    rules.some((rule) => ruleMatches(rule, targetIn(request, version)) && takesName(rule, request.name));
  if (matches(type.version)) return requestForm(request);
  if (isExact) return undefined;
  const other = type.definition.versions.find((version) => version !== type.version && matches(version));
  return other === undefined ? undefined : formIn(request, other);
}

function targetIn(request: AdmissionRequest, { group, version }: ResourceVersion): Parameters<typeof ruleMatches>[1] {
  const { operation, resource, subresource, type } = request;
  const namespaced = type?.definition.namespaced === true;
  return { operation, group, version, resource: resource.resource, subresource, namespaced };
}

/** Whether the labels of the object, of the new or of the old one, are selected. */
export function selectsObject({ objectSelector }: MatchCriteria, { object, oldObject }: AdmissionRequest): boolean {
  if (objectSelector === undefined) return true;
  return [object, oldObject].some(
    (one) => one?.metadata !== undefined && matchesLabels(objectSelector, one.metadata.labels),
  );
}

/**
 * Whether the namespace of a request is selected. Cluster-scoped objects are in none and are
 * selected; a Namespace counts by its own labels.
 *
 * @throws {StatusError} 404 for a namespace that is not there
 */
export function selectsNamespace(
  { namespaceSelector }: MatchCriteria,
  request: AdmissionRequest,
  namespaces: NamespaceSource | undefined,
): MaybePromise<boolean> {
  if (namespaceSelector === undefined) return true;
  const labels = namespaceLabels(request, namespaces);
  if (labels === "none") return true;
  return labels instanceof Promise
    ? labels.then((found) => matchesLabels(namespaceSelector, found))
    : matchesLabels(namespaceSelector, labels);
}

function namespaceLabels(
  request: AdmissionRequest,
  namespaces: NamespaceSource | undefined,
): MaybePromise<Labels | undefined> | "none" {
  const { object, oldObject } = request;
  if (isNamespace(request)) return (object ?? oldObject)?.metadata.labels;
  const found = namespaceOf(request, namespaces);
  if (found === undefined) return "none";
  return found instanceof Promise ? found.then(({ metadata }) => metadata.labels) : found.metadata.labels;
}

export function isNamespace({ resource, subresource }: AdmissionRequest): boolean {
  return resource.group === "" && resource.resource === "namespaces" && subresource === "";
}

/**
 * The namespace in which the object of a request is; undefined for objects of the cluster.
 *
 * @throws {StatusError} 404
 */
export function namespaceOf(
  request: AdmissionRequest,
  namespaces: NamespaceSource | undefined,
): MaybePromise<ApiObject> | undefined {
  const { namespace, name, resource } = request;
  const namespaceName = resource.group === "" && resource.resource === "namespaces" ? name : namespace;
  if (namespaceName === "" || namespaces === undefined) return undefined;
  const checked = (found: ApiObject | undefined): ApiObject => {
    if (found === undefined) throw notFound({ group: "", resource: "namespaces", name: namespaceName });
    return found;
  };
  const known = namespaces.get(namespaceName) ?? namespaces.getFresh(namespaceName);
  return known instanceof Promise ? known.then(checked) : checked(known);
}
