import { checkArgument } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import { text } from "../gen/default-policy.ts";
import type { PolicyRule } from "../policy-rule.ts";
import type { RoleRef, Subject } from "./binding.ts";

/** A role of the default policy, as in the API. */
export interface DefaultRole {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly rules?: readonly PolicyRule[];
  readonly aggregationRule?: {
    readonly clusterRoleSelectors: readonly { readonly matchLabels: Readonly<Record<string, string>> }[];
  };
}

/** A binding of the default policy. */
export interface DefaultBinding {
  readonly name: string;
  readonly namespace?: string;
  readonly roleRef: RoleRef & { readonly apiGroup: string };
  readonly subjects: readonly (Subject & { readonly apiGroup?: string })[];
}

/** The default policy. */
export interface DefaultPolicy {
  readonly clusterRoles: readonly DefaultRole[];
  readonly clusterRoleBindings: readonly DefaultBinding[];
  readonly roles: readonly DefaultRole[];
  readonly roleBindings: readonly DefaultBinding[];
}

interface PolicyData extends DefaultPolicy {
  /** Each is bound to the service account of its name. */
  readonly controllerRoles: readonly DefaultRole[];
}

/** Returns the roles and bindings of a new cluster. @throws {TypeError} for a wrong argument */
export function defaultPolicy(dialect: Dialect): DefaultPolicy {
  checkArgument("defaultPolicy: dialect", dialect, aDialect);
  const facts = JSON.parse(dialect.expand(text)) as PolicyData;
  const apiGroup = dialect.expand("rbac.authorization.{api}");
  const controllers = facts.controllerRoles.map(
    ({ name }): DefaultBinding => ({
      name,
      roleRef: { apiGroup, kind: "ClusterRole", name },
      subjects: [
        { kind: "ServiceAccount", name: name.replace("system:controller:", ""), namespace: dialect.namespaces.system },
      ],
    }),
  );
  return {
    clusterRoles: [...facts.clusterRoles, ...facts.controllerRoles],
    clusterRoleBindings: [...facts.clusterRoleBindings, ...controllers],
    roles: facts.roles,
    roleBindings: facts.roleBindings,
  };
}

/**
 * Returns the labels and annotations of objects of the default policy.
 * @throws {TypeError} for a wrong argument
 */
export function policyMetadata(dialect: Dialect): {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly autoupdate: string;
} {
  checkArgument("policyMetadata: dialect", dialect, aDialect);
  const { labelDomain, expand } = dialect;
  const autoupdate = expand("rbac.authorization.{labels}/autoupdate");
  return {
    labels: { [`${labelDomain}/bootstrapping`]: "rbac-defaults" },
    annotations: { [autoupdate]: "true" },
    autoupdate,
  };
}
