import type { Attributes, Authorizer, Rbac } from "@svc/authz";
import { quote } from "@svc/base";
import type { ProcessLog } from "@svc/program";

/** Logs what no role allows: from level 5 on, as the module `rbac`. */
export function logRefusals(rbac: Rbac, module: ProcessLog["module"]): Authorizer {
  const { log, isEnabled } = module("rbac", 5);
  return {
    ...rbac,
    authorize: (attributes) => {
      const decision = rbac.authorize(attributes);
      if (decision.verdict === "noOpinion" && isEnabled()) log.info(refusalText(attributes));
      return decision;
    },
  };
}

function refusalText(attributes: Attributes): string {
  const { user, namespace } = attributes;
  const groups = user.groups.map((group) => quote(group)).join(" ");
  const scope = namespace === "" ? "cluster-wide" : `in namespace ${quote(namespace)}`;
  return `RBAC: no rules authorize user ${quote(user.name)} with groups [${groups}] to ${operationText(attributes)} ${scope}`;
}

function operationText({ isResource, verb, group, resource, subresource, name, path }: Attributes): string {
  if (!isResource) return `${quote(verb)} nonResourceURL ${quote(path)}`;
  const kind = `${resource}${group === "" ? "" : `.${group}`}${subresource === "" ? "" : `/${subresource}`}`;
  return `${quote(verb)} resource "${kind}"${name === "" ? "" : ` named ${quote(name)}`}`;
}
