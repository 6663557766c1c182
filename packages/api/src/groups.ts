import { quote } from "@svc/base";
import type { Definitions, ResourceDefinition } from "@svc/schema";
import { builtinDefinitions } from "./definitions.ts";

/**
 * Groups as their packages are called, not as dialects spell them: `rbac` is
 * `rbac.authorization.svc.io` or `….k8s.io`.
 */
export type BuiltinGroup =
  | "core"
  | "admissionregistration"
  | "apiextensions"
  | "apiregistration"
  | "apps"
  | "authentication"
  | "authorization"
  | "autoscaling"
  | "batch"
  | "certificates"
  | "coordination"
  | "discovery"
  | "events"
  | "flowcontrol"
  | "internal"
  | "networking"
  | "node"
  | "policy"
  | "rbac"
  | "resource"
  | "scheduling"
  | "storage"
  | "storagemigration";

/** Every built-in kind. */
export function builtin(): Definitions {
  return builtinDefinitions;
}

/** The core group, or those of its resources that are named: `core("namespaces", "configmaps")`. */
export function core(...resources: readonly string[]): Definitions {
  return (dialect, ...parts) => {
    const all = builtinDefinitions(dialect, ...parts).filter((d) => groupOf(d) === "core");
    if (resources.length === 0) return all;
    return resources.map((name) => {
      const found = all.find((d) => d.resource === name);
      if (found === undefined) throw new TypeError(`the core group has no resource ${quote(name)}`);
      return found;
    });
  };
}

/** Whole groups by name: `groups("apps", "rbac")`. */
export function groups(...names: readonly BuiltinGroup[]): Definitions {
  return (dialect, ...parts) => builtinDefinitions(dialect, ...parts).filter((d) => names.includes(groupOf(d)));
}

function groupOf({ versions }: ResourceDefinition): BuiltinGroup {
  const group = versions[0]?.group ?? "";
  return (group === "" ? "core" : group.split(".")[0]) as BuiltinGroup;
}
