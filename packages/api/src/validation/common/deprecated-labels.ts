import type { Dialect } from "@svc/meta";

/**
 * Returns the warning for a node label that was renamed; undefined for other labels.
 */
export function deprecatedLabels({ labelDomain }: Dialect): (key: string) => string | undefined {
  const since = (version: string, use: string): string => `deprecated since ${version}; use "${use}" instead`;
  const texts: ReadonlyMap<string, string> = new Map([
    [`beta.${labelDomain}/arch`, since("v1.14", `${labelDomain}/arch`)],
    [`beta.${labelDomain}/os`, since("v1.14", `${labelDomain}/os`)],
    [`beta.${labelDomain}/instance-type`, since("v1.17", `node.${labelDomain}/instance-type`)],
    [`failure-domain.beta.${labelDomain}/region`, since("v1.17", `topology.${labelDomain}/region`)],
    [`failure-domain.beta.${labelDomain}/zone`, since("v1.17", `topology.${labelDomain}/zone`)],
    [`node-role.${labelDomain}/master`, `use "node-role.${labelDomain}/control-plane" instead`],
    [`app.${labelDomain}/created-by`, "deprecated since v1.9"],
    [`scheduler.alpha.${labelDomain}/preferAvoidPods`, "deprecated since v1.22; use Taints and Tolerations instead"],
  ]);
  return (key) => texts.get(key);
}
