import { type Binding, policyRulesFrom, type Rbac, type Subject } from "@svc/authz";
import type { ApiObject } from "@svc/meta";
import type { Informer, LocalClient, StoredObject } from "@svc/registry";

interface Role extends ApiObject {
  rules?: unknown;
}

interface BindingObject extends ApiObject {
  roleRef: { kind?: string; name?: string };
  subjects?: readonly { kind?: string; name?: string; namespace?: string }[] | null;
}

/** Keeps an authorizer up to date with the roles and bindings that are stored. */
export function syncRbac(local: LocalClient, rbac: Rbac): readonly Informer[] {
  const roles = { set: setRole(rbac), remove: removeRole(rbac) };
  const bindings = { set: setBinding(rbac), remove: removeBinding(rbac) };
  const handlers = [
    ["clusterroles", roles],
    ["roles", roles],
    ["clusterrolebindings", bindings],
    ["rolebindings", bindings],
  ] as const;
  return handlers.flatMap(
    ([resource, handler]) => local.resource("rbac.authorization.{api}", resource)?.inform(handler) ?? [],
  );
}

/** An unreadable role grants nothing. */
function setRole(rbac: Rbac): (stored: StoredObject) => void {
  return (stored) => {
    const { namespace, name, corrupt } = stored;
    rbac.setRole(namespace, name, corrupt === undefined ? policyRulesFrom((stored.object as Role).rules) : []);
  };
}

function removeRole(rbac: Rbac): (stored: StoredObject) => void {
  return ({ namespace, name }) => rbac.setRole(namespace, name, undefined);
}

function setBinding(rbac: Rbac): (stored: StoredObject) => void {
  return (stored) => {
    const { namespace, name } = stored;
    rbac.setBinding(namespace, name, stored.corrupt === undefined ? bindingOf(stored) : undefined);
  };
}

function removeBinding(rbac: Rbac): (stored: StoredObject) => void {
  return ({ namespace, name }) => rbac.setBinding(namespace, name, undefined);
}

function bindingOf({ namespace, name, object }: StoredObject): Binding {
  const { roleRef, subjects } = object as BindingObject;
  return {
    namespace,
    name,
    roleRef: { kind: roleRef.kind ?? "", name: roleRef.name ?? "" },
    subjects: (subjects ?? []).map(
      (s): Subject => ({
        kind: s.kind ?? "",
        name: s.name ?? "",
        ...(s.namespace === undefined ? {} : { namespace: s.namespace }),
      }),
    ),
  };
}
