import type { Attributes, SelectorRequirement, User } from "@svc/authz";
import { type ApiObject, badRequest, type FieldError, invalid, invalidObject } from "@svc/meta";
import type { SubresourceHandler } from "../dispatch.ts";
import type { ServerParts } from "../parts.ts";
import { actionAnswer, readAction, trackOwner } from "./action.ts";

interface ResourceAttributes {
  namespace?: string;
  verb?: string;
  group?: string;
  version?: string;
  resource?: string;
  subresource?: string;
  name?: string;
  fieldSelector?: Selector;
  labelSelector?: Selector;
}

interface Selector {
  rawSelector?: string;
  requirements?: readonly { key: string; operator: string; values?: readonly string[] }[];
}

interface AccessReview extends ApiObject {
  spec: {
    resourceAttributes?: ResourceAttributes;
    nonResourceAttributes?: { path?: string; verb?: string };
    user?: string;
    uid?: string;
    groups?: readonly string[];
    extra?: Readonly<Record<string, readonly string[]>>;
  };
  status?: { allowed: boolean; denied?: boolean; reason?: string; evaluationError?: string };
}

type Who = "somebody" | "self";

/** `SubjectAccessReview` and its like: whether somebody may do something. */
export function accessReview(parts: ServerParts, who: Who, local: boolean): SubresourceHandler {
  const group = parts.dialect.expand("authorization.{api}");
  return async (state, route) => {
    const action = await readAction<AccessReview>(parts, state, route);
    const { object } = action;
    trackOwner(parts, route, action);
    const { namespace = "" } = route;
    if (local && (object.metadata.namespace ?? namespace) !== namespace)
      throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
    if (local) object.metadata.namespace = namespace;
    const errors = reviewErrors(object, who, local ? namespace : undefined);
    if (errors.length > 0) throw invalidObject({ group, kind: "", name: "" }, errors);
    const user = who === "self" ? state.user : userOf(object);
    const { verdict, reason, error } = await parts.authorizer.authorize(
      attributesOf(object, user),
      state.request.signal,
    );
    object.status = {
      allowed: verdict === "allow",
      ...(verdict === "deny" ? { denied: true } : {}),
      ...(reason === "" ? {} : { reason }),
      ...(error === undefined ? {} : { evaluationError: error }),
    };
    return actionAnswer(parts, action, object);
  };
}

function reviewErrors({ spec, metadata }: AccessReview, who: Who, namespace: string | undefined): FieldError[] {
  const errors: FieldError[] = [];
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  if (resource !== undefined && path !== undefined)
    errors.push(
      invalid("spec.nonResourceAttributes", path, "cannot be specified in combination with resourceAttributes"),
    );
  if (resource === undefined && path === undefined) {
    errors.push(
      invalid(
        "spec.resourceAttributes",
        "null",
        "exactly one of nonResourceAttributes or resourceAttributes must be specified",
      ),
    );
  }
  errors.push(...selectorErrors("spec.resourceAttributes.fieldSelector", resource?.fieldSelector));
  errors.push(...selectorErrors("spec.resourceAttributes.labelSelector", resource?.labelSelector));
  if (who === "somebody" && (spec.user ?? "") === "" && (spec.groups ?? []).length === 0)
    errors.push(invalid("spec.user", "", "at least one of user or group must be specified"));
  const { name = "", labels = {} } = metadata;
  if (name !== "" || Object.keys(labels).length > 0) errors.push(invalid("metadata", { ...metadata }, "must be empty"));
  if (namespace === undefined) return errors;
  if (resource !== undefined && (resource.namespace ?? "") !== namespace)
    errors.push(
      invalid("spec.resourceAttributes.namespace", resource.namespace ?? "", "must match metadata.namespace"),
    );
  if (path !== undefined)
    errors.push(invalid("spec.nonResourceAttributes", path, "disallowed on this kind of request"));
  return errors;
}

function selectorErrors(field: string, selector: Selector | undefined): FieldError[] {
  if (selector === undefined) return [];
  const { rawSelector = "", requirements = [] } = selector;
  if (rawSelector !== "" && requirements.length > 0)
    return [invalid(`${field}.rawSelector`, rawSelector, "may not specified at the same time as requirements")];
  return [];
}

function userOf({ spec: { user = "", uid = "", groups = [], extra = {} } }: AccessReview): User {
  return { name: user, uid, groups, extra };
}

function attributesOf({ spec: { resourceAttributes, nonResourceAttributes } }: AccessReview, user: User): Attributes {
  const none = { user, group: "", version: "", resource: "", subresource: "", name: "", namespace: "", path: "" };
  if (resourceAttributes === undefined) {
    const { path = "", verb = "" } = nonResourceAttributes ?? {};
    return { ...none, isResource: false, verb, path };
  }
  const { fieldSelector, labelSelector, verb = "", ...named } = resourceAttributes;
  return {
    ...none,
    ...named,
    isResource: true,
    verb,
    ...(fieldSelector?.requirements === undefined ? {} : { fieldSelector: requirementsOf(fieldSelector.requirements) }),
    ...(labelSelector?.requirements === undefined ? {} : { labelSelector: requirementsOf(labelSelector.requirements) }),
  };
}

function requirementsOf(requirements: NonNullable<Selector["requirements"]>): readonly SelectorRequirement[] {
  return requirements.map(({ key, operator, values = [] }) => ({
    key,
    operator: operator as SelectorRequirement["operator"],
    values,
  }));
}
