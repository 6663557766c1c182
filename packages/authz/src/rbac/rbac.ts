import type { Attributes, Authorizer, Decision, User } from "../authorizer.ts";
import { type PolicyRule, ruleAllows } from "./policy-rule.ts";

export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** A binding as it is stored. The namespace is empty for one of the whole cluster. */
export interface Binding {
  readonly name: string;
  readonly namespace: string;
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

/** Role-based access control over roles and bindings that it is told of. All answers come from memory. */
export interface Rbac extends Authorizer {
  authorize(attributes: Attributes): Decision;
  /** @param namespace empty for a role of the whole cluster. @param rules undefined when the role is gone */
  setRole(namespace: string, name: string, rules: readonly PolicyRule[] | undefined): void;
  /** @param binding undefined when it is gone */
  setBinding(namespace: string, name: string, binding: Binding | undefined): void;
  /** What a user may, in a namespace (empty: in the whole cluster), with what could not be found out. */
  rulesFor(
    user: User,
    namespace: string,
  ): { readonly rules: readonly PolicyRule[]; readonly errors: readonly string[] };
  role(namespace: string, name: string): readonly PolicyRule[] | undefined;
  /** Every binding that gives somebody something. */
  bindings(): Iterable<Binding>;
}

/** A rule on its way to a user: by which binding, to which of the names that he has. */
interface Grant {
  readonly rule: PolicyRule;
  readonly binding: Binding;
  readonly subject: Subject;
}

interface Grants {
  readonly grants: readonly Grant[];
  readonly errors: readonly string[];
}

/** What was found out about one user, until anything changes. */
interface Known {
  readonly generation: number;
  readonly byNamespace: Map<string, Grants>;
}

/** How many namespaces are remembered of one user. */
const maxNamespaces = 64;

/** @param group of the roles, as errors name them: `rbac.authorization.svc.io` */
export function createRbac(group: string): Rbac {
  const roles = new Map<string, readonly PolicyRule[]>();
  const bindings = new Map<string, Binding>();
  /** By namespace, and in it by the name of a subject. */
  const bySubject = new Map<string, Map<string, Set<Binding>>>();
  const known = new WeakMap<User, Known>();
  let generation = 0;

  const index = (binding: Binding, add: boolean): void => {
    let names = bySubject.get(binding.namespace);
    if (names === undefined) bySubject.set(binding.namespace, (names = new Map()));
    for (const subject of binding.subjects) {
      const key = subjectKey(subject, binding.namespace);
      const set = names.get(key) ?? new Set<Binding>();
      if (add) set.add(binding);
      else set.delete(binding);
      if (set.size > 0) names.set(key, set);
      else names.delete(key);
    }
    if (names.size === 0) bySubject.delete(binding.namespace);
  };

  const collect = (user: User, scope: string, into: { grants: Grant[]; errors: string[] }): void => {
    const names = bySubject.get(scope);
    if (names === undefined) return;
    const seen = new Set<Binding>();
    for (const key of keysOf(user)) {
      for (const binding of names.get(key) ?? []) {
        if (seen.has(binding)) continue;
        seen.add(binding);
        const subject = binding.subjects.find((s) => subjectKey(s, scope) === key) as Subject;
        const { kind, name } = binding.roleRef;
        const rules = roles.get(roleKey(kind === "ClusterRole" ? "" : scope, name));
        if (rules === undefined) into.errors.push(`${kind.toLowerCase()}.${group} ${JSON.stringify(name)} not found`);
        else for (const rule of rules) into.grants.push({ rule, binding, subject });
      }
    }
  };

  const grantsOf = (user: User, namespace: string): Grants => {
    let mine = known.get(user);
    if (mine?.generation !== generation) known.set(user, (mine = { generation, byNamespace: new Map() }));
    let found = mine.byNamespace.get(namespace);
    if (found === undefined) {
      const into = { grants: [] as Grant[], errors: [] as string[] };
      collect(user, "", into);
      if (namespace !== "") collect(user, namespace, into);
      found = into;
      if (mine.byNamespace.size >= maxNamespaces) mine.byNamespace.clear();
      mine.byNamespace.set(namespace, found);
    }
    return found;
  };

  return {
    authorize: (attributes) => {
      const { grants, errors } = grantsOf(attributes.user, attributes.namespace);
      for (const grant of grants) if (ruleAllows(grant.rule, attributes)) return allowedBy(grant);
      const reason = errors.length === 0 ? "" : `RBAC: ${errors.length === 1 ? errors[0] : `[${errors.join(", ")}]`}`;
      return { verdict: "noOpinion", reason };
    },
    setRole: (namespace, name, rules) => {
      generation++;
      if (rules === undefined) roles.delete(roleKey(namespace, name));
      else roles.set(roleKey(namespace, name), rules);
    },
    setBinding: (namespace, name, binding) => {
      generation++;
      const key = roleKey(namespace, name);
      const before = bindings.get(key);
      if (before !== undefined) index(before, false);
      bindings.delete(key);
      if (binding === undefined) return;
      bindings.set(key, binding);
      index(binding, true);
    },
    rulesFor: (user, namespace) => {
      const { grants, errors } = grantsOf(user, namespace);
      return { rules: grants.map((g) => g.rule), errors };
    },
    role: (namespace, name) => roles.get(roleKey(namespace, name)),
    bindings: () => bindings.values(),
  };
}

function roleKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function subjectKey({ kind, name, namespace }: Subject, scope: string): string {
  if (kind === "ServiceAccount") return `User system:serviceaccount:${namespace ?? scope}:${name}`;
  return `${kind} ${name}`;
}

function* keysOf({ name, groups }: User): Generator<string> {
  yield `User ${name}`;
  for (const group of groups) yield `Group ${group}`;
}

function allowedBy({ binding, subject }: Grant): Decision {
  const { name, namespace, roleRef } = binding;
  const what =
    namespace === ""
      ? `ClusterRoleBinding ${JSON.stringify(name)}`
      : `RoleBinding ${JSON.stringify(`${name}/${namespace}`)}`;
  const whom =
    subject.kind === "ServiceAccount"
      ? `ServiceAccount ${JSON.stringify(`${subject.name}/${subject.namespace ?? namespace}`)}`
      : `${subject.kind} ${JSON.stringify(subject.name)}`;
  const reason = `RBAC: allowed by ${what} of ${roleRef.kind} ${JSON.stringify(roleRef.name)} to ${whom}`;
  return { verdict: "allow", reason };
}
