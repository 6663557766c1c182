import type { Attributes } from "../authorizer.ts";
import type { PolicyRule } from "../policy-rule.ts";
import type { Binding, RoleRef, Subject } from "../rbac/binding.ts";
import type { Rbac } from "../rbac/rbac.ts";
import { ruleAllows } from "../rbac/rule-matching.ts";

/** Something to do, whoever does it. */
export type AccessQuery = Omit<Attributes, "user">;

/** Which binding it is; the namespace is empty for one of the whole cluster. */
export interface BindingName {
  readonly namespace: string;
  readonly name: string;
}

/** Somebody who may, and why. */
export interface AllowedSubject {
  readonly subject: Subject;
  readonly binding: BindingName;
  readonly roleRef: RoleRef;
  /** The first rule of the role that allows it. */
  readonly rule: PolicyRule;
}

/**
 * Everybody whom roles and bindings allow something. Goes through all bindings: for people who ask,
 * not for requests.
 */
export function whoCan(rbac: Pick<Rbac, "bindings" | "role">, query: AccessQuery): readonly AllowedSubject[] {
  const attributes: Attributes = { ...query, user: emptyUser };
  const found: AllowedSubject[] = [];
  for (const binding of rbac.bindings()) {
    if (binding.namespace !== "" && binding.namespace !== query.namespace) continue;
    const rule = rulesOf(rbac, binding)?.find((r) => ruleAllows(r, attributes));
    if (rule === undefined) continue;
    const { namespace, name, roleRef } = binding;
    for (const subject of binding.subjects)
      found.push({ subject: subjectInNamespace(subject, namespace), binding: { namespace, name }, roleRef, rule });
  }
  return found;
}

const emptyUser: Attributes["user"] = { name: "", uid: "", groups: [], extra: {} };

/** The rules that a binding gives; undefined where its role is not there. */
export function rulesOf(rbac: Pick<Rbac, "role">, { namespace, roleRef }: Binding): readonly PolicyRule[] | undefined {
  return rbac.role(roleRef.kind === "ClusterRole" ? "" : namespace, roleRef.name);
}

/** A service account that names no namespace is of its binding's. */
export function subjectInNamespace(subject: Subject, namespace: string): Subject {
  if (subject.kind !== "ServiceAccount" || namespace === "" || (subject.namespace ?? "") !== "") return subject;
  return { ...subject, namespace };
}
