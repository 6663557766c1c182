import { type FieldError, invalid } from "@svc/meta";
import { headless, isFree, type ServiceSpec } from "./service.ts";

/**
 * Fills in which families of addresses a service has, and by which policy.
 * @param served the families of the cluster, the usual one first
 * @returns what the cluster cannot give; nothing is filled in then
 */
export function settleFamilies(spec: ServiceSpec, served: readonly string[]): readonly FieldError[] {
  const free = isFree(spec);
  const requested = spec.ipFamilyPolicy ?? "";
  const policy = requested !== "" ? requested : free ? "RequireDualStack" : "SingleStack";
  const families = [...(spec.ipFamilies ?? [])];
  const errors = [...several(spec, policy), ...fromAddresses(spec, families, served)];
  if (errors.length > 0) return errors;
  if (!free) {
    const unserved = notServed(families, policy, served);
    if (unserved.length > 0) return unserved;
  }
  const [usual = "IPv4"] = served;
  if (families.length === 0) families.push(usual);
  // Headless services without a selector may have families that the cluster does not have.
  const possible = free ? ["IPv4", "IPv6"] : served;
  if (policy !== "SingleStack") for (const family of possible) if (!families.includes(family)) families.push(family);
  spec.ipFamilies = families;
  spec.ipFamilyPolicy = policy;
  return [];
}

const policyField = "spec.ipFamilyPolicy";

function several({ clusterIPs = [], ipFamilies = [] }: ServiceSpec, policy: string): readonly FieldError[] {
  if (policy !== "SingleStack") return [];
  const error = (what: string): FieldError =>
    invalid(policyField, policy, `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`);
  return [
    ...(clusterIPs.length > 1 ? [error("cluster IPs")] : []),
    ...(ipFamilies.length > 1 ? [error("IP families")] : []),
  ];
}

/** Adds the families of the requested addresses. */
function fromAddresses(
  { clusterIPs = [] }: ServiceSpec,
  families: string[],
  served: readonly string[],
): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [i, address] of clusterIPs.entries()) {
    if (address === headless) break;
    if (i < families.length) continue;
    const family = address.includes(":") ? "IPv6" : "IPv4";
    if (served.includes(family)) families.push(family);
    else errors.push(invalid(`spec.clusterIPs[${i}]`, clusterIPs, `${family} is not configured on this cluster`));
  }
  return errors;
}

/** What keeps an update from giving up the second family: only single-stack services have one. */
export function keptFamilies(
  { ipFamilies = [], ipFamilyPolicy }: ServiceSpec,
  old: ServiceSpec,
): readonly FieldError[] {
  if (ipFamilyPolicy === undefined || ipFamilyPolicy === "SingleStack") return [];
  if (ipFamilies.length === 0 || ipFamilies.length >= (old.ipFamilies ?? []).length) return [];
  return [invalid(policyField, ipFamilyPolicy, "must be 'SingleStack' to release the secondary IP family")];
}

function notServed(families: readonly string[], policy: string, served: readonly string[]): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (policy === "RequireDualStack" && served.length < 2)
    errors.push(invalid(policyField, policy, "this cluster is not configured for dual-stack services"));
  for (const [i, family] of families.entries())
    if (!served.includes(family))
      errors.push(invalid(`spec.ipFamilies[${i}]`, family, "not configured on this cluster"));
  return errors;
}
