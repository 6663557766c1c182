import { serviceAddressErrors } from "@svc/api";
import { type FieldError, forbidden, invalidObject } from "@svc/meta";
import type { HookContext, Reservation, ResourceHooks } from "@svc/registry";
import type { ClusterIps } from "./cluster-ips.ts";
import { keptFamilies, settleFamilies } from "./families.ts";
import type { NodePorts } from "./node-ports.ts";
import { agreeOnAddresses, dropSecond, preserveAllocated } from "./preserve-allocated.ts";
import { Reservations } from "./reservation.ts";
import {
  headless,
  mayHaveNodePorts,
  needsClusterIp,
  needsHealthCheckPort,
  needsNodePorts,
  type Service,
  type ServiceSpec,
} from "./service.ts";

/** The resources that services reserve: cluster addresses and node ports. */
export function serviceHooks(ips: ClusterIps, ports: NodePorts): ResourceHooks {
  return {
    beginCreate: (object, context) => {
      const service = object as Service;
      agreeOnAddresses((service.spec ??= {}), undefined);
      return allocate({ service, old: undefined, reservations: new Reservations(ips, ports, context) }, context);
    },
    beginUpdate: (object, before, context) => {
      const [service, old] = [object as Service, before as Service];
      const spec = (service.spec ??= {});
      preserveAllocated(service, old);
      agreeOnAddresses(spec, old.spec ?? {});
      dropSecond(spec, old.spec ?? {});
      return allocate({ service, old: old.spec ?? {}, reservations: new Reservations(ips, ports, context) }, context);
    },
    afterDelete: async (object) => {
      const { clusterIPs = [], ports: own = [], healthCheckNodePort } = (object as Service).spec ?? {};
      for (const address of clusterIPs) if (address !== headless && address !== "") await ips.release(address);
      for (const { nodePort } of own) if (nodePort !== undefined) await ports.release(nodePort);
      if (healthCheckNodePort !== undefined) await ports.release(healthCheckNodePort);
    },
  };
}

interface Allocation {
  readonly service: Service;
  /** The old service; undefined for a new one. */
  readonly old: ServiceSpec | undefined;
  readonly reservations: Reservations;
}

async function allocate(allocation: Allocation, { write }: HookContext): Promise<Reservation> {
  const { service, old, reservations } = allocation;
  const spec = (service.spec ??= {});
  try {
    if (spec.type === "ExternalName") releaseAddresses(allocation);
    else {
      // Invalid addresses are reported before any is allocated, without other errors.
      refuse(service, serviceAddressErrors(spec as Parameters<typeof serviceAddressErrors>[0], write));
      refuse(service, keptFamilies(spec, old ?? {}));
      refuse(
        service,
        settleFamilies(
          spec,
          reservations.ips.ranges.map((r) => r.family),
        ),
      );
      await allocateAddresses(allocation, spec);
    }
    await allocatePorts(allocation, spec);
    await allocateHealthPort(allocation, spec);
  } catch (error) {
    await reservations.reservation().release();
    throw error;
  }
  return reservations.reservation();
}

function refuse({ metadata }: Service, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject({ group: "", kind: "Service", name: metadata.name ?? "" }, errors);
}

function heldAddresses({ old }: Allocation): readonly string[] {
  return old !== undefined && needsClusterIp(old) ? (old.clusterIPs ?? []) : [];
}

function releaseAddresses(allocation: Allocation): void {
  const { reservations } = allocation;
  for (const address of heldAddresses(allocation)) reservations.whenKept(() => reservations.ips.release(address));
}

async function allocateAddresses(allocation: Allocation, spec: ServiceSpec): Promise<void> {
  const { service, old, reservations } = allocation;
  const requested = spec.clusterIPs ?? [];
  if (requested[0] === headless) return;
  // A first address that changes, "None" too, is refused later; nothing is reserved for it.
  const [before] = old === undefined || old.type === "ExternalName" ? [] : (old.clusterIPs ?? []);
  if (before !== undefined && requested[0] !== before) return;
  const held = heldAddresses(allocation);
  const addresses: string[] = held.slice(0, Math.max(1, requested.length));
  for (const [i, family] of (spec.ipFamilies ?? []).entries()) {
    if (i < held.length) addresses[i] = requested[i] ?? (held[i] as string);
    else addresses[i] = await reservations.address(service, requested[i], family);
  }
  for (const address of held)
    if (!addresses.includes(address)) reservations.whenKept(() => reservations.ips.release(address));
  const [first] = addresses;
  if (first === undefined) return;
  spec.clusterIP = first;
  spec.clusterIPs = addresses;
}

async function allocatePorts({ service, old, reservations }: Allocation, spec: ServiceSpec): Promise<void> {
  const held = new Set(old?.ports?.map((p) => p.nodePort).filter((p) => p !== undefined) ?? []);
  const used = new Set<number>();
  if (mayHaveNodePorts(spec)) {
    // Uses of one port by several protocols share the port of nodes.
    const [requested, assigned] = [new Map<number, number>(), new Map<number, number>()];
    for (const { port = 0, nodePort = 0 } of spec.ports ?? [])
      if (nodePort !== 0 && !requested.has(port)) requested.set(port, nodePort);
    for (const [i, value] of (spec.ports ?? []).entries()) {
      const { port = 0 } = value;
      // Ports that the client sets count even if the service needs none.
      if ((value.nodePort ?? 0) === 0 && !needsNodePorts(spec)) continue;
      const requestedPort = (value.nodePort ?? 0) === 0 ? (assigned.get(port) ?? requested.get(port)) : value.nodePort;
      if (requestedPort !== undefined && (held.has(requestedPort) || assigned.get(port) === requestedPort))
        value.nodePort = requestedPort;
      else value.nodePort = await reservations.port(service, requestedPort, `spec.ports[${i}].nodePort`);
      assigned.set(port, value.nodePort);
      used.add(value.nodePort);
    }
  } else if (old !== undefined && mayHaveNodePorts(old)) {
    for (const port of spec.ports ?? [])
      if (port.nodePort !== undefined && held.has(port.nodePort)) delete port.nodePort;
  }
  for (const port of held) if (!used.has(port)) reservations.whenKept(() => reservations.ports.release(port));
}

async function allocateHealthPort({ service, old, reservations }: Allocation, spec: ServiceSpec): Promise<void> {
  const held = old?.healthCheckNodePort;
  const field = "spec.healthCheckNodePort";
  if (needsHealthCheckPort(spec)) {
    const requested = (spec.healthCheckNodePort ?? 0) === 0 ? undefined : spec.healthCheckNodePort;
    if (old !== undefined && needsHealthCheckPort(old) && held !== undefined && requested !== held)
      refuse(service, [forbidden(field, "field is immutable")]);
    if (requested === undefined || requested !== held)
      spec.healthCheckNodePort = await reservations.port(service, requested, field);
  } else if (held !== undefined && spec.healthCheckNodePort === held) delete spec.healthCheckNodePort;
  if (held !== undefined && spec.healthCheckNodePort !== held)
    reservations.whenKept(() => reservations.ports.release(held));
}
