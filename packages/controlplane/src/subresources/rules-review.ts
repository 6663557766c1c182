import type { PolicyRule, RuleList } from "@svc/authz";
import { type ApiObject, aggregateText, badRequest } from "@svc/meta";
import type { ExtensionContext, SubresourceHandler } from "@svc/server";

interface RulesReview extends ApiObject {
  spec?: { namespace?: string };
}

/**
 * `SelfSubjectRulesReview`: the user's permissions in a namespace, as far as they can be listed.
 */
export function rulesReview({ authorizer, requests }: ExtensionContext): SubresourceHandler {
  return (state, route) =>
    requests.performAction<RulesReview>(state, route, {
      act: ({ object: { spec } }) => {
        const namespace = spec?.namespace ?? "";
        if (namespace === "") throw badRequest("no namespace on request");
        const { rules, errors, incomplete } = authorizer.rulesFor?.(state.user, namespace) ?? unlisted;
        const object: ApiObject = {
          metadata: {},
          spec: {},
          status: {
            resourceRules: rules.filter((r) => (r.resources ?? []).length > 0).map(resourceRule),
            nonResourceRules: rules.filter((r) => (r.nonResourceURLs ?? []).length > 0).map(pathRule),
            incomplete,
            ...(errors.length === 0 ? {} : { evaluationError: aggregateText(errors) }),
          },
        };
        return { object };
      },
    });
}

const unlisted: RuleList = { rules: [], errors: [], incomplete: true };

function resourceRule({ verbs, apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): object {
  return { verbs, apiGroups, resources, ...(resourceNames.length === 0 ? {} : { resourceNames }) };
}

function pathRule({ verbs, nonResourceURLs = [] }: PolicyRule): object {
  return { verbs, nonResourceURLs };
}
