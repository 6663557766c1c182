import type { corev1 as core } from "@svc/types";

interface PortAt {
  readonly port: core.ContainerPort;
  readonly path: string;
}

/** Ports of all containers of a pod, which are reached at one address. */
function portsOf(spec: core.PodSpec, path: string): readonly PortAt[] {
  const found: PortAt[] = [];
  for (const list of ["initContainers", "containers"] as const)
    spec[list]?.forEach(({ ports }, i) => {
      ports?.forEach((port, j) => void found.push({ port, path: `${path}.${list}[${i}].ports[${j}]` }));
    });
  return found;
}

/** Each of many ports may be odd together with each other one: more warnings are not looked for. */
const maxWarnings = 1_000;

/** Warnings about the ports of a pod. @param path of the spec */
export function portWarnings(spec: core.PodSpec, path: string): readonly string[] {
  const ports = portsOf(spec, path);
  const warnings: string[] = [];
  const earlierPorts = new Map<string, PortAt[]>();
  for (const { port, path: at } of ports) {
    const { name = "", hostPort = 0, hostIP = "", containerPort, protocol } = port;
    if (hostPort === 0 && hostIP !== "")
      warnings.push(
        `${at}: hostIP set without hostPort: {Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`,
      );
    const alike = earlierPorts.get(`${containerPort}/${protocol}`) ?? [];
    for (const earlier of alike) {
      if (warnings.length >= maxWarnings) break;
      const relation = relationOf(port, earlier.port);
      if (relation !== undefined) warnings.push(`${at}: ${relation} port definition with ${earlier.path}`);
    }
    if (alike.length === 0) earlierPorts.set(`${containerPort}/${protocol}`, alike);
    alike.push({ port, path: at });
  }
  return [...warnings, ...nameWarnings(ports)];
}

/** Of ports with the same number and protocol. */
function relationOf(a: core.ContainerPort, b: core.ContainerPort): string | undefined {
  const [host, other] = [a.hostPort ?? 0, b.hostPort ?? 0];
  const [ip, otherIp] = [a.hostIP ?? "", b.hostIP ?? ""];
  if (host === other && ip === otherIp) return "duplicate";
  if (host === 0 || other === 0) return "overlapping";
  return host === other && (ip === "" || otherIp === "") ? "dangerously ambiguous" : undefined;
}

function nameWarnings(ports: readonly PortAt[]): readonly string[] {
  const first = new Map<string, string>();
  const warnings: string[] = [];
  for (const {
    port: { name = "" },
    path,
  } of ports) {
    if (name === "") continue;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, path);
    else
      warnings.push(
        `${path}: duplicate port name "${name}" with ${earlier}, services and probes that select ports by name will use ${earlier}`,
      );
  }
  return warnings;
}
