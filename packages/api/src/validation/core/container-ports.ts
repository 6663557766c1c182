import type { corev1 as core } from "@svc/types";
import { type Check, choice } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { portName } from "../common/names.ts";
import { portNumber } from "../common/number.ts";

const protocols = choice("SCTP", "TCP", "UDP");

export const containerPorts: Check<readonly core.ContainerPort[]> = (ports, at) => {
  const names = new Set<string>();
  for (const [i, { name = "", containerPort = 0, hostPort = 0, protocol = "" }] of ports.entries()) {
    const place = at.item(i);
    if (name !== "") nameOf(name, place.field("name"), names);
    if (containerPort === 0) place.field("containerPort").required();
    else portNumber(containerPort, place.field("containerPort"));
    if (hostPort !== 0) portNumber(hostPort, place.field("hostPort"));
    protocols(protocol, place.field("protocol"));
  }
};

function nameOf(name: string, at: FieldPath, taken: Set<string>): void {
  const problems = portName(name);
  for (const problem of problems) at.invalid(name, problem);
  if (problems.length > 0) return;
  if (taken.has(name)) at.duplicate(name);
  taken.add(name);
}

/** In the network of the host a port has one number. @param at the list of containers */
export function hostNetworkPorts(containers: readonly core.Container[], at: FieldPath): void {
  for (const [i, { ports = [] }] of containers.entries())
    for (const [j, { hostPort = 0, containerPort = 0 }] of ports.entries())
      if (hostPort !== 0 && hostPort !== containerPort)
        at.item(i)
          .field("ports")
          .item(j)
          .field("hostPort")
          .invalid(hostPort, "must match `containerPort` when `hostNetwork` is true");
}

/**
 * Containers that run at the same time share the ports of their host.
 * @param at the list of containers
 */
export function hostPortConflicts(containers: readonly core.Container[], at: FieldPath): void {
  const taken = new Set<string>();
  for (const [i, { ports }] of containers.entries()) {
    if (ports === undefined) continue;
    for (const [j, { hostPort = 0, protocol = "", hostIP = "" }] of ports.entries()) {
      if (hostPort === 0) continue;
      const key = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(key)) at.item(i).field("ports").item(j).field("hostPort").duplicate(key);
      taken.add(key);
    }
  }
}
