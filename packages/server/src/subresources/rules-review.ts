import type { PolicyRule, Rbac } from "@svc/authz";
import { type ApiObject, badRequest } from "@svc/meta";
import type { SubresourceHandler } from "../dispatch.ts";
import type { ServerParts } from "../parts.ts";
import { actionAnswer, readAction } from "./action.ts";

interface RulesReview extends ApiObject {
  spec?: { namespace?: string };
}

/** `SelfSubjectRulesReview`: what who asks may do in a namespace, as far as it can be listed. */
export function rulesReview(parts: ServerParts, rbac: Rbac | undefined): SubresourceHandler {
  return async (state, route) => {
    const action = await readAction<RulesReview>(parts, state, route);
    const namespace = action.object.spec?.namespace ?? "";
    if (namespace === "") throw badRequest("no namespace on request");
    const { rules, errors } = rbac?.rulesFor(state.user, namespace) ?? { rules: [], errors: [] };
    const object: ApiObject = {
      metadata: {},
      spec: {},
      status: {
        resourceRules: rules.filter((r) => (r.resources ?? []).length > 0).map(resourceRule),
        nonResourceRules: rules.filter((r) => (r.nonResourceURLs ?? []).length > 0).map(pathRule),
        incomplete: rbac === undefined,
        ...(errors.length === 0 ? {} : { evaluationError: errors.join(", ") }),
      },
    };
    return actionAnswer(parts, action, object);
  };
}

function resourceRule({ verbs, apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): object {
  return { verbs, apiGroups, resources, ...(resourceNames.length === 0 ? {} : { resourceNames }) };
}

function pathRule({ verbs, nonResourceURLs = [] }: PolicyRule): object {
  return { verbs, nonResourceURLs };
}
