import type { HookContext, Reservation, ResourceHooks } from "@svc/registry";
import type { ClusterIps } from "./cluster-ips.ts";
import type { NodePorts } from "./node-ports.ts";
import {
  headless,
  needsClusterIp,
  needsHealthCheckPort,
  needsNodePorts,
  type Service,
  type ServicePort,
  type ServiceSpec,
} from "./service.ts";

/** What services take from outside: addresses of the cluster and ports of its nodes. */
export function serviceHooks(ips: () => ClusterIps, ports: () => NodePorts): ResourceHooks {
  return {
    beginCreate: (object, context) => allocate(new Taken(ips(), ports(), context), object as Service, undefined),
    beginUpdate: (object, old, context) => {
      const next = object as Service;
      keepAllocated(next, old as Service);
      return allocate(new Taken(ips(), ports(), context), next, old as Service);
    },
    afterDelete: async (object) => {
      const { clusterIPs = [], ports: own = [], healthCheckNodePort } = (object as Service).spec ?? {};
      for (const address of clusterIPs) if (address !== headless && address !== "") await ips().release(address);
      for (const { nodePort } of own) if (nodePort !== undefined) await ports().release(nodePort);
      if (healthCheckNodePort !== undefined) await ports().release(healthCheckNodePort);
    },
  };
}

/** What was taken for one write, so that it can be given back. */
class Taken {
  readonly ips: ClusterIps;
  readonly ports: NodePorts;
  readonly dryRun: boolean;
  readonly #undo: (() => Promise<void>)[] = [];
  readonly #finish: (() => Promise<void>)[] = [];

  constructor(ips: ClusterIps, ports: NodePorts, { dryRun }: HookContext) {
    this.ips = ips;
    this.ports = ports;
    this.dryRun = dryRun;
  }

  async address(service: Service, wanted: string | undefined, family: string): Promise<string> {
    if (this.dryRun) return wanted ?? this.ips.anyFree(family);
    if (wanted !== undefined) await this.ips.take(service, wanted);
    const address = wanted ?? (await this.ips.takeAny(service, family));
    this.#undo.push(() => this.ips.release(address));
    return address;
  }

  async port(service: Service, wanted: number | undefined, field: string): Promise<number> {
    if (this.dryRun) return wanted ?? this.ports.anyFree();
    if (wanted !== undefined) await this.ports.take(service, wanted, field);
    const port = wanted ?? (await this.ports.takeAny(service));
    this.#undo.push(() => this.ports.release(port));
    return port;
  }

  /** Done when the object is stored. */
  whenKept(act: () => Promise<void>): void {
    if (!this.dryRun) this.#finish.push(act);
  }

  reservation(): Reservation {
    const all = async (acts: readonly (() => Promise<void>)[]): Promise<void> => {
      for (const act of acts) await act();
    };
    return { keep: () => all(this.#finish), release: () => all(this.#undo) };
  }
}

async function allocate(taken: Taken, service: Service, old: Service | undefined): Promise<Reservation> {
  const spec = (service.spec ??= {});
  try {
    await allocateAddresses(taken, service, spec, old?.spec);
    await allocatePorts(taken, service, spec, old?.spec);
  } catch (error) {
    await taken.reservation().release();
    throw error;
  }
  return taken.reservation();
}

/** What a client leaves out of an update keeps what it has. */
function keepAllocated({ spec = {} }: Service, { spec: old = {} }: Service): void {
  if (needsClusterIp(old) && needsClusterIp(spec)) {
    if ((spec.clusterIP ?? "") === "" && (spec.clusterIPs ?? []).length === 0) {
      if (old.clusterIP !== undefined) spec.clusterIP = old.clusterIP;
      if (old.clusterIPs !== undefined) spec.clusterIPs = [...old.clusterIPs];
    }
  }
  if (needsNodePorts(old) && needsNodePorts(spec)) {
    for (const port of spec.ports ?? []) {
      if ((port.nodePort ?? 0) !== 0) continue;
      const before = old.ports?.find((p) => samePort(p, port));
      if (before?.nodePort !== undefined) port.nodePort = before.nodePort;
    }
  }
  if (needsHealthCheckPort(old) && needsHealthCheckPort(spec) && old.healthCheckNodePort !== undefined)
    spec.healthCheckNodePort ??= old.healthCheckNodePort;
  if (spec.type !== "ExternalName" && (spec.ipFamilies ?? []).length === 0 && old.ipFamilies !== undefined)
    spec.ipFamilies = [...old.ipFamilies];
  if (spec.type !== "ExternalName" && (spec.ipFamilyPolicy ?? "") === "" && old.ipFamilyPolicy !== undefined)
    spec.ipFamilyPolicy = old.ipFamilyPolicy;
}

function samePort(a: ServicePort, b: ServicePort): boolean {
  return a.port === b.port && (a.protocol ?? "TCP") === (b.protocol ?? "TCP");
}

async function allocateAddresses(
  taken: Taken,
  service: Service,
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
): Promise<void> {
  const held = old !== undefined && needsClusterIp(old) ? (old.clusterIPs ?? []) : [];
  if (spec.type === "ExternalName") {
    if (old !== undefined && old.type !== "ExternalName") {
      delete spec.clusterIP;
      delete spec.clusterIPs;
      delete spec.ipFamilies;
      delete spec.ipFamilyPolicy;
    }
    for (const address of held) taken.whenKept(() => taken.ips.release(address));
    return;
  }
  const families = familiesOf(taken, spec);
  if (spec.clusterIP === headless) {
    spec.clusterIPs = [headless];
    return;
  }
  if (old !== undefined && held.length > 0 && spec.clusterIP === old.clusterIP) {
    spec.clusterIPs ??= [...held];
    return;
  }
  const wanted = spec.clusterIPs ?? ((spec.clusterIP ?? "") === "" ? [] : [spec.clusterIP as string]);
  const addresses: string[] = [];
  for (const [i, family] of families.entries()) addresses.push(await taken.address(service, wanted[i], family));
  const [first] = addresses;
  if (first === undefined) return;
  spec.clusterIP = first;
  spec.clusterIPs = addresses;
}

/** Fills in which families of addresses a service has. */
function familiesOf({ ips }: Taken, spec: ServiceSpec): readonly string[] {
  const served = ips.ranges.map((r) => r.family as string);
  const given = spec.clusterIPs
    ?.filter((ip) => ip !== headless && ip !== "")
    .map((ip) => (ip.includes(":") ? "IPv6" : "IPv4"));
  // Who has neither addresses nor pods to find can be anything.
  const free = spec.clusterIP === headless && Object.keys(spec.selector ?? {}).length === 0;
  if ((spec.ipFamilyPolicy ?? "") === "" && free) {
    spec.ipFamilyPolicy = "RequireDualStack";
    if ((spec.ipFamilies ?? []).length === 0) spec.ipFamilies = ["IPv4", "IPv6"];
  }
  if ((spec.ipFamilyPolicy ?? "") === "")
    spec.ipFamilyPolicy =
      (spec.ipFamilies?.length ?? 0) > 1 || (given?.length ?? 0) > 1 ? "RequireDualStack" : "SingleStack";
  const wanted = spec.ipFamilies?.length ? [...spec.ipFamilies] : given?.length ? given : served.slice(0, 1);
  if (spec.ipFamilyPolicy !== "SingleStack")
    for (const family of served) if (!wanted.includes(family)) wanted.push(family);
  spec.ipFamilies = wanted;
  return wanted;
}

async function allocatePorts(
  taken: Taken,
  service: Service,
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
): Promise<void> {
  const held = new Set(old?.ports?.map((p) => p.nodePort).filter((p) => p !== undefined) ?? []);
  const used = new Set<number>();
  if (needsNodePorts(spec)) {
    for (const [i, port] of (spec.ports ?? []).entries()) {
      const wanted = (port.nodePort ?? 0) === 0 ? undefined : port.nodePort;
      // One port can serve several protocols.
      if (wanted === undefined || !(held.has(wanted) || used.has(wanted)))
        port.nodePort = await taken.port(service, wanted, `spec.ports[${i}].nodePort`);
      used.add(port.nodePort as number);
    }
  } else if (spec.type !== "NodePort" && old !== undefined && needsNodePorts(old)) {
    for (const port of spec.ports ?? [])
      if (port.nodePort !== undefined && held.has(port.nodePort)) delete port.nodePort;
  }
  if (needsHealthCheckPort(spec)) {
    const wanted = (spec.healthCheckNodePort ?? 0) === 0 ? undefined : spec.healthCheckNodePort;
    if (wanted === undefined || wanted !== old?.healthCheckNodePort)
      spec.healthCheckNodePort = await taken.port(service, wanted, "spec.healthCheckNodePort");
  } else if (old?.healthCheckNodePort !== undefined && spec.healthCheckNodePort === old.healthCheckNodePort) {
    delete spec.healthCheckNodePort;
  }
  for (const port of held) if (!used.has(port)) taken.whenKept(() => taken.ports.release(port));
  const health = old?.healthCheckNodePort;
  if (health !== undefined && spec.healthCheckNodePort !== health) taken.whenKept(() => taken.ports.release(health));
}
