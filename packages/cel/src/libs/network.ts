import { quoteWhole } from "@svc/base";
import { checkArgument, oneOf, optional, optionsOf } from "@svc/base/check";
import { scale, sizeOf, traversalCost, traversalFactor } from "../cost/actual.ts";
import type { Implementation, Overload } from "../declarations/functions.ts";
import { type CallEstimator, oneCost, plus, scaled } from "../declarations/size.ts";
import { opaqueType } from "../declarations/types.ts";
import {
  type Cidr,
  cidrContains,
  formatIp,
  type Ip,
  isGlobalUnicast,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isMapped,
  isUnspecified,
  maskCidr,
  parseCidr,
  parseIp,
  widthOf,
} from "../values/ip.ts";
import { cidrProblem, ipProblem } from "../values/ip-problems.ts";
import { CelError, Opaque, type OpaqueKind, type Value } from "../values/value.ts";
import { parseCost } from "./estimates.ts";
import { fn, type Library, over } from "./library.ts";

const ipKind: OpaqueKind<Ip> = {
  name: "net.IP",
  equals: (a, b) => a.family === b.family && a.bits === b.bits,
  size: (ip) => widthOf(ip) / 8,
  plainText: (ip) => `(netip.Addr)${formatIp(ip)}`,
};
const cidrKind: OpaqueKind<Cidr> = {
  name: "net.CIDR",
  equals: (a, b) => a.prefix === b.prefix && a.ip.family === b.ip.family && a.ip.bits === b.ip.bits,
  size: (c) => Math.ceil(c.prefix / 8),
  plainText: (c) => `(netip.Prefix)${formatCidr(c)}`,
};

function formatCidr({ ip, prefix }: Cidr): string {
  return `${formatIp(ip)}/${prefix}`;
}

const ipOf = (v?: Value): Ip => (v as Opaque<Ip>).data;
const cidrOf = (v?: Value): Cidr => (v as Opaque<Cidr>).data;

/** Options of the IP and CIDR libraries. */
export interface IpOptions {
  /**
   * Whether an IPv6 address in hexadecimal that maps an IPv4 address is refused or read.
   * @default "read"
   */
  readonly mapped?: "refuse" | "read";
}

/** An address without zone. One of IPv4 that is written with a dot in IPv6 is always refused. */
function readIp(text: string, mapped: IpOptions["mapped"] = "refuse"): Ip | CelError {
  const zone = text.indexOf("%");
  if (text.slice(0, Math.max(zone, 0)).includes(":") && parseIp(text.slice(0, zone))) {
    return new CelError(`IP address ${quoteWhole(text)} with zone value is not allowed`);
  }
  const ip = parseIp(text);
  if (!ip) {
    const problem = `ParseAddr(${quoteWhole(text)}): ${ipProblem(text)}`;
    return new CelError(`IP Address ${quoteWhole(text)} parse error during conversion from string: ${problem}`);
  }
  if (!isMapped(ip)) return ip;
  if (mapped === "read" && !text.includes(".")) return { family: 4, bits: BigInt.asUintN(32, ip.bits) };
  return new CelError(`IPv4-mapped IPv6 address ${quoteWhole(text)} is not allowed`);
}

function ipTest(name: string, id: string, test: (ip: Ip) => boolean) {
  return fn(
    name,
    over(`ip_${id}`, `net.IP.${name}(): bool`, (ip) => test(ipOf(ip))),
  );
}

const twice: CallEstimator = ([s]) => ({ cost: scaled(s!.size, 2 * traversalFactor) });

const ipOptions = optionsOf<IpOptions>({
  mapped: optional(oneOf("refuse", "read")),
});

/** IP addresses. @throws {TypeError} for a wrong argument */
export function ipLibrary(options: IpOptions = {}): Library {
  checkArgument("ipLibrary: options", options, ipOptions);
  const { mapped = "read" } = options;
  const parse: Implementation = (s) => {
    const ip = readIp(s as string, mapped);
    return ip instanceof CelError ? ip : new Opaque(ipKind, ip);
  };
  const isCanonical: Implementation = (s) => {
    const ip = readIp(s as string, mapped);
    return ip instanceof CelError ? ip : formatIp(ip) === s;
  };
  return {
    name: "ip",
    types: { "net.IP": opaqueType("net.IP") },
    functions: [
      fn("ip", over("string_to_ip", "ip(string): net.IP", parse, parseCost)),
      fn(
        "isIP",
        over("is_ip", "isIP(string): bool", (s) => !(readIp(s as string, mapped) instanceof CelError), parseCost),
      ),
      fn(
        "ip.isCanonical",
        over("ip_is_canonical", "ip.isCanonical(string): bool", isCanonical, {
          cost: (s) => scale(sizeOf(s!), 2 * traversalFactor),
          estimate: twice,
        }),
      ),
      fn(
        "string",
        over("ip_to_string", "string(net.IP): string", (ip) => formatIp(ipOf(ip))),
      ),
      fn(
        "family",
        over("ip_family", "net.IP.family(): int", (ip) => ipOf(ip).family),
      ),
      ipTest("isUnspecified", "is_unspecified", isUnspecified),
      ipTest("isLoopback", "is_loopback", isLoopback),
      ipTest("isLinkLocalMulticast", "is_link_local_multicast", isLinkLocalMulticast),
      ipTest("isLinkLocalUnicast", "is_link_local_unicast", isLinkLocalUnicast),
      ipTest("isGlobalUnicast", "is_global_unicast", isGlobalUnicast),
    ],
  };
}

function readCidr(text: string): Cidr | CelError {
  const cidr = parseCidr(text);
  const failed = "network address parse error during conversion from string";
  if (!cidr) return new CelError(`${failed}: ${failed}: netip.ParsePrefix(${quoteWhole(text)}): ${cidrProblem(text)}`);
  return isMapped(cidr.ip)
    ? new CelError(`${failed}: IPv4-mapped IPv6 address ${quoteWhole(text)} is not allowed`)
    : cidr;
}

const parseNetwork: Implementation = (s) => {
  const cidr = readCidr(s as string);
  return cidr instanceof CelError ? cidr : new Opaque(cidrKind, cidr);
};

/** Text that is no address is not contained, and not comparable either. */
const containsIp: Implementation = (cidr, ip) => {
  const address = typeof ip === "string" ? readIp(ip) : ipOf(ip);
  return address instanceof CelError ? new CelError("no such overload") : cidrContains(cidrOf(cidr), address);
};

const containsCidr: Implementation = (outer, inner) => {
  const network = typeof inner === "string" ? readCidr(inner) : cidrOf(inner);
  if (network instanceof CelError) return network;
  const { ip, prefix } = maskCidr(network);
  return cidrOf(outer).prefix <= prefix && cidrContains(cidrOf(outer), ip);
};

/** Addresses are compared bit by bit. */
const ipCost = (cidr?: Value): number => scale(2 * sizeOf(cidr!), traversalFactor);
const networkCost = (outer?: Value): number => ipCost(outer) + scale(sizeOf(outer!), traversalFactor) + 1;

/**
 * The same for an argument that is text, which is read first. Reading is not charged where only the
 * value of the argument shows that it is text.
 */
function withTextCost(cost: (outer?: Value) => number): Pick<Overload, "cost" | "dynCost"> {
  return { cost: (outer, text) => cost(outer) + traversalCost(text!), dynCost: cost };
}

const pair = { min: 8, max: 32 };
const single = { min: 4, max: 16 };
const ipEstimate: CallEstimator = () => ({ cost: scaled(pair, traversalFactor) });
const networkEstimate: CallEstimator = () => ({
  cost: plus(scaled(pair, traversalFactor), scaled(single, traversalFactor), oneCost),
});

/** The same for an argument that is text, which is read first. */
function withText(estimate: CallEstimator): CallEstimator {
  return (args) => ({ cost: plus(estimate(args).cost, scaled(args[1]!.size, traversalFactor)) });
}

/** Networks of IP addresses. */
export function cidrLibrary(): Library {
  return {
    name: "cidr",
    types: { "net.CIDR": opaqueType("net.CIDR") },
    functions: [
      fn("cidr", over("string_to_cidr", "cidr(string): net.CIDR", parseNetwork, parseCost)),
      fn(
        "isCIDR",
        over("is_cidr", "isCIDR(string): bool", (s) => !(readCidr(s as string) instanceof CelError), parseCost),
      ),
      fn(
        "containsIP",
        over("cidr_contains_ip_string", "net.CIDR.containsIP(string): bool", containsIp, {
          ...withTextCost(ipCost),
          estimate: withText(ipEstimate),
        }),
        over("cidr_contains_ip_ip", "net.CIDR.containsIP(net.IP): bool", containsIp, {
          cost: ipCost,
          estimate: ipEstimate,
        }),
      ),
      fn(
        "containsCIDR",
        over("cidr_contains_cidr_string", "net.CIDR.containsCIDR(string): bool", containsCidr, {
          ...withTextCost(networkCost),
          estimate: withText(networkEstimate),
        }),
        over("cidr_contains_cidr", "net.CIDR.containsCIDR(net.CIDR): bool", containsCidr, {
          cost: networkCost,
          estimate: networkEstimate,
        }),
      ),
      fn(
        "ip",
        over("cidr_ip", "net.CIDR.ip(): net.IP", (c) => new Opaque(ipKind, cidrOf(c).ip)),
      ),
      fn(
        "masked",
        over("cidr_masked", "net.CIDR.masked(): net.CIDR", (c) => new Opaque(cidrKind, maskCidr(cidrOf(c)))),
      ),
      fn(
        "prefixLength",
        over("cidr_prefix_length", "net.CIDR.prefixLength(): int", (c) => cidrOf(c).prefix),
      ),
      fn(
        "string",
        over("cidr_to_string", "string(net.CIDR): string", (c) => formatCidr(cidrOf(c))),
      ),
    ],
  };
}
