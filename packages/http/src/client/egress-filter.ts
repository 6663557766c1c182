import { lookup as dnsLookup, type LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { aString, checkArgument, listOf } from "@svc/base/check";

/** The addresses that a client may connect to. */
export interface EgressRules {
  /** Refuses URLs that are not `https:`. @default false */
  readonly tlsOnly?: boolean;
  /**
   * Subnets (`10.0.0.0/8`, `fe80::/10`) that are never connected to, however a name resolves.
   * @default none
   */
  readonly deniedSubnets?: readonly string[];
}

/**
 * Subnets that are no unicast addresses of other machines: unspecified, loopback, link-local,
 * multicast and broadcast.
 */
export const nonGlobalSubnets: readonly string[] = [
  "0.0.0.0/8",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "224.0.0.0/4",
  "255.255.255.255/32",
  "::/128",
  "::1/128",
  "fe80::/10",
  "ff00::/8",
];

/**
 * Link-local subnets and others where clouds serve the credentials of machines, and addresses that
 * name no machine. Loopback and private addresses are not among them.
 */
export const metadataSubnets: readonly string[] = [
  ...nonGlobalSubnets.filter((subnet) => !subnet.startsWith("127.") && subnet !== "::1/128"),
  "100.100.100.200/32",
  "fd00:ec2::/32",
];

/** The egress rules refuse a request; no connection was opened. */
export class EgressDeniedError extends Error {
  override readonly name = "EgressDeniedError";
  readonly code = "EGRESS_DENIED";
}

/** Compiled egress rules. */
export interface EgressFilter {
  /** @throws {EgressDeniedError} */
  checkUrl(url: URL): void;
  /** @throws {EgressDeniedError} */
  checkAddress(address: string): void;
  /**
   * Resolves a name to its allowed addresses, so that the checked address is the one that is
   * connected.
   */
  readonly lookup: LookupFunction;
}

const expectedSubnets = listOf(aString);

/** @throws {TypeError} for a malformed subnet */
export function checkSubnets(subnets: readonly string[]): void {
  checkArgument("checkSubnets: subnets", subnets, expectedSubnets);
  const list = new BlockList();
  for (const subnet of subnets) addSubnet(list, subnet);
}

/** @throws {TypeError} for a malformed subnet */
export function createEgressFilter(
  { tlsOnly = false, deniedSubnets = [] }: EgressRules,
  resolve: LookupFunction = dnsLookup as LookupFunction,
): EgressFilter {
  const denied = new BlockList();
  for (const subnet of deniedSubnets) addSubnet(denied, subnet);
  const isDenied = (address: string): boolean => {
    const family = isIP(address);
    return family === 0 || denied.check(address, family === 6 ? "ipv6" : "ipv4");
  };
  return {
    checkUrl: (url) => {
      if (tlsOnly && url.protocol !== "https:")
        throw new EgressDeniedError(`only https: URLs are allowed, not ${url.protocol}`);
    },
    checkAddress: (address) => {
      if (isDenied(address)) throw new EgressDeniedError(`connections to ${address} are not allowed`);
    },
    lookup: (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, found) => {
        if (error !== null) return callback(error, []);
        const addresses = (found as LookupAddress[]).filter(({ address }) => !isDenied(address));
        const [first] = addresses;
        if (first === undefined)
          return callback(new EgressDeniedError(`connections to the addresses of ${hostname} are not allowed`), []);
        if (options.all === true) return callback(null, addresses);
        return callback(null, first.address, first.family);
      });
    },
  };
}

function addSubnet(list: BlockList, subnet: string): void {
  const { address = "", bits = "" } = /^(?<address>[^/]+)\/(?<bits>\d{1,3})$/.exec(subnet)?.groups ?? {};
  const family = isIP(address);
  if (family === 0 || Number(bits) > (family === 6 ? 128 : 32)) throw new TypeError(`malformed subnet ${subnet}`);
  list.addSubnet(address, Number(bits), family === 6 ? "ipv6" : "ipv4");
}
