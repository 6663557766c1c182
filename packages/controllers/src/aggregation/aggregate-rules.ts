import type { AnyObject, Stored } from "@svc/client";
import { type LabelSelectorObject, labelSelectorFrom, matchesLabels } from "@svc/meta";

export interface ClusterRole extends AnyObject {
  readonly metadata?: NonNullable<AnyObject["metadata"]> & { readonly labels?: Readonly<Record<string, string>> };
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelectorObject[] };
}

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/**
 * The rules of all roles that a role's selectors choose, selector after selector, by name, each
 * rule once.
 */
export function aggregateRules(
  role: Stored<ClusterRole>,
  roles: readonly Stored<ClusterRole>[],
): readonly PolicyRule[] {
  const rules = new Map<string, PolicyRule>();
  const others = roles
    .filter(({ metadata }) => metadata.name !== role.metadata.name)
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  for (const selector of role.aggregationRule?.clusterRoleSelectors ?? []) {
    const selected = labelSelectorFrom(selector);
    // The server validates selectors; one that means nothing chooses nothing.
    if (selected === undefined) continue;
    for (const other of others) {
      if (!matchesLabels(selected, other.metadata.labels)) continue;
      for (const rule of other.rules ?? []) {
        const key = keyOf(rule);
        if (!rules.has(key)) rules.set(key, rule);
      }
    }
  }
  return [...rules.values()];
}

export function sameRules(a: readonly PolicyRule[], b: readonly PolicyRule[]): boolean {
  return a.length === b.length && a.every((rule, i) => keyOf(rule) === keyOf(b[i] ?? { verbs: [] }));
}

/** Equal for equal rules; an empty and an absent field count as equal. */
function keyOf({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): string {
  return JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs]);
}
