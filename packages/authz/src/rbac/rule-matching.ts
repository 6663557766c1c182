import { trimEndOf } from "@svc/base";
import type { Attributes } from "../authorizer.ts";
import type { PolicyRule } from "../policy-rule.ts";

const lists = ["apiGroups", "resources", "resourceNames", "nonResourceURLs"] as const;

/**
 * The rules of a role as stored or sent, where lists may be absent, empty or null: all three become
 * absent.
 */
export function policyRulesFrom(value: unknown): readonly PolicyRule[] {
  if (!Array.isArray(value)) return [];
  return value.map((rule: { readonly [key in keyof PolicyRule]?: unknown } | null) => {
    const present = lists.map((name) => [name, textsOf(rule?.[name])] as const).filter(([, texts]) => texts.length > 0);
    return { verbs: textsOf(rule?.verbs), ...Object.fromEntries(present) };
  });
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
}

const anything = "*";

/** True if a rule allows a request. Source: RBAC's matching rules with wildcards. */
export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!attributes.isResource)
    return includesOrAny(rule.verbs, attributes.verb) && pathMatches(rule.nonResourceURLs ?? [], attributes.path);
  return ruleMatchesResource(rule, attributes) && nameMatches(rule.resourceNames ?? [], attributes.name);
}

/** True if a rule allows a resource request for at least some name. */
export function ruleMatchesResource(rule: PolicyRule, attributes: Attributes): boolean {
  return (
    includesOrAny(rule.verbs, attributes.verb) &&
    includesOrAny(rule.apiGroups ?? [], attributes.group) &&
    resourceMatches(rule.resources ?? [], attributes.resource, attributes.subresource)
  );
}

/** True if a list has a value or the wildcard. */
export function includesOrAny(list: readonly string[], value: string): boolean {
  return list.includes(anything) || list.includes(value);
}

/** `pods`, `pods/log`, `*` for everything, and `*\/scale` for the scale of everything. */
export function resourceMatches(resources: readonly string[], resource: string, subresource: string): boolean {
  const combined = subresource === "" ? resource : `${resource}/${subresource}`;
  for (const rule of resources) {
    if (rule === anything || rule === combined) return true;
    if (subresource !== "" && rule === `*/${subresource}`) return true;
  }
  return false;
}

/** Without names, a rule applies to all names; a collection has no name. */
export function nameMatches(names: readonly string[], name: string): boolean {
  return names.length === 0 || names.includes(name);
}

/** Paths may end with a wildcard. */
export function pathMatches(rules: readonly string[], path: string): boolean {
  for (const rule of rules) {
    if (rule === anything || rule === path) return true;
    if (rule.endsWith(anything) && path.startsWith(trimEndOf(rule, "*"))) return true;
  }
  return false;
}
