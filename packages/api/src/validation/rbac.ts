import { type Dialect, type DisplayValue, displayAs, dns1123Subdomain, pathSegment, quote } from "@svc/meta";
import type { rbacv1 } from "@svc/types";
import { type Check, each, isEmpty, members, named, needed, oneOf } from "./common/check.ts";
import { same } from "./common/equal.ts";
import { passes } from "./common/field-path.ts";
import { kind } from "./common/kind.ts";
import type { KindValidation } from "./common/kind-validation.ts";
import { labelSelector } from "./common/label-selector.ts";
import { twiceOnUpdate } from "./common/twice-on-update.ts";
import { whenSet } from "./common/when-set.ts";

type Scope = "namespace" | "cluster";

export function rbacValidation({ expand }: Dialect): Readonly<Record<string, KindValidation>> {
  const group = expand("rbac.authorization.{api}");
  return {
    Role: kind(twiceOnUpdate<rbacv1.Role>({ object: members<rbacv1.Role>({ rules: each(policyRule("namespace")) }) })),
    ClusterRole: kind(
      twiceOnUpdate<rbacv1.ClusterRole>({
        object: members<rbacv1.ClusterRole>({ rules: each(policyRule("cluster")), aggregationRule }),
      }),
    ),
    RoleBinding: binding(group, "namespace"),
    ClusterRoleBinding: binding(group, "cluster"),
  };
}

function policyRule(scope: Scope): Check<rbacv1.PolicyRule> {
  return (rule, at) => {
    const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
    if (isEmpty(verbs)) at.field("verbs").required("verbs must contain at least one value");
    if (!isEmpty(nonResourceURLs)) {
      const urls = at.field("nonResourceURLs");
      if (scope === "namespace") urls.invalid(nonResourceURLs, "namespaced rules cannot apply to non-resource URLs");
      if (![apiGroups, resources, resourceNames].every(isEmpty))
        urls.invalid(nonResourceURLs, "rules cannot apply to both regular resources and non-resource URLs");
      return;
    }
    if (isEmpty(apiGroups)) at.field("apiGroups").required("resource rules must supply at least one api group");
    if (isEmpty(resources)) at.field("resources").required("resource rules must supply at least one resource");
  };
}

const aggregationRule: Check<rbacv1.AggregationRule> = members<rbacv1.AggregationRule>({
  clusterRoleSelectors: needed(
    each((selector, at) => {
      if (!passes(at, () => labelSelector(selector, at))) at.invalid("null", "invalid label selector.");
    }),
    "at least one clusterRoleSelector required if aggregationRule is non-nil",
  ),
});

function binding(group: string, scope: Scope): KindValidation {
  const roleRef: Check<rbacv1.RoleRef> = (ref, at) => {
    oneOf(group)(ref.apiGroup ?? "", at.field("apiGroup"));
    oneOf(...(scope === "namespace" ? ["Role", "ClusterRole"] : ["ClusterRole"]))(ref.kind ?? "", at.field("kind"));
    members<rbacv1.RoleRef>({ name: needed(named(pathSegment)) })(ref, at);
  };
  return kind(
    twiceOnUpdate<rbacv1.RoleBinding>({
      object: (object, at) => {
        roleRef(object.roleRef, at.field("roleRef"));
        each(subject(group, scope))(object.subjects ?? [], at.field("subjects"));
      },
      update: (object, old, at) => {
        if (!same(object.roleRef, old.roleRef))
          at.field("roleRef").invalid(shownRoleRef(object.roleRef), "cannot change roleRef");
      },
    }),
  );
}

function shownRoleRef({ apiGroup = "", kind = "", name = "" }: rbacv1.RoleRef): DisplayValue {
  return displayAs(`rbac.RoleRef{APIGroup:${quote(apiGroup)}, Kind:${quote(kind)}, Name:${quote(name)}}`);
}

function subject(group: string, scope: Scope): Check<rbacv1.Subject> {
  const byKind: ReadonlyMap<string, Check<rbacv1.Subject>> = new Map(
    Object.entries<Check<rbacv1.Subject>>({
      ServiceAccount: members<rbacv1.Subject>({
        name: whenSet(named(dns1123Subdomain)),
        apiGroup: oneOf(""),
        ...(scope === "cluster" ? { namespace: needed() } : {}),
      }),
      User: ({ apiGroup = "" }, at) => oneOf(group)(apiGroup, at.field("apiGroup")),
      Group: ({ apiGroup = "" }, at) => oneOf(group)(apiGroup, at.field("apiGroup")),
    }),
  );
  return (subject, at) => {
    members<rbacv1.Subject>({ name: needed() })(subject, at);
    const { kind = "" } = subject;
    const check = byKind.get(kind);
    if (check === undefined) at.field("kind").notSupported(kind, [...byKind.keys()]);
    else check(subject, at);
  };
}
