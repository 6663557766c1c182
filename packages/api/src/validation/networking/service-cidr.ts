import { displayAs, displayList } from "@svc/meta";
import type { networkingv1 } from "@svc/types";
import { canonicalCidr } from "../common/address-spelling.ts";
import type { Check } from "../common/check.ts";
import { immutable } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { parseCidr } from "../common/ip.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";

const maxRanges = 2;

const ranges: Check<readonly string[]> = (cidrs, at) => {
  if (cidrs.length === 0) return at.required("at least one CIDR required");
  if (cidrs.length > maxRanges)
    return at.invalid(
      displayAs(`networking.ServiceCIDRSpec{CIDRs:${displayList(cidrs).shown}}`),
      `may only hold up to ${maxRanges} values`,
    );
  for (const [i, range] of cidrs.entries()) canonicalCidr(range, at.item(i));
  const [first, second] = cidrs.map((range) => parseCidr(range)?.ip.family);
  if (first !== undefined && first === second)
    at.invalid(cidrs, "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64");
};

const placeOf = (at: FieldPath): FieldPath => at.field("spec").field("cidrs");

/** Ranges stay as they are; a second one, of the other family, may be added. */
export const serviceCidr: KindValidation = kind<networkingv1.ServiceCIDR>({
  create: ({ spec }, at) => ranges(spec?.cidrs ?? [], placeOf(at)),
  update: ({ spec }, old, at) => {
    const [cidrs, before] = [spec?.cidrs ?? [], old.spec?.cidrs ?? []];
    const place = placeOf(at);
    const isExtended = before.length === 1 && cidrs.length === maxRanges;
    if (!isExtended && cidrs.length !== before.length) return immutable(cidrs, before, place);
    for (const [i, range] of before.entries()) immutable(cidrs[i], range, place.item(i));
    if (isExtended) ranges(cidrs, place);
  },
});
