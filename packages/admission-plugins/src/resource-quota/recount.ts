import type { Quantity } from "@svc/base";
import { checkArgument } from "@svc/base/check";
import { type ApiObject, aDialect, type Dialect, type GroupResource, qualifiedResource } from "@svc/meta";
import { type Amounts, amounts, noAmounts, sumOf } from "../objects/amounts.ts";
import type { Counted } from "./counted.ts";
import { countedResources, plainNames } from "./counted-resources.ts";
import { formatAmounts, type Quota, requirementsOf } from "./quota.ts";

/**
 * Computes the usage of quotas from the existing objects, by the rules that admission applies on
 * creation.
 */
export interface QuotaRecount {
  /** The resources that a quota counts. */
  resources(quota: ApiObject): readonly GroupResource[];
  /** A text that represents the usage of an object: equal texts mean equal usage. */
  fingerprint(resource: GroupResource, object: ApiObject): string;
  /**
   * Computes the `status` of a quota.
   * @param objects objects of a resource in the quota's namespace, without completed ones
   */
  status(quota: ApiObject, objects: (resource: GroupResource) => readonly ApiObject[]): QuotaStatus;
}

/** The status of a resource quota: limits and usage as quantities, by name of the resource. */
export interface QuotaStatus {
  readonly hard: Readonly<Record<string, string>>;
  readonly used: Readonly<Record<string, string>>;
}

const specialNames = ["pods", "services", "persistentvolumeclaims"];

/**
 * Returns functions that compute which resources a quota counts and its usage.
 * @throws {TypeError} for a wrong argument
 */
export function quotaRecount(dialect: Dialect): QuotaRecount {
  checkArgument("quotaRecount: dialect", dialect, aDialect);
  const countedFor = countedResources(dialect);
  const countedOf = (resource: GroupResource): Counted | undefined =>
    countedFor({ resource: { ...resource, version: "" } });
  const special = specialNames.map((resource) => ({ group: "", resource }));
  const resourceOf = (name: string): GroupResource | undefined => {
    const found = special.find((resource) => countedOf(resource)?.limits(name) === true);
    if (found !== undefined) return found;
    if (plainNames.has(name)) return { group: "", resource: name };
    if (!name.startsWith("count/")) return undefined;
    const [resource = "", ...group] = name.slice("count/".length).split(".");
    return { group: group.join("."), resource };
  };
  const resources = ({ spec }: Hard): readonly GroupResource[] => {
    const all = Object.keys(spec?.hard ?? {}).flatMap((name) => resourceOf(name) ?? []);
    return [...new Map(all.map((resource) => [qualifiedResource(resource), resource])).values()];
  };
  return {
    resources,
    fingerprint: (resource, object) => JSON.stringify(formatAmounts(countedOf(resource)?.usage(object) ?? noAmounts)),
    status: (quota: Hard, objects) => {
      const hard = amounts(quota.spec?.hard);
      const usage = resources(quota)
        .map((resource) => usedOf(quota, countedOf(resource), objects(resource)))
        .reduce(sumOf, noAmounts);
      const used = new Map([...hard.keys()].map((name) => [name, usage.get(name) ?? nothingOf(hard.get(name))]));
      return { hard: formatAmounts(hard), used: formatAmounts(used) };
    },
  };
}

interface Hard extends Quota {
  readonly spec?: NonNullable<Quota["spec"]> & { readonly hard?: Readonly<Record<string, string>> };
}

function usedOf(quota: Quota, counted: Counted | undefined, objects: readonly ApiObject[]): Amounts {
  if (counted === undefined) return noAmounts;
  const requirements = requirementsOf(quota);
  return objects
    .filter((object) => requirements.every((requirement) => counted.inScope?.(object, requirement) ?? false))
    .map((object) => counted.usage(object))
    .reduce(sumOf, noAmounts);
}

function nothingOf(limit: Quantity | undefined): Quantity {
  return { nanos: 0n, format: limit?.format ?? "decimalSI" };
}
