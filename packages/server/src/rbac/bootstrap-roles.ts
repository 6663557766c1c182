import {
  type DefaultBinding,
  type DefaultRole,
  defaultPolicy,
  type PolicyRule,
  policyMarks,
  uncoveredRules,
} from "@svc/authz";
import type { ApiObject, Dialect } from "@svc/meta";
import type { Endpoint } from "@svc/registry";
import { type BootstrapStep, type BootstrapWriter, existing, serverManager } from "../bootstrap/bootstrap.ts";

interface Role extends ApiObject {
  rules?: PolicyRule[];
  aggregationRule?: unknown;
}

interface Binding extends ApiObject {
  roleRef?: { apiGroup?: string; kind?: string; name?: string };
  subjects?: { kind?: string; name?: string; namespace?: string; apiGroup?: string }[];
}

/**
 * Makes the roles and bindings of the default policy, and mends those that lack something. What somebody has added stays; who
 * does not want an object mended says so in its annotation.
 */
export const bootstrapRoles: BootstrapStep = {
  name: "rbac/bootstrap-roles",
  run: async (writer) => {
    const { dialect } = writer.parts;
    const policy = defaultPolicy(dialect);
    const group = dialect.expand("rbac.authorization.{api}");
    const each = async <T>(
      resource: string,
      list: readonly T[],
      one: (endpoint: Endpoint, item: T) => Promise<void>,
    ): Promise<void> => {
      const endpoint = writer.endpoint(group, resource);
      if (endpoint !== undefined) await Promise.all(list.map((item) => one(endpoint, item)));
    };
    await Promise.all([
      each("clusterroles", policy.clusterRoles, (endpoint, role) => keepRole(writer, endpoint, role)),
      each("roles", policy.roles, (endpoint, role) => keepRole(writer, endpoint, role)),
    ]);
    await Promise.all([
      each("clusterrolebindings", policy.clusterRoleBindings, (endpoint, binding) =>
        keepBinding(writer, endpoint, binding),
      ),
      each("rolebindings", policy.roleBindings, (endpoint, binding) => keepBinding(writer, endpoint, binding)),
    ]);
  },
};

function metadataOf(dialect: Dialect, { name, namespace, labels = {} }: DefaultRole): ApiObject["metadata"] {
  const marks = policyMarks(dialect);
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: { ...labels, ...marks.labels },
    annotations: { ...marks.annotations },
  };
}

async function keepRole(writer: BootstrapWriter, endpoint: Endpoint, role: DefaultRole): Promise<void> {
  const { dialect } = writer.parts;
  const { name, namespace = "", rules = [], aggregationRule } = role;
  const found = (await existing(writer, endpoint, { namespace, name })) as Role | undefined;
  const wanted: Role = {
    metadata: metadataOf(dialect, role),
    ...(aggregationRule === undefined ? {} : { aggregationRule: structuredClone(aggregationRule) }),
    ...(rules.length === 0 ? {} : { rules: structuredClone(rules) as PolicyRule[] }),
  };
  if (found === undefined) return writer.make(endpoint, wanted);
  if (isLeftAlone(dialect, found)) return;
  const missing = uncoveredRules(found.rules ?? [], rules);
  const marked = isMarked(found, wanted);
  const aggregates = JSON.stringify(found.aggregationRule) === JSON.stringify(wanted.aggregationRule);
  if (missing.length === 0 && marked && aggregates) return;
  await change(writer, endpoint, found, (live: Role) => {
    const all = aggregationRule === undefined ? [...(live.rules ?? []), ...missing] : (live.rules ?? []);
    const next: Role = { ...live, metadata: withMarks(live, wanted), ...(all.length === 0 ? {} : { rules: [...all] }) };
    if (wanted.aggregationRule === undefined) delete next.aggregationRule;
    else next.aggregationRule = wanted.aggregationRule;
    return next;
  });
}

async function keepBinding(writer: BootstrapWriter, endpoint: Endpoint, binding: DefaultBinding): Promise<void> {
  const { dialect, registry } = writer.parts;
  const { name, namespace = "", roleRef, subjects } = binding;
  const found = (await existing(writer, endpoint, { namespace, name })) as Binding | undefined;
  const wanted: Binding = {
    metadata: metadataOf(dialect, { name, ...(namespace === "" ? {} : { namespace }) }),
    roleRef: { ...roleRef },
    subjects: subjects.map((s) => ({ ...s })),
  };
  if (found === undefined) return writer.make(endpoint, wanted);
  if (isLeftAlone(dialect, found)) return;
  if (found.roleRef?.kind !== roleRef.kind || found.roleRef.name !== roleRef.name) {
    const { uid } = found.metadata;
    const options = uid === undefined ? {} : { preconditions: { uid } };
    await registry.delete(endpoint, writer.context, { target: { namespace, name }, options });
    return writer.make(endpoint, wanted);
  }
  const has = (s: (typeof subjects)[number]): boolean =>
    (found.subjects ?? []).some(
      (x) => x.kind === s.kind && x.name === s.name && (x.namespace ?? "") === (s.namespace ?? ""),
    );
  const missing = subjects.filter((s) => !has(s));
  if (missing.length === 0 && isMarked(found, wanted)) return;
  await change(writer, endpoint, found, (live: Binding) => ({
    ...live,
    metadata: withMarks(live, wanted),
    subjects: [...(live.subjects ?? []), ...missing.map((s) => ({ ...s }))],
  }));
}

function isLeftAlone(dialect: Dialect, { metadata }: ApiObject): boolean {
  return metadata.annotations?.[policyMarks(dialect).autoupdate] === "false";
}

function isMarked(found: ApiObject, wanted: ApiObject): boolean {
  const within = (a: Readonly<Record<string, string>> = {}, b: Readonly<Record<string, string>> = {}): boolean =>
    Object.keys(a).every((key) => Object.hasOwn(b, key));
  return (
    within(wanted.metadata.labels, found.metadata.labels) &&
    within(wanted.metadata.annotations, found.metadata.annotations)
  );
}

/** What is there counts more than what is wanted. */
function withMarks(live: ApiObject, wanted: ApiObject): ApiObject["metadata"] {
  return {
    ...live.metadata,
    labels: { ...wanted.metadata.labels, ...live.metadata.labels },
    annotations: { ...wanted.metadata.annotations, ...live.metadata.annotations },
  };
}

async function change<T extends ApiObject>(
  { parts, context }: BootstrapWriter,
  endpoint: Endpoint,
  { metadata: { name = "", namespace = "" } }: ApiObject,
  next: (live: T) => T,
): Promise<void> {
  await parts.registry.change(endpoint, context, {
    target: { name, namespace },
    options: { fieldManager: serverManager(parts) },
    createIfAbsent: "never",
    repeatable: true,
    next: (live) => next(structuredClone(live) as T),
  });
}
