import type { AdmissionPlugin, AdmissionRequest } from "@svc/admission";
import {
  type Attributes,
  type Authorizer,
  compactText,
  type PolicyRule,
  type Rbac,
  type User,
  uncoveredRules,
} from "@svc/authz";
import { type ApiObject, type Dialect, forbiddenError, notFound } from "@svc/meta";

interface Role extends ApiObject {
  rules?: readonly PolicyRule[];
  aggregationRule?: unknown;
}

interface Binding extends ApiObject {
  roleRef?: { kind?: string; name?: string };
}

/**
 * Nobody gives more than he has: roles may hold, and bindings may give, only what their writer may do himself at the same scope, unless
 * he may `escalate` the role, or `bind` it.
 */
export function rbacEscalation(dialect: Dialect, authorizer: Authorizer, rbac: Rbac): AdmissionPlugin {
  const group = dialect.expand("rbac.authorization.{api}");
  const everything: readonly PolicyRule[] = [
    { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
    { verbs: ["*"], nonResourceURLs: ["*"] },
  ];

  const may = async (
    request: AdmissionRequest,
    user: User,
    verb: string,
    resource: string,
    name: string,
  ): Promise<boolean> => {
    const asked: Attributes = {
      user,
      verb,
      isResource: true,
      group,
      version: request.resource.version,
      resource,
      subresource: "",
      name,
      namespace: request.namespace,
      path: "",
    };
    return (await authorizer.authorize(asked)).verdict === "allow";
  };

  const confirm = (request: AdmissionRequest, user: User, name: string, rules: readonly PolicyRule[]): void => {
    if (user.groups.includes("system:masters")) return;
    const { rules: held, errors } = rbac.rulesFor(user, request.namespace);
    const missing = uncoveredRules(held, rules);
    if (missing.length === 0) return;
    const lines = missing.map(compactText).sort();
    const groups = user.groups.map((g) => JSON.stringify(g)).join(" ");
    const trouble = errors.length === 0 ? "" : `; resolution errors: [${errors.join(", ")}]`;
    throw forbiddenError(
      { group, resource: request.resource.resource, name },
      `user ${JSON.stringify(user.name)} (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n${lines.join("\n")}${trouble}`,
    );
  };

  const checkRole = async (request: AdmissionRequest, user: User, role: Role): Promise<void> => {
    const old = request.oldObject as Role | undefined;
    const same = JSON.stringify(old?.rules ?? []) === JSON.stringify(role.rules ?? []);
    const sameAggregation = JSON.stringify(old?.aggregationRule) === JSON.stringify(role.aggregationRule);
    if (old !== undefined && same && sameAggregation) return;
    const { name = "" } = role.metadata;
    if (await may(request, user, "escalate", request.resource.resource, name)) return;
    confirm(request, user, name, role.rules ?? []);
    if (role.aggregationRule === undefined || sameAggregation || user.groups.includes("system:masters")) return;
    if (uncoveredRules(rbac.rulesFor(user, "").rules, everything).length === 0) return;
    throw forbiddenError(
      { group, resource: request.resource.resource, name },
      "must have cluster-admin privileges to use the aggregationRule",
    );
  };

  const checkBinding = async (request: AdmissionRequest, user: User, binding: Binding): Promise<void> => {
    const old = request.oldObject as Binding | undefined;
    const same =
      old !== undefined &&
      JSON.stringify(old.roleRef) === JSON.stringify(binding.roleRef) &&
      JSON.stringify(old["subjects"]) === JSON.stringify(binding["subjects"]);
    if (same) return;
    const { kind = "", name: roleName = "" } = binding.roleRef ?? {};
    const { name = "" } = binding.metadata;
    const resource = kind === "ClusterRole" ? "clusterroles" : "roles";
    if (await may(request, user, "bind", resource, roleName)) return;
    if (user.groups.includes("system:masters")) return;
    const rules = rbac.role(kind === "ClusterRole" ? "" : request.namespace, roleName);
    if (rules === undefined) throw notFound({ group, resource: request.resource.resource, name: roleName });
    confirm(request, user, name, rules);
  };

  return {
    name: "RbacEscalation",
    operations: ["CREATE", "UPDATE"],
    mutate: (request) => {
      const { user, object, resource, subresource } = request;
      if (resource.group !== group || subresource !== "" || user === undefined || object === undefined)
        return undefined;
      const isRole = resource.resource === "roles" || resource.resource === "clusterroles";
      return isRole ? checkRole(request, user, object) : checkBinding(request, user, object as Binding);
    },
  };
}
