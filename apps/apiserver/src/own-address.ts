import { BlockList, isIP } from "node:net";
import { nonGlobalSubnets } from "@svc/http/client";
import type { ServingFlags } from "./command-line/serving-flags.ts";

type AddressFlags = Pick<ServingFlags, "advertiseAddress" | "endpointReconcilerType">;

/**
 * The address at which members of the cluster reach the server, as its service publishes it.
 * @returns undefined for an address that other machines cannot connect to, and where another
 * component publishes the endpoints
 */
export function ownAddress({ advertiseAddress, endpointReconcilerType }: AddressFlags): string | undefined {
  if (advertiseAddress === undefined || endpointReconcilerType === "none") return undefined;
  const family = isIP(advertiseAddress) === 6 ? "ipv6" : "ipv4";
  return unreachable.check(advertiseAddress, family) ? undefined : advertiseAddress;
}

const unreachable = new BlockList();
for (const subnet of nonGlobalSubnets) {
  const [address = "", bits] = subnet.split("/");
  unreachable.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
}
