import { anObject, checkArgument, withMethods } from "@svc/base/check";
import type { Attributes } from "../authorizer.ts";
import type { PolicyRule } from "../policy-rule.ts";
import type { Binding, RoleRef, Subject } from "../rbac/binding.ts";
import type { Rbac } from "../rbac/rbac.ts";
import { ruleAllows } from "../rbac/rule-matching.ts";

/** A request without its user. */
export type AccessQuery = Omit<Attributes, "user">;

/** Name of a binding; the namespace is empty for a cluster role binding. */
export interface BindingName {
  readonly namespace: string;
  readonly name: string;
}

/** A subject that is allowed to do something, with the reason. */
export interface AllowedSubject {
  readonly subject: Subject;
  readonly binding: BindingName;
  readonly roleRef: RoleRef;
  /** First rule of the role that allows it. */
  readonly rule: PolicyRule;
}

const expectedRbac = withMethods("an Rbac of @svc/authz", "bindings", "role");

/**
 * Lists all subjects that roles and bindings allow something. Reads all bindings: for diagnosis,
 * not for every request.
 * @throws {TypeError} for a wrong argument
 */
export function whoCan(rbac: Pick<Rbac, "bindings" | "role">, query: AccessQuery): readonly AllowedSubject[] {
  checkArgument("whoCan: rbac", rbac, expectedRbac);
  checkArgument("whoCan: query", query, anObject);
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

/** Returns the rules of a binding; undefined if its role is missing. */
export function rulesOf(rbac: Pick<Rbac, "role">, { namespace, roleRef }: Binding): readonly PolicyRule[] | undefined {
  return rbac.role(roleRef.kind === "ClusterRole" ? "" : namespace, roleRef.name);
}

/** Adds the binding's namespace to a service account without one. */
export function subjectInNamespace(subject: Subject, namespace: string): Subject {
  if (subject.kind !== "ServiceAccount" || namespace === "" || (subject.namespace ?? "") !== "") return subject;
  return { ...subject, namespace };
}
