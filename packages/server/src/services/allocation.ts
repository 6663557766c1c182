import type { ResourceHooks } from "@svc/registry";
import { createWriter } from "../bootstrap/bootstrap.ts";
import type { ServerParts } from "../parts.ts";
import type { ServerConfig } from "../server-config.ts";
import { type AddressRange, parseAddressRange } from "./address-range.ts";
import { type ClusterIps, createClusterIps } from "./cluster-ips.ts";
import { serviceHooks } from "./hooks.ts";
import { createNodePorts, type NodePorts, parsePortRange } from "./node-ports.ts";

/** The addresses that services get: of one family, or of two. */
export function clusterIpRanges({ serviceClusterIpRange = "10.0.0.0/24" }: ServerConfig): readonly AddressRange[] {
  return serviceClusterIpRange.split(",").map(parseAddressRange);
}

/** Gives services their addresses and ports, from the ranges of the configuration. */
export function serviceAllocation(config: ServerConfig, storageRoot: string, parts: () => ServerParts): ResourceHooks {
  const ranges = clusterIpRanges(config);
  const ports = parsePortRange(config.serviceNodePortRange ?? "30000-32767");
  // Addresses are given out by writing objects: there is nothing to write them by before the server stands.
  let ips: ClusterIps | undefined;
  let nodePorts: NodePorts | undefined;
  return serviceHooks(
    () => (ips ??= createClusterIps(createWriter(parts(), new AbortController().signal), ranges, parts().random)),
    () => (nodePorts ??= createNodePorts(config.storage, storageRoot, ports, parts().random)),
  );
}
