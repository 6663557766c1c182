import { canonicalAddress } from "@svc/api";
import type { ApiObject } from "@svc/meta";
import type { ResourceHooks } from "@svc/registry";
import type { StorageContext } from "@svc/server";
import type { ControlPlaneOptions } from "../options/options.ts";
import { type AddressRange, parseAddressRange } from "./address-range.ts";
import { type AllocationMeter, type AllocationScope, addressMetrics, portMetrics } from "./allocator-metrics.ts";
import { type ClusterIps, createClusterIps } from "./cluster-ips.ts";
import { serviceHooks } from "./hooks.ts";
import { createNodePorts, type NodePorts, parsePortRange } from "./node-ports.ts";

/** The addresses that services get: of one family, or of two. */
export function clusterIpRanges({
  serviceClusterIpRange = "10.0.0.0/24",
}: Pick<ControlPlaneOptions, "serviceClusterIpRange">): readonly AddressRange[] {
  return serviceClusterIpRange.split(",").map(parseAddressRange);
}

/** Gives services their addresses and ports, from the ranges of the options. */
export function serviceAllocation(
  options: Pick<ControlPlaneOptions, "serviceClusterIpRange" | "serviceNodePortRange">,
  { local, storage, storageRoot, metrics }: StorageContext,
): ResourceHooks {
  const { clock, random } = local.environment;
  const ports = parsePortRange(options.serviceNodePortRange ?? "30000-32767");
  const ranges = clusterIpRanges(options);
  const addresses = async (): Promise<readonly ApiObject[]> =>
    (await local.resource("networking.{api}", "ipaddresses")?.list("")) ?? [];
  const meterOf = addressMetrics(metrics, {
    clock,
    ranges,
    allocated: async (range) =>
      (await addresses()).filter(({ metadata }) => range.contains(metadata.name ?? "")).length,
  });
  const nodePorts = createNodePorts({ storage, root: storageRoot, range: ports, random });
  const portMeter = portMetrics(metrics, {
    size: ports.last - ports.first + 1,
    allocated: () => nodePorts.count(),
  });
  return serviceHooks(
    measuredClusterIps(createClusterIps(local, ranges), meterOf),
    measuredNodePorts(nodePorts, portMeter),
  );
}

function measuredClusterIps(inner: ClusterIps, meterOf: (range: AddressRange) => AllocationMeter): ClusterIps {
  const measure = <T>(range: AddressRange | undefined, scope: AllocationScope, run: () => Promise<T>): Promise<T> =>
    range === undefined ? run() : meterOf(range).measure(scope, run);
  return {
    ...inner,
    take: (service, address) =>
      measure(
        inner.ranges.find((range) => range.contains(canonicalAddress(address))),
        "static",
        () => inner.take(service, address),
      ),
    takeAny: (service, family) =>
      measure(
        inner.ranges.find((range) => range.family === family),
        "dynamic",
        () => inner.takeAny(service, family),
      ),
  };
}

function measuredNodePorts(inner: NodePorts, meter: AllocationMeter): NodePorts {
  return {
    ...inner,
    take: (service, port, field) => meter.measure("static", () => inner.take(service, port, field)),
    takeAny: (service) => meter.measure("dynamic", () => inner.takeAny(service)),
  };
}
