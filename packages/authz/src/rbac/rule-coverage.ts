import type { PolicyRule } from "../policy-rule.ts";
import { pathMatches } from "./rule-matching.ts";

/** A rule with one verb on one resource, of one name or all, or on one path. */
type SingleRule = PolicyRule;

/**
 * Returns the requested rules that `owned` does not cover, merged by verb; empty if it covers all.
 */
export function uncoveredRules(owned: readonly PolicyRule[], requested: readonly PolicyRule[]): readonly PolicyRule[] {
  const missing = requested
    .flatMap((rule) => [...singleRulesOf(rule)])
    .filter((single) => !owned.some((rule) => covers(rule, single)));
  return mergeVerbs(missing);
}

function* singleRulesOf(rule: PolicyRule): Generator<SingleRule> {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  for (const verb of verbs) {
    for (const group of apiGroups) {
      for (const resource of resources) {
        const base = { verbs: [verb], apiGroups: [group], resources: [resource] };
        if (resourceNames.length === 0) yield base;
        for (const name of resourceNames) yield { ...base, resourceNames: [name] };
      }
    }
    for (const url of nonResourceURLs) yield { verbs: [verb], nonResourceURLs: [url] };
  }
}

function covers(rule: PolicyRule, single: SingleRule): boolean {
  const [verb = ""] = single.verbs;
  if (!rule.verbs.includes("*") && !rule.verbs.includes(verb)) return false;
  const [url] = single.nonResourceURLs ?? [];
  if (url !== undefined) return pathMatches(rule.nonResourceURLs ?? [], url);
  const [group = ""] = single.apiGroups ?? [];
  const [resource = ""] = single.resources ?? [];
  const [name] = single.resourceNames ?? [];
  const names = rule.resourceNames ?? [];
  return (
    has(rule.apiGroups, group) &&
    coversResource(rule.resources ?? [], resource) &&
    (names.length === 0 || (name !== undefined && names.includes(name)))
  );
}

function has(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && (list.includes("*") || list.includes(value));
}

function coversResource(rules: readonly string[], resource: string): boolean {
  const slash = resource.indexOf("/");
  const subresource = slash < 0 ? undefined : resource.slice(slash + 1);
  return rules.some(
    (rule) => rule === "*" || rule === resource || (subresource !== undefined && rule === `*/${subresource}`),
  );
}

/** Merges rules that differ only in their verb. */
function mergeVerbs(singles: readonly SingleRule[]): readonly PolicyRule[] {
  const merged = new Map<string, PolicyRule & { verbs: string[] }>();
  for (const { verbs, ...rest } of singles) {
    const key = JSON.stringify(rest);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { ...rest, verbs: [...verbs] });
    else for (const verb of verbs) if (!known.verbs.includes(verb)) known.verbs.push(verb);
  }
  return [...merged.values()];
}

/** Formats a rule for messages: `{APIGroups:[""], Resources:["pods"], Verbs:["get"]}`. */
export function compactText(rule: PolicyRule): string {
  const parts: string[] = [];
  const add = (name: string, list: readonly string[] | undefined): void => {
    if (list !== undefined && list.length > 0) parts.push(`${name}:[${list.map((x) => JSON.stringify(x)).join(" ")}]`);
  };
  add("APIGroups", rule.apiGroups);
  add("Resources", rule.resources);
  add("ResourceNames", rule.resourceNames);
  add("NonResourceURLs", rule.nonResourceURLs);
  add("Verbs", rule.verbs);
  return `{${parts.join(", ")}}`;
}
