import { BlockList, isIP } from "node:net";
import { nonGlobalSubnets } from "@svc/http/client";

/**
 * The address at which members of the cluster reach the server, as its service publishes it.
 * @returns undefined for an address that other machines cannot connect to
 */
export function ownAddress({ advertiseAddress }: { readonly advertiseAddress?: string }): string | undefined {
  if (advertiseAddress === undefined) return undefined;
  const family = isIP(advertiseAddress) === 6 ? "ipv6" : "ipv4";
  return unreachable.check(advertiseAddress, family) ? undefined : advertiseAddress;
}

const unreachable = new BlockList();
for (const subnet of nonGlobalSubnets) {
  const [address = "", bits] = subnet.split("/");
  unreachable.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
}
