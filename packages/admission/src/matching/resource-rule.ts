import type { Operation } from "../admission.ts";
import type { ResourceRule } from "../match-spec.ts";

/** A request as rules see it, in one of the versions of its resource. */
export interface RuleTarget {
  readonly operation: Operation;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespaced: boolean;
}

/** Whether a rule is about a request, whatever name the object has. */
export function ruleMatches(rule: ResourceRule, target: RuleTarget): boolean {
  return (
    takes(rule.operations, target.operation) &&
    takes(rule.apiGroups, target.group) &&
    takes(rule.apiVersions, target.version) &&
    (rule.resources ?? []).some((pattern) => takesResource(pattern, target)) &&
    takesScope(rule.scope, target.namespaced)
  );
}

export function takesName({ resourceNames = [] }: ResourceRule, name: string): boolean {
  return resourceNames.length === 0 || resourceNames.includes(name);
}

function takes(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && (list.includes("*") || list.includes(value));
}

function takesResource(pattern: string, { resource, subresource }: RuleTarget): boolean {
  const slash = pattern.indexOf("/");
  const resourcePattern = slash < 0 ? pattern : pattern.slice(0, slash);
  const part = slash < 0 ? "" : pattern.slice(slash + 1);
  return (resourcePattern === "*" || resourcePattern === resource) && (part === "*" || part === subresource);
}

function takesScope(scope: string | undefined, namespaced: boolean): boolean {
  if (scope === "Namespaced") return namespaced;
  return scope === "Cluster" ? !namespaced : true;
}
