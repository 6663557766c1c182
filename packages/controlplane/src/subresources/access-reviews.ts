import type { Attributes, User } from "@svc/authz";
import { appendAll, type Steps } from "@svc/base";
import { type ApiObject, aggregateText, type FieldError, invalid, invalidObject } from "@svc/meta";
import { inSteps } from "@svc/registry";
import type { ExtensionContext, SubresourceHandler } from "@svc/server";
import { type ReviewSelector, selectorErrors, selectorResponse } from "./review-selectors.ts";

interface ResourceAttributes {
  namespace?: string;
  verb?: string;
  group?: string;
  version?: string;
  resource?: string;
  subresource?: string;
  name?: string;
  fieldSelector?: ReviewSelector;
  labelSelector?: ReviewSelector;
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

type Who = "other" | "self";

/** `SubjectAccessReview` and its variants: whether a subject has access. */
export function accessReview(
  { local: { environment }, authorizer, requests }: ExtensionContext,
  who: Who,
  local: boolean,
): SubresourceHandler {
  const group = environment.dialect.expand("authorization.{api}");
  return (state, route) => {
    const { namespace = "" } = route;
    return requests.performAction<AccessReview>(state, route, {
      check: (review) => {
        const errors = reviewErrors(review, who, local ? namespace : undefined);
        if (errors.length > 0) throw invalidObject({ group, kind: "", name: "" }, errors);
      },
      act: async ({ object }) => {
        const { managedFields } = object.metadata;
        object.metadata = {
          ...(local ? { namespace } : {}),
          ...(managedFields === undefined ? {} : { managedFields }),
        };
        const query = inSteps(state, questionOf(object, who === "self" ? state.user : userOf(object)));
        const { attributes, ignored } = query instanceof Promise ? await query : query;
        const { verdict, reason, error } = await authorizer.authorize(attributes, state.request);
        const problems = [...ignored, ...(error === undefined ? [] : [error])];
        object.status = {
          allowed: verdict === "allow",
          ...(verdict === "deny" ? { denied: true } : {}),
          ...(reason === "" ? {} : { reason }),
          ...(problems.length === 0 ? {} : { evaluationError: aggregateText(problems) }),
        };
        return { object };
      },
    });
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
  if (who === "other" && (spec.user ?? "") === "" && (spec.groups ?? []).length === 0)
    errors.push(invalid("spec.user", "", "at least one of user or group must be specified"));
  for (const kind of ["fieldSelector", "labelSelector"] as const)
    appendAll(errors, selectorErrors(kind, resource?.[kind], `spec.resourceAttributes.${kind}`));
  // Fields set by the server are ignored.
  const { managedFields, namespace: _namespace, uid, creationTimestamp, ...others } = metadata;
  const empty = namespace === undefined ? "must be empty" : "must be empty except for namespace";
  if (Object.values(others).some(isGiven)) errors.push(invalid("metadata", others, empty));
  if (namespace === undefined) return errors;
  if (resource !== undefined && (resource.namespace ?? "") !== namespace)
    errors.push(
      invalid("spec.resourceAttributes.namespace", resource.namespace ?? "", "must match metadata.namespace"),
    );
  if (path !== undefined)
    errors.push(invalid("spec.nonResourceAttributes", path, "disallowed on this kind of request"));
  return errors;
}

function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function userOf({ spec: { user = "", uid = "", groups = [], extra = {} } }: AccessReview): User {
  return { name: user, uid, groups, extra };
}

/** The attributes of a review, and the errors of selectors that could not be parsed. */
function* questionOf(
  { spec: { resourceAttributes, nonResourceAttributes } }: AccessReview,
  user: User,
): Steps<{ readonly attributes: Attributes; readonly ignored: readonly string[] }> {
  const none = { user, group: "", version: "", resource: "", subresource: "", name: "", namespace: "", path: "" };
  if (resourceAttributes === undefined) {
    const { path = "", verb = "" } = nonResourceAttributes ?? {};
    return { attributes: { ...none, isResource: false, verb, path }, ignored: [] };
  }
  const { fieldSelector, labelSelector, verb = "", version = "", ...named } = resourceAttributes;
  const fields = yield* selectorResponse("fieldSelector", fieldSelector, "spec.resourceAttributes.fieldSelector");
  const labels = yield* selectorResponse("labelSelector", labelSelector, "spec.resourceAttributes.labelSelector");
  const attributes: Attributes = {
    ...none,
    ...named,
    isResource: true,
    verb,
    version: version === "" ? "*" : version,
    ...(fields.requirements === undefined ? {} : { fieldSelector: fields.requirements }),
    ...(labels.requirements === undefined ? {} : { labelSelector: labels.requirements }),
  };
  return { attributes, ignored: [fields.error, labels.error].filter((e) => e !== undefined) };
}
