import {
  type DefaultBinding,
  type DefaultRole,
  defaultPolicy,
  type PolicyRule,
  policyMetadata,
  uncoveredRules,
} from "@svc/authz";
import type { ApiObject, Dialect } from "@svc/meta";
import type { LocalResource } from "@svc/registry";
import type { PostStartStep } from "@svc/server";

interface Role extends ApiObject {
  rules?: PolicyRule[];
  aggregationRule?: unknown;
}

interface Binding extends ApiObject {
  roleRef?: { apiGroup?: string; kind?: string; name?: string };
  subjects?: { kind?: string; name?: string; namespace?: string; apiGroup?: string }[];
}

/**
 * Creates the roles and bindings of the default policy, and completes existing ones. Additions of
 * users stay; an annotation excludes an object from completion.
 */
export const bootstrapRoles: PostStartStep = {
  name: "rbac/bootstrap-roles",
  onlyObjects: true,
  run: async (local) => {
    const { dialect } = local.environment;
    const policy = defaultPolicy(dialect);
    const each = async <T extends ApiObject, D>(
      resource: string,
      list: readonly D[],
      one: (objects: LocalResource<T>, expected: D) => Promise<unknown>,
    ): Promise<void> => {
      const objects = local.resource<T>("rbac.authorization.{api}", resource);
      if (objects !== undefined) await Promise.all(list.map((expected) => one(objects, expected)));
    };
    const role = (roles: LocalResource<Role>, expected: DefaultRole): Promise<unknown> =>
      reconcileRole(roles, expected, dialect);
    const binding = (bindings: LocalResource<Binding>, expected: DefaultBinding): Promise<unknown> =>
      reconcileBinding(bindings, expected, dialect);
    await Promise.all([each("clusterroles", policy.clusterRoles, role), each("roles", policy.roles, role)]);
    await Promise.all([
      each("clusterrolebindings", policy.clusterRoleBindings, binding),
      each("rolebindings", policy.roleBindings, binding),
    ]);
  },
};

function metadataOf(dialect: Dialect, { name, namespace, labels = {} }: DefaultRole): ApiObject["metadata"] {
  const marks = policyMetadata(dialect);
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: { ...labels, ...marks.labels },
    annotations: { ...marks.annotations },
  };
}

async function reconcileRole(roles: LocalResource<Role>, role: DefaultRole, dialect: Dialect): Promise<unknown> {
  const { name, namespace = "", rules = [], aggregationRule } = role;
  const found = await roles.find({ namespace, name });
  const expected: Role = {
    metadata: metadataOf(dialect, role),
    ...(aggregationRule === undefined ? {} : { aggregationRule: structuredClone(aggregationRule) }),
    ...(rules.length === 0 ? {} : { rules: structuredClone(rules) as PolicyRule[] }),
  };
  if (found === undefined) return roles.create(expected);
  if (isLeftAlone(dialect, found)) return undefined;
  const missing = uncoveredRules(found.rules ?? [], rules);
  const marked = isMarked(found, expected);
  const aggregates = JSON.stringify(found.aggregationRule) === JSON.stringify(expected.aggregationRule);
  if (missing.length === 0 && marked && aggregates) return undefined;
  return roles.change({ namespace, name }, (live) => {
    const all = aggregationRule === undefined ? [...(live.rules ?? []), ...missing] : (live.rules ?? []);
    const next: Role = {
      ...live,
      metadata: withMarks(live, expected),
      ...(all.length === 0 ? {} : { rules: [...all] }),
    };
    if (expected.aggregationRule === undefined) delete next.aggregationRule;
    else next.aggregationRule = expected.aggregationRule;
    return next;
  });
}

async function reconcileBinding(
  bindings: LocalResource<Binding>,
  binding: DefaultBinding,
  dialect: Dialect,
): Promise<unknown> {
  const { name, namespace = "", roleRef, subjects } = binding;
  const found = await bindings.find({ namespace, name });
  const expected: Binding = {
    metadata: metadataOf(dialect, { name, ...(namespace === "" ? {} : { namespace }) }),
    roleRef: { ...roleRef },
    subjects: subjects.map((s) => ({ ...s })),
  };
  if (found === undefined) return bindings.create(expected);
  if (isLeftAlone(dialect, found)) return undefined;
  if (found.roleRef?.kind !== roleRef.kind || found.roleRef.name !== roleRef.name) {
    const { uid } = found.metadata;
    await bindings.delete({ namespace, name }, uid === undefined ? {} : { uid });
    return bindings.create(expected);
  }
  const has = (s: (typeof subjects)[number]): boolean =>
    (found.subjects ?? []).some(
      (x) => x.kind === s.kind && x.name === s.name && (x.namespace ?? "") === (s.namespace ?? ""),
    );
  const missing = subjects.filter((s) => !has(s));
  if (missing.length === 0 && isMarked(found, expected)) return undefined;
  return bindings.change({ namespace, name }, (live) => ({
    ...live,
    metadata: withMarks(live, expected),
    subjects: [...(live.subjects ?? []), ...missing.map((s) => ({ ...s }))],
  }));
}

function isLeftAlone(dialect: Dialect, { metadata }: ApiObject): boolean {
  return metadata.annotations?.[policyMetadata(dialect).autoupdate] === "false";
}

function isMarked(found: ApiObject, expected: ApiObject): boolean {
  const within = (a: Readonly<Record<string, string>> = {}, b: Readonly<Record<string, string>> = {}): boolean =>
    Object.keys(a).every((key) => Object.hasOwn(b, key));
  return (
    within(expected.metadata.labels, found.metadata.labels) &&
    within(expected.metadata.annotations, found.metadata.annotations)
  );
}

/** Existing values take precedence over the default ones. */
function withMarks(live: ApiObject, expected: ApiObject): ApiObject["metadata"] {
  return {
    ...live.metadata,
    labels: { ...expected.metadata.labels, ...live.metadata.labels },
    annotations: { ...expected.metadata.annotations, ...live.metadata.annotations },
  };
}
