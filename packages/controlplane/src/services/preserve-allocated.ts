import {
  headless,
  needsClusterIp,
  needsHealthCheckPort,
  needsNodePorts,
  type Service,
  type ServicePort,
  type ServiceSpec,
} from "./service.ts";

/**
 * Makes the single address and the list of addresses agree, whichever of the two the client set.
 */
export function agreeOnAddresses(spec: ServiceSpec, old: ServiceSpec | undefined): void {
  const { clusterIP = "", clusterIPs = [] } = spec;
  if (old === undefined) {
    if (clusterIP !== "" && clusterIPs.length === 0) spec.clusterIPs = [clusterIP];
    return;
  }
  const before = old.clusterIPs ?? [];
  if (clusterIP === (old.clusterIP ?? "")) {
    if (clusterIPs.length === 0 && before.length > 0) spec.clusterIPs = [...before];
  } else if (sameList(clusterIPs, before)) {
    if (clusterIP === "") delete spec.clusterIPs;
    else spec.clusterIPs = [clusterIP];
  }
}

/** Fields that an update omits keep their allocated values. */
export function preserveAllocated({ spec = {} }: Service, { spec: old = {} }: Service): void {
  if (hasAddress(old) && hasAddress(spec)) {
    if ((spec.clusterIP ?? "") === "" && old.clusterIP !== undefined) spec.clusterIP = old.clusterIP;
    if ((spec.clusterIPs ?? []).length === 0 && old.clusterIPs !== undefined) spec.clusterIPs = [...old.clusterIPs];
  }
  if (needsNodePorts(old) && needsNodePorts(spec)) keepNodePorts(spec, old);
  if (needsHealthCheckPort(old) && needsHealthCheckPort(spec) && old.healthCheckNodePort !== undefined)
    if ((spec.healthCheckNodePort ?? 0) === 0) spec.healthCheckNodePort = old.healthCheckNodePort;
  if (spec.type === "ExternalName") return;
  // The families are not kept: they follow from the addresses and the policy.
  if (spec.ipFamilyPolicy === undefined && old.ipFamilyPolicy !== undefined) spec.ipFamilyPolicy = old.ipFamilyPolicy;
}

/** True if a service has a cluster address or is headless. */
function hasAddress(spec: ServiceSpec): boolean {
  return spec.type !== "ExternalName" && (needsClusterIp(spec) || spec.clusterIP === headless);
}

function keepNodePorts({ ports = [] }: ServiceSpec, old: ServiceSpec): void {
  for (const port of ports) {
    if ((port.nodePort ?? 0) !== 0) continue;
    const before = old.ports?.find((p) => samePort(p, port));
    if (before?.nodePort !== undefined) port.nodePort = before.nodePort;
  }
}

function samePort(a: ServicePort, b: ServicePort): boolean {
  return a.port === b.port && (a.protocol ?? "TCP") === (b.protocol ?? "TCP");
}

/**
 * A service that changes to a single family loses its second address and family, unless the client
 * sets them.
 */
export function dropSecond(spec: ServiceSpec, old: ServiceSpec): void {
  if (spec.type === "ExternalName") return;
  if (old.ipFamilyPolicy === "SingleStack" || spec.ipFamilyPolicy !== "SingleStack") return;
  for (const list of ["clusterIPs", "ipFamilies"] as const) {
    const values = spec[list] ?? [];
    if (values.length > 1 && sameList(values, old[list] ?? [])) spec[list] = values.slice(0, 1);
  }
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
