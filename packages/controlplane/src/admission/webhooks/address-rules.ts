import { lookup as lookupName } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Addresses that the server does not open connections to on behalf of a webhook configuration. */
export interface AddressRules {
  /** @throws {AddressDeniedError} */
  check(address: string): void;
  /** Resolves names and refuses them by the addresses that they have. */
  readonly lookup: LookupFunction;
}

export class AddressDeniedError extends Error {
  constructor(address: string) {
    super(`dial tcp ${address}: the address is not allowed`);
    this.name = "AddressDeniedError";
  }
}

/**
 * Link-local addresses, where clouds serve the credentials of machines, and addresses that name no
 * machine. Loopback and private addresses stay allowed: webhooks run there.
 */
export const defaultDeniedCidrs: readonly string[] = [
  "0.0.0.0/8",
  "169.254.0.0/16",
  "100.100.100.200/32",
  "224.0.0.0/4",
  "255.255.255.255/32",
  "::/128",
  "fe80::/10",
  "fd00:ec2::/32",
  "ff00::/8",
];

/** @throws {TypeError} for a range that cannot be read */
export function addressRules(deniedCidrs: readonly string[] = defaultDeniedCidrs): AddressRules {
  const denied = new BlockList();
  for (const cidr of deniedCidrs) {
    const [address = "", bits = ""] = cidr.split("/");
    const family = isIP(address);
    const prefix = Number(bits);
    if (family === 0 || !/^\d+$/.test(bits) || prefix > (family === 4 ? 32 : 128))
      throw new TypeError(`not a range of addresses: ${JSON.stringify(cidr)}`);
    denied.addSubnet(address, prefix, family === 4 ? "ipv4" : "ipv6");
  }
  const check = (address: string): void => {
    // An IPv4 address may be written as an IPv6 address; the list knows both forms of it.
    if (denied.check(address, isIP(address) === 4 ? "ipv4" : "ipv6")) throw new AddressDeniedError(address);
  };
  const lookup: LookupFunction = (hostname, options, done) => {
    lookupName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        done(error, "", 0);
        return;
      }
      try {
        for (const { address } of addresses) check(address);
      } catch (refusal) {
        done(refusal as Error, "", 0);
        return;
      }
      const [first] = addresses;
      if (options.all === true) done(null, addresses as never);
      else done(null, first?.address ?? "", first?.family ?? 0);
    });
  };
  return { check, lookup };
}
