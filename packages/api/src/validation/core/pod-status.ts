import { type Dialect, dns1123Subdomain, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { addressWarnings } from "../common/address-spelling.ts";
import { type Check, members, named } from "../common/check.ts";
import { immutable } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { ipAddress, parseIp } from "../common/ip.ts";
import { systemId } from "../common/number.ts";
import { whenSet } from "../common/when-set.ts";

const conditionType = named(qualifiedName);
const nominated = members<core.PodStatus>({ nominatedNodeName: whenSet(named(dns1123Subdomain)) });

/** Conditions of the system have words without a domain, others a whole name. */
const conditions: Check<readonly core.PodCondition[]> = (list, at) => {
  for (const [i, { type = "" }] of list.entries()) conditionType(type, at.item(i).field("Type"));
};

/** Checks an update of the status of a pod. */
export function podStatusUpdate(pod: core.Pod, old: core.Pod, at: FieldPath): void {
  const { status = {}, spec = { containers: [] } } = pod;
  const before = old.status ?? {};
  if (status.conditions !== undefined) conditions(status.conditions, at.field("conditions"));
  nominated(status, at);
  immutable(status.qosClass, before.qosClass, at.field("qosClass"));
  const endsForGood = terminalStates(spec);
  for (const list of statusLists.slice(0, 2)) {
    const ended = (before[list] ?? []).filter((container) => endsForGood(list, container));
    staysEnded(status[list] ?? [], ended, at.field(list));
  }
  claimStatuses(status, spec, at.field("resourceClaimStatuses"));
  podIps(status.podIPs ?? [], at.field("podIPs"));
  hostIps(status, at.field("hostIPs"));
  for (const list of statusLists) users(status[list] ?? [], at.field(list));
}

const statusLists = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"] as const;

/** Returns whether a container has ended and is not restarted by the policy of its pod. */
function terminalStates(spec: core.PodSpec): (list: string, status: core.ContainerStatus) => boolean {
  // Names of init containers are unique.
  const initContainers = new Map((spec.initContainers ?? []).map((container) => [container.name, container]));
  return (list, { name, state }) => {
    if (state?.terminated === undefined) return false;
    if (list === "initContainerStatuses" && initContainers.get(name)?.restartPolicy === "Always") return false;
    if (spec.restartPolicy === "Always") return false;
    return spec.restartPolicy !== "OnFailure" || (state.terminated.exitCode ?? 0) === 0;
  };
}

function staysEnded(
  statuses: readonly core.ContainerStatus[],
  ended: readonly core.ContainerStatus[],
  at: FieldPath,
): void {
  const places = firstPlaces(statuses.map(({ name }) => name));
  for (const { name } of ended) {
    const i = places.get(name);
    if (i !== undefined && statuses[i]?.state?.terminated === undefined)
      at.item(i).field("state").forbidden("may not be transitioned to non-terminated state");
  }
}

/** The first index of each name. */
function firstPlaces(names: readonly (string | undefined)[]): ReadonlyMap<string | undefined, number> {
  const places = new Map<string | undefined, number>();
  for (const [i, name] of names.entries()) if (!places.has(name)) places.set(name, i);
  return places;
}

function claimStatuses(status: core.PodStatus, spec: core.PodSpec, at: FieldPath): void {
  const names = new Set<string>();
  const claims = new Set((spec.resourceClaims ?? []).map((claim) => claim.name));
  for (const [i, { name = "", resourceClaimName = "" }] of (status.resourceClaimStatuses ?? []).entries()) {
    const place = at.item(i);
    if (!claims.has(name))
      place.field("name").invalid(name, "must match the name of an entry in `spec.resourceClaims`");
    if (names.has(name)) place.field("name").duplicate(name);
    names.add(name);
    if (resourceClaimName !== "") named(dns1123Subdomain)(resourceClaimName, place.field("resourceClaimName"));
  }
}

function podIps(ips: readonly core.PodIP[], at: FieldPath): void {
  for (const [i, { ip = "" }] of ips.entries()) ipAddress(ip, at.item(i));
  oneOfEachFamily(ips, at);
}

function hostIps({ hostIP = "", hostIPs = [] }: core.PodStatus, at: FieldPath): void {
  const first = hostIPs[0];
  if (first === undefined) return;
  if (first.ip !== hostIP) at.item(0).field("ip").invalid(first.ip, "must be equal to `hostIP`");
  for (const [i, { ip = "" }] of hostIPs.entries()) ipAddress(ip, at.item(i));
  oneOfEachFamily(hostIPs, at);
}

function oneOfEachFamily(ips: readonly { readonly ip: string }[], at: FieldPath): void {
  if (ips.length < 2) return;
  const families = ips.map(({ ip }) => parseIp(ip ?? "")?.family);
  const broken = families.indexOf(undefined);
  if (broken >= 0)
    at.internal(`failed to check for dual stack with error:invalid IP[${broken}]: ${ips[broken]?.ip ?? ""}`);
  if (broken >= 0 || ips.length > 2 || families[0] === families[1])
    at.invalid(ips, "may specify no more than one IP for each IP family");
}

function users(statuses: readonly core.ContainerStatus[], at: FieldPath): void {
  for (const [i, { user }] of statuses.entries()) {
    const linux = user?.linux;
    if (linux === undefined) continue;
    const place = at.item(i).field("user").field("linux");
    systemId(linux.uid, place.field("uid"));
    systemId(linux.gid, place.field("gid"));
    for (const [j, group] of (linux.supplementalGroups ?? []).entries())
      systemId(group, place.field("supplementalGroups").item(j));
  }
}

/** Warns of addresses in the status that are not in canonical form. */
export function podStatusWarnings(dialect: Dialect): (status: core.PodStatus) => readonly string[] {
  const { ip } = addressWarnings(dialect);
  return ({ podIPs = [], hostIPs = [] }) => [
    ...podIPs.flatMap((address, i) => ip(`status.podIPs[${i}].ip`, address.ip)),
    ...hostIPs.flatMap((address, i) => ip(`status.hostIPs[${i}].ip`, address.ip)),
  ];
}
