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

/** What is odd about the ports of a pod. @param path of the spec */
export function portWarnings(spec: core.PodSpec, path: string): readonly string[] {
  const ports = portsOf(spec, path);
  const warnings: string[] = [];
  for (let i = 0; i < ports.length; i++) {
    const { port, path: at } = ports[i] as PortAt;
    const { name = "", hostPort = 0, hostIP = "", containerPort, protocol } = port;
    if (hostPort === 0 && hostIP !== "")
      warnings.push(
        `${at}: hostIP set without hostPort: {Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`,
      );
    for (let j = 0; j < i; j++) {
      const earlier = ports[j] as PortAt;
      const relation = relationOf(port, earlier.port);
      if (relation !== undefined) warnings.push(`${at}: ${relation} port definition with ${earlier.path}`);
    }
  }
  return [...warnings, ...nameWarnings(ports)];
}

function relationOf(a: core.ContainerPort, b: core.ContainerPort): string | undefined {
  if (a.containerPort !== b.containerPort || a.protocol !== b.protocol) return undefined;
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
