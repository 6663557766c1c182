import type { Check } from "../common/check.ts";
import { formatCidr, parseCidr } from "../common/ip.ts";

/** An address of an interface, with the range that it is in, in its one form. */
export const interfaceAddress: Check<string> = (value, at) => {
  const range = parseCidr(value);
  if (range === undefined)
    return at.invalid(value, "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)");
  const canonical = formatCidr(range);
  if (canonical !== value) at.invalid(value, `must be in canonical form ("${canonical}")`);
};
