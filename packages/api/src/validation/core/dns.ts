import { dns1123Subdomain } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, choice, each, named } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { ipAddress } from "../common/ip.ts";
import { searchDomain } from "../common/names.ts";

const maxNameservers = 3;
const maxSearches = 32;
const maxSearchCharacters = 2048;

export const dnsPolicy: Check<string> = choice("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");

/** Validates the DNS settings of a pod; the policy `None` requires some. */
export function dnsConfig({ dnsConfig: config, dnsPolicy: policy }: core.PodSpec, at: FieldPath): void {
  if (config === undefined) {
    if (policy === "None") at.required("must provide `dnsConfig` when `dnsPolicy` is None");
    return;
  }
  const { nameservers = [], searches = [], options = [] } = config;
  const place = at.field("nameservers");
  if (policy === "None" && nameservers.length === 0) {
    place.required("must provide at least one DNS nameserver when `dnsPolicy` is None");
    return;
  }
  if (nameservers.length > maxNameservers)
    place.invalid(nameservers, `must not have more than ${maxNameservers} nameservers`);
  addresses(nameservers, place);
  searchList(searches, at.field("searches"));
  for (const [i, { name = "" }] of options.entries())
    if (name === "") at.field("options").item(i).required("must not be empty");
}

const addresses = each(ipAddress);

function searchList(searches: readonly string[], at: FieldPath): void {
  if (searches.length > maxSearches) at.invalid(searches, `must not have more than ${maxSearches} search paths`);
  if (searches.join(" ").length > maxSearchCharacters)
    at.invalid(
      searches,
      `must not have more than ${maxSearchCharacters} characters (including spaces) in the search list`,
    );
  for (const [i, domain] of searches.entries()) {
    // A single dot is the root domain; a trailing dot marks a fully qualified name.
    if (domain !== ".") named(searchDomain)(domain.replace(/\.$/, ""), at.item(i));
  }
}

const hostname = each(named(dns1123Subdomain));

export const hostAliases: Check<readonly core.HostAlias[]> = each(({ ip = "", hostnames = [] }, at) => {
  ipAddress(ip, at.field("ip"));
  hostname(hostnames, at.field("hostnames"));
});
