import type { Dialect } from "@svc/meta";

type Labels = Readonly<Record<string, string>> | undefined;

/**
 * The keys whose values differ between two sets of labels, or that only one of them has; sorted.
 */
export function changedLabels(a: Labels = {}, b: Labels = {}): readonly string[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  const labelIn = (labels: Readonly<Record<string, string>>, key: string): string | undefined =>
    Object.hasOwn(labels, key) ? labels[key] : undefined;
  return [...keys].filter((key) => labelIn(a, key) !== labelIn(b, key)).sort();
}

/** Labels of the dialect's domains that a node may set on itself. */
const ownLabels = [
  "{labels}/hostname",
  "{labels}/arch",
  "{labels}/os",
  "beta.{labels}/arch",
  "beta.{labels}/os",
  "beta.{labels}/instance-type",
  "node.{labels}/instance-type",
  "topology.{labels}/zone",
  "topology.{labels}/region",
  "failure-domain.beta.{labels}/zone",
  "failure-domain.beta.{labels}/region",
];
const ownDomains = ["kubelet.{labels}", "node.{labels}"];

/**
 * Labels that a node must not set on itself: those of the node-restriction domain, and those of the
 * dialect's domains that are not standard node labels.
 */
export function forbiddenLabels(
  keys: readonly string[],
  { expand, labelDomain, apiDomain }: Dialect,
): readonly string[] {
  const allowed = new Set(ownLabels.map(expand));
  const domains = ownDomains.map(expand);
  const restricted = expand("node-restriction.{labels}");
  return keys.filter((key) => {
    const slash = key.indexOf("/");
    const domain = slash < 0 ? "" : key.slice(0, slash);
    if (isWithin(domain, restricted)) return true;
    if (!isWithin(domain, labelDomain) && !isWithin(domain, apiDomain)) return false;
    return !allowed.has(key) && !domains.some((d) => isWithin(domain, d));
  });
}

function isWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}
