import { quote } from "@svc/base";
import { aString, checkArgument } from "@svc/base/check";
import type { Attributes, Authorizer, Decision, RuleList, User } from "../authorizer.ts";
import type { PolicyRule } from "../policy-rule.ts";
import type { Binding } from "./binding.ts";
import { createBindingIndex } from "./binding-index.ts";
import { createGrants, type Grant, type Grants } from "./grants.ts";

/**
 * Role-based access control over roles and bindings set by the caller. All answers come from
 * memory.
 */
export interface Rbac extends Authorizer {
  authorize(attributes: Attributes): Decision;
  /**
   * @param namespace empty for a role of the whole cluster.
   * @param rules undefined when the role is gone
   */
  setRole(namespace: string, name: string, rules: readonly PolicyRule[] | undefined): void;
  /** @param binding undefined for a deleted one */
  setBinding(namespace: string, name: string, binding: Binding | undefined): void;
  rulesFor(user: User, namespace: string): RuleList;
  /** Rules with their bindings. */
  grantsFor(user: User, namespace: string): readonly Grant[];
  role(namespace: string, name: string): readonly PolicyRule[] | undefined;
  /** All bindings with subjects. */
  bindings(): Iterable<Binding>;
}

/** Cached grants of one user, valid until a role or binding changes. */
interface UserGrants {
  readonly generation: number;
  readonly byNamespace: Map<string, Grants>;
}

/** Most namespaces cached for a user. */
const maxNamespaces = 64;

/**
 * Creates RBAC without roles.
 * @param group API group of roles in errors: `rbac.authorization.svc.io`
 * @throws {TypeError} for a wrong argument
 */
export function createRbac(group: string): Rbac {
  checkArgument("createRbac: group", group, aString);
  const roles = new Map<string, readonly PolicyRule[]>();
  const bindings = createBindingIndex();
  const grantsByUser = new WeakMap<User, UserGrants>();
  let generation = 0;

  const rulesOf = ({ roleRef: { kind, name }, namespace }: Binding): readonly PolicyRule[] | string => {
    if (kind !== "ClusterRole" && kind !== "Role") return `unsupported role reference kind: ${quote(kind)}`;
    const rules = roles.get(roleKey(kind === "ClusterRole" ? "" : namespace, name));
    return rules ?? `${kind.toLowerCase()}.${group} ${quote(name)} not found`;
  };

  const collect = (user: User, namespace: string): Grants => {
    const all: Grant[] = [];
    const errors: string[] = [];
    for (const scope of namespace === "" ? [""] : ["", namespace]) {
      for (const { binding, subject } of bindings.of(user, scope)) {
        const rules = rulesOf(binding);
        if (typeof rules === "string") errors.push(rules);
        else for (const rule of rules) all.push({ rule, binding, subject });
      }
    }
    return createGrants(all, errors);
  };

  const grantsOf = (user: User, namespace: string): Grants => {
    let entry = grantsByUser.get(user);
    if (entry?.generation !== generation) grantsByUser.set(user, (entry = { generation, byNamespace: new Map() }));
    let found = entry.byNamespace.get(namespace);
    if (found === undefined) {
      found = collect(user, namespace);
      if (entry.byNamespace.size >= maxNamespaces) entry.byNamespace.clear();
      entry.byNamespace.set(namespace, found);
    }
    return found;
  };

  return {
    authorize: (attributes) => grantsOf(attributes.user, attributes.namespace).decide(attributes),
    setRole: (namespace, name, rules) => {
      generation++;
      if (rules === undefined) roles.delete(roleKey(namespace, name));
      else roles.set(roleKey(namespace, name), rules);
    },
    setBinding: (namespace, name, binding) => {
      generation++;
      bindings.set(namespace, name, binding);
    },
    rulesFor: (user, namespace) => {
      const { all, errors } = grantsOf(user, namespace);
      return { rules: all.map((g) => g.rule), errors, incomplete: false };
    },
    grantsFor: (user, namespace) => grantsOf(user, namespace).all,
    role: (namespace, name) => roles.get(roleKey(namespace, name)),
    bindings: () => bindings.all(),
  };
}

function roleKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
