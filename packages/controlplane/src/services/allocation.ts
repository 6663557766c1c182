import type { ResourceHooks } from "@svc/registry";
import type { StorageContext } from "@svc/server";
import type { ControlPlaneOptions } from "../options/options.ts";
import { type AddressRange, parseAddressRange } from "./address-range.ts";
import { createClusterIps } from "./cluster-ips.ts";
import { serviceHooks } from "./hooks.ts";
import { createNodePorts, parsePortRange } from "./node-ports.ts";

/** The addresses that services get: of one family, or of two. */
export function clusterIpRanges({
  serviceClusterIpRange = "10.0.0.0/24",
}: Pick<ControlPlaneOptions, "serviceClusterIpRange">): readonly AddressRange[] {
  return serviceClusterIpRange.split(",").map(parseAddressRange);
}

/** Gives services their addresses and ports, from the ranges of the options. */
export function serviceAllocation(
  options: Pick<ControlPlaneOptions, "serviceClusterIpRange" | "serviceNodePortRange">,
  { local, storage, storageRoot }: StorageContext,
): ResourceHooks {
  const ports = parsePortRange(options.serviceNodePortRange ?? "30000-32767");
  return serviceHooks(
    createClusterIps(local, clusterIpRanges(options)),
    createNodePorts(storage, storageRoot, ports, local.environment.random),
  );
}
