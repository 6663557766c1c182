import { dns1123Label, dns1123Subdomain } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { members, named } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import type { ClaimNames } from "./container-resources.ts";

const label = named(dns1123Label);
const subdomain = named(dns1123Subdomain);
const sources = members<core.PodResourceClaim>({
  resourceClaimName: subdomain,
  resourceClaimTemplateName: subdomain,
});

/** Checks the devices that a pod brings for its containers. Gives their names. */
export function resourceClaims(list: readonly core.PodResourceClaim[], at: FieldPath): ClaimNames {
  const names = new Set<string>();
  for (const [i, claim] of list.entries()) {
    const { name = "", resourceClaimName, resourceClaimTemplateName } = claim;
    const place = at.item(i);
    if (name === "") place.field("name").required();
    else if (names.has(name)) place.field("name").duplicate(name);
    else {
      label(name, place.field("name"));
      names.add(name);
    }
    if (resourceClaimName === undefined && resourceClaimTemplateName === undefined)
      place.invalid(claim, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined)
      place.invalid(claim, "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
    sources(claim, place);
  }
  return names;
}
