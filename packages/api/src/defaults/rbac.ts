import type { Dialect } from "@svc/meta";
import { each, type Fill, members } from "./fill.ts";

export function rbacDefaults(dialect: Dialect): Readonly<Record<string, Fill>> {
  const group = dialect.expand("rbac.authorization.{api}");
  const subject: Fill = (value) => {
    const isPerson = value["kind"] === "User" || value["kind"] === "Group";
    if (isPerson && (value["apiGroup"] ?? "") === "") value["apiGroup"] = group;
  };
  const binding = members({ roleRef: members({ apiGroup: group }), subjects: each(subject) });
  return { RoleBinding: binding, ClusterRoleBinding: binding };
}
