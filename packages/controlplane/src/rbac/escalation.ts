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
import {
  type ApiObject,
  badRequest,
  type Dialect,
  forbiddenError,
  notFound,
  pathSegment,
  plainError,
  quote,
} from "@svc/meta";

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
  const checks = new EscalationChecks(dialect, authorizer, rbac);
  return {
    name: "RbacEscalation",
    operations: ["CREATE", "UPDATE"],
    mutate: (request) => {
      const { user, object, resource, subresource } = request;
      if (resource.group !== checks.group || subresource !== "" || user === undefined || object === undefined)
        return undefined;
      if (hasSameContent(object, request.oldObject)) return undefined;
      const isRole = resource.resource === "roles" || resource.resource === "clusterroles";
      return isRole ? checks.checkRole(request, user, object) : checks.checkBinding(request, user, object as Binding);
    },
  };
}

const everything: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

class EscalationChecks {
  /** The fields of roles and bindings that the check reads. */
  readonly group: string;
  readonly #authorizer: Authorizer;
  readonly #rbac: Rbac;

  constructor(dialect: Dialect, authorizer: Authorizer, rbac: Rbac) {
    this.group = dialect.expand("rbac.authorization.{api}");
    this.#authorizer = authorizer;
    this.#rbac = rbac;
  }

  async checkRole(request: AdmissionRequest, user: User, role: Role): Promise<void> {
    const old = request.oldObject as Role | undefined;
    const { resource } = request.resource;
    const { name = "" } = role.metadata;
    // A new role has no name yet that a rule could allow.
    const verb = "escalate";
    if (await this.#isAllowed(request, user, { verb, resource, name: old === undefined ? "" : name })) return;
    this.#checkGrant(request, user, { name, rules: policyRulesFrom(role.rules) });
    if (role.aggregationRule === undefined && old?.aggregationRule === undefined) return;
    if (isMaster(user) || uncoveredRules(this.#rbac.rulesFor(user, "").rules, everything).length === 0) return;
    throw forbiddenError(
      { group: this.group, resource, name },
      "must have cluster-admin privileges to use the aggregationRule",
    );
  }

  async checkBinding(request: AdmissionRequest, user: User, binding: Binding): Promise<void> {
    const { kind = "", name: roleName = "" } = binding.roleRef ?? {};
    const { name = "" } = binding.metadata;
    const resource = kind === "ClusterRole" ? "clusterroles" : "roles";
    if (await this.#isAllowed(request, user, { verb: "bind", resource, name: roleName })) return;
    if (isMaster(user)) return;
    if (kind !== "ClusterRole" && kind !== "Role") throw plainError(`unsupported role reference kind: ${quote(kind)}`);
    if (kind === "Role" && request.namespace === "") throw badRequest("Namespace parameter required.");
    checkRoleName(roleName);
    const rules = this.#rbac.role(kind === "ClusterRole" ? "" : request.namespace, roleName);
    if (rules === undefined) throw notFound({ group: this.group, resource: request.resource.resource, name: roleName });
    this.#checkGrant(request, user, { name, rules });
  }

  async #isAllowed(
    request: AdmissionRequest,
    user: User,
    access: Pick<Attributes, "verb" | "resource" | "name">,
  ): Promise<boolean> {
    const attributes: Attributes = {
      ...access,
      user,
      isResource: true,
      group: this.group,
      version: request.resource.version,
      subresource: "",
      namespace: request.namespace,
      path: "",
    };
    return (await this.#authorizer.authorize(attributes)).verdict === "allow";
  }

  /** Refuses rules that the user does not hold. */
  #checkGrant(
    request: AdmissionRequest,
    user: User,
    { name, rules }: { readonly name: string; readonly rules: readonly PolicyRule[] },
  ): void {
    if (isMaster(user)) return;
    const { rules: held, errors } = this.#rbac.rulesFor(user, request.namespace);
    const missing = uncoveredRules(held, rules);
    if (missing.length === 0) return;
    const lines = missing.map(compactText).sort();
    const groups = user.groups.map((g) => JSON.stringify(g)).join(" ");
    // Here roles are named by their resource, elsewhere by their kind.
    const missingRoles = errors.map((e) => e.replace(/^(clusterrole|role)\./, "$1s."));
    const trouble = errors.length === 0 ? "" : `; resolution errors: [${missingRoles.join(", ")}]`;
    throw forbiddenError(
      { group: this.group, resource: request.resource.resource, name },
      `user ${quote(user.name)} (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n${lines.join("\n")}${trouble}`,
    );
  }
}

/** Refuses names that no stored role can have. */
function checkRoleName(name: string): void {
  if (name === "") throw badRequest("Name parameter required.");
  const [problem] = pathSegment(name);
  if (problem !== undefined) throw badRequest(`Name parameter invalid: ${quote(name)}: ${problem}`);
}

function isMaster({ groups }: User): boolean {
  return groups.includes("system:masters");
}

/**
 * True if an update changes only owner references and finalizers. Other changes are checked, labels
 * too: they may aggregate a role into others.
 */
function hasSameContent(object: ApiObject, old: ApiObject | undefined): boolean {
  return old !== undefined && isDeepStrictEqual(comparedContent(object), comparedContent(old));
}

function comparedContent({ metadata, ...content }: ApiObject): unknown {
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
