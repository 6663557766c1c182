import { isDeepStrictEqual } from "node:util";
import type { AdmissionPlugin, AdmissionRequest } from "@svc/admission";
import {
  type Attributes,
  type Authorizer,
  compactText,
  type PolicyRule,
  policyRulesFrom,
  type Rbac,
  type User,
  uncoveredRules,
} from "@svc/authz";
import { type ApiObject, badRequest, type Dialect, forbiddenError, notFound, plainError, quote } from "@svc/meta";

interface Role extends ApiObject {
  rules?: unknown;
  aggregationRule?: unknown;
}

interface Binding extends ApiObject {
  roleRef?: { kind?: string; name?: string };
}

/**
 * Prevents escalation: roles may contain, and bindings may grant, only permissions that their
 * writer has at the same scope, unless the writer may `escalate` the role, or `bind` it.
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
    // Here roles are named by their resource, elsewhere by their kind.
    const missingRoles = errors.map((e) => e.replace(/^(clusterrole|role)\./, "$1s."));
    const trouble = errors.length === 0 ? "" : `; resolution errors: [${missingRoles.join(", ")}]`;
    throw forbiddenError(
      { group, resource: request.resource.resource, name },
      `user ${quote(user.name)} (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n${lines.join("\n")}${trouble}`,
    );
  };

  const checkRole = async (request: AdmissionRequest, user: User, role: Role): Promise<void> => {
    const old = request.oldObject as Role | undefined;
    const { resource } = request.resource;
    const { name = "" } = role.metadata;
    // What is made has no name yet that a rule could go by.
    if (await may(request, user, "escalate", resource, old === undefined ? "" : name)) return;
    confirm(request, user, name, policyRulesFrom(role.rules));
    if (role.aggregationRule === undefined && old?.aggregationRule === undefined) return;
    if (
      user.groups.includes("system:masters") ||
      uncoveredRules(rbac.rulesFor(user, "").rules, everything).length === 0
    )
      return;
    throw forbiddenError({ group, resource, name }, "must have cluster-admin privileges to use the aggregationRule");
  };

  const checkBinding = async (request: AdmissionRequest, user: User, binding: Binding): Promise<void> => {
    const { kind = "", name: roleName = "" } = binding.roleRef ?? {};
    const { name = "" } = binding.metadata;
    const resource = kind === "ClusterRole" ? "clusterroles" : "roles";
    if (await may(request, user, "bind", resource, roleName)) return;
    if (user.groups.includes("system:masters")) return;
    if (kind !== "ClusterRole" && kind !== "Role") throw plainError(`unsupported role reference kind: ${quote(kind)}`);
    if (kind === "Role" && request.namespace === "") throw badRequest("Namespace parameter required.");
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
      if (changesNothingThatCounts(object, request.oldObject)) return undefined;
      const isRole = resource.resource === "roles" || resource.resource === "clusterroles";
      return isRole ? checkRole(request, user, object) : checkBinding(request, user, object as Binding);
    },
  };
}

/**
 * Whether an update only lets the garbage collector do its work. Anything else counts, labels too:
 * by them a role may become part of others.
 */
function changesNothingThatCounts(object: ApiObject, old: ApiObject | undefined): boolean {
  return old !== undefined && isDeepStrictEqual(whatCounts(object), whatCounts(old));
}

function whatCounts({ metadata, ...content }: ApiObject): unknown {
  const { ownerReferences, finalizers, managedFields, resourceVersion, generation, ...marks } = metadata;
  return withoutEmpties({ ...content, ...marks });
}

/** Absent, null and empty are the same. */
function withoutEmpties(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpties);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== null && v !== undefined && v !== "" && !isEmpty(v))
      .map(([k, v]) => [k, withoutEmpties(v)]),
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
