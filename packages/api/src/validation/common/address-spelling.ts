import type { Dialect, NameRule } from "@svc/meta";
import { type Check, named } from "./check.ts";
import { cidrMessage, formatCidr, formatIp, ipMessage, networkOf, parseCidr, parseIp } from "./ip.ts";

/** The spelling of an address or range that has a canonical form. */
type Spelling = "canonical" | "leadingZeros" | "mapped" | "other";

/** @param text of a valid address or range; `canonical` is the form that it should have */
function spellingOf(text: string, canonical: string): Spelling {
  if (text === canonical) return "canonical";
  const dotted = text.slice(text.lastIndexOf(":") + 1);
  if ((dotted.includes(".") && /(^|\.)0\d/.test(dotted)) || /\/0\d/.test(text)) return "leadingZeros";
  return text.includes(":") && !canonical.includes(":") ? "mapped" : "other";
}

/** The canonical form of an address; other text is returned as it is. */
export function canonicalAddress(text: string): string {
  const ip = parseIp(text);
  return ip === undefined ? text : formatIp(ip);
}

/** An address in its one form. */
export const canonicalIpName: NameRule = (value) => {
  const ip = parseIp(value);
  if (ip === undefined) return [ipMessage];
  const canonical = formatIp(ip);
  switch (spellingOf(value, canonical)) {
    case "leadingZeros":
      return ["must not have leading 0s"];
    case "mapped":
      return ["must not be an IPv4-mapped IPv6 address"];
    case "other":
      return [`must be in canonical form ("${canonical}")`];
    default:
      return [];
  }
};

export const canonicalIp: Check<string> = named(canonicalIpName);

/** A range in its one form, which names its first address. */
export const canonicalCidr: Check<string> = (value, at) => {
  const range = parseCidr(value);
  if (range === undefined) return at.invalid(value, cidrMessage);
  const [canonical, network] = [formatCidr(range), formatCidr({ ip: networkOf(range), bits: range.bits })];
  const spelling = spellingOf(value, canonical);
  if (spelling === "leadingZeros") at.invalid(value, "must not have leading 0s in IP or prefix length");
  else if (spelling === "mapped") at.invalid(value, "must not have an IPv4-mapped IPv6 address");
  else if (network !== canonical) at.invalid(value, "must not have bits set beyond the prefix length");
  else if (spelling === "other") at.invalid(value, `must be in canonical form ("${canonical}")`);
};

/**
 * Warnings about addresses in forms that a later version may refuse.
 */
export interface AddressWarnings {
  ip(path: string, value: string): readonly string[];
  cidr(path: string, value: string): readonly string[];
}

const none: readonly string[] = [];

/** The product as it is written in a sentence. */
export function productName({ product }: Dialect): string {
  return `${product.charAt(0).toUpperCase()}${product.slice(1)}`;
}

/** A text and the canonical one to use instead. */
interface Respelling {
  readonly value: string;
  readonly use: string;
}

export function addressWarnings(dialect: Dialect): AddressWarnings {
  const release = `in a future ${productName(dialect)} release`;
  const spelled = (spelling: Spelling, what: "IP address" | "CIDR value", { value, use }: Respelling): string =>
    spelling === "other"
      ? `IPv6 ${what === "IP address" ? "address" : what} "${value}" should be in RFC 5952 canonical format ("${use}")`
      : `non-standard ${what} "${value}" will be considered invalid ${release}: use "${use}"`;
  return {
    ip: (path, value) => {
      const ip = parseIp(value);
      if (ip === undefined) return none;
      const use = formatIp(ip);
      const spelling = spellingOf(value, use);
      return spelling === "canonical" ? none : [`${path}: ${spelled(spelling, "IP address", { value, use })}`];
    },
    cidr: (path, value) => {
      const range = parseCidr(value);
      if (range === undefined) return none;
      const [canonical, network] = [formatCidr(range), formatCidr({ ip: networkOf(range), bits: range.bits })];
      const spelling = spellingOf(value, canonical);
      const warnings: string[] = [];
      if (canonical !== network) {
        const single = formatCidr({ ip: range.ip, bits: value.includes(":") ? 128 : 32 });
        warnings.push(
          `${path}: CIDR value "${value}" is ambiguous in this context (should be "${network}" or "${single}"?)`,
        );
      }
      if (spelling !== "canonical" && (spelling !== "other" || warnings.length === 0))
        warnings.push(`${path}: ${spelled(spelling, "CIDR value", { value, use: network })}`);
      return warnings;
    },
  };
}
