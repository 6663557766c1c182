import type { corev1 as core } from "@svc/types";
import { each, members, oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { systemId } from "../common/number.ts";
import { appArmorProfile, seccompProfile } from "./security-profiles.ts";
import { windowsOptions } from "./windows-options.ts";

const ids = members<core.PodSecurityContext>({
  fsGroup: systemId,
  runAsUser: systemId,
  runAsGroup: systemId,
  supplementalGroups: each(systemId),
});

const changePolicies = oneOf("MountOption", "Recursive");
const changePolicy = oneOf("Recursive");

const policies = members<core.PodSecurityContext>({
  fsGroupChangePolicy: oneOf("Always", "OnRootMismatch"),
  seccompProfile,
  windowsOptions,
  appArmorProfile,
  supplementalGroupsPolicy: oneOf("Merge", "Strict"),
  seLinuxChangePolicy: (policy, at) =>
    (at.context.gates.enabled("SELinuxMount") ? changePolicies : changePolicy)(policy, at),
});

/** Validates the security context of a pod. */
export function podSecurity(spec: core.PodSpec, at: FieldPath): void {
  const { securityContext } = spec;
  if (securityContext === undefined) return;
  ids(securityContext, at);
  if (spec.shareProcessNamespace === true && spec.hostPID === true)
    at.field("shareProcessNamespace").invalid(true, "ShareProcessNamespace and HostPID cannot both be enabled");
  if (securityContext.sysctls !== undefined) sysctls(securityContext.sysctls, at.field("sysctls"), spec);
  policies(securityContext, at);
}

const sysctlPattern = "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
const sysctlName = new RegExp(sysctlPattern);
const maxSysctlLength = 253;

function sysctls(list: readonly core.Sysctl[], at: FieldPath, { hostNetwork, hostIPC }: core.PodSpec): void {
  const names = new Set<string>();
  for (const [i, { name = "" }] of list.entries()) {
    const place = at.item(i).field("name");
    if (name === "") place.required();
    else if (name.length > maxSysctlLength || !sysctlName.test(name))
      place.invalid(name, `must have at most ${maxSysctlLength} characters and match regex ${sysctlPattern}`);
    else if (names.has(name)) place.duplicate(name);
    else {
      const namespace = namespaceOf(name);
      if (namespace === "net" && hostNetwork === true)
        place.invalid(name, "may not be specified when 'hostNetwork' is true");
      if (namespace === "ipc" && hostIPC === true) place.invalid(name, "may not be specified when 'hostIPC' is true");
    }
    names.add(name);
  }
}

/** Kernel parameters of the IPC namespace. */
const ipcNames: ReadonlySet<string> = new Set(
  ["sem", "msg", "msgmax", "msgmnb", "msgmni", "shm", "shmall", "shmmax", "shmmni", "shm_rmid_forced"].map(
    (name) => `kernel.${name}`,
  ),
);

/**
 * The namespace of a kernel parameter. Names use dots or slashes as separators; the first separator
 * decides.
 */
function namespaceOf(name: string): "net" | "ipc" | undefined {
  const slash = name.indexOf("/");
  const dot = name.indexOf(".");
  const dotted = slash >= 0 && (dot < 0 || slash < dot) ? name.replace(/[./]/g, (c) => (c === "/" ? "." : "/")) : name;
  if (dotted.startsWith("net.")) return "net";
  if (ipcNames.has(dotted) || dotted.startsWith("fs.mqueue.")) return "ipc";
  return undefined;
}

/** A pod with users of its own cannot share what belongs to the users of the host. */
export function ownUsers({ hostUsers, hostNetwork, hostPID, hostIPC }: core.PodSpec, at: FieldPath): void {
  if (hostUsers !== false) return;
  const detail = "when `pod.Spec.HostUsers` is false";
  if (hostNetwork === true) at.field("hostNetwork").forbidden(detail);
  if (hostPID === true) at.field("HostPID").forbidden(detail);
  if (hostIPC === true) at.field("HostIPC").forbidden(detail);
}

/**
 * Processes of a Windows host are reached only by pods that consist of nothing else, in the network
 * of the host.
 */
export function hostProcesses(spec: core.PodSpec, at: FieldPath): void {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  let all = 0;
  let inHost = 0;
  for (const { container, place } of containersOf(spec, at)) {
    const own = container.securityContext?.windowsOptions?.hostProcess;
    if (ofPod !== undefined && own !== undefined && own !== ofPod)
      place
        .field("securityContext")
        .field("windowsOptions")
        .field("hostProcess")
        .invalid(own, `pod hostProcess value must be identical if both are specified, was ${ofPod}`);
    all++;
    if (own ?? ofPod) inHost++;
  }
  if (inHost === 0) return;
  if (inHost !== all)
    at.invalid("", "If pod contains any hostProcess containers then all containers must be HostProcess containers");
  if (spec.hostNetwork !== true)
    at.field("hostNetwork").invalid(false, "hostNetwork must be true if pod contains any hostProcess containers");
}

interface ContainerAt {
  readonly container: Pick<core.Container, "name" | "securityContext">;
  readonly place: FieldPath;
}

/** All containers of a pod, with their paths. */
export function containersOf(spec: core.PodSpec, at: FieldPath): readonly ContainerAt[] {
  const found: ContainerAt[] = [];
  for (const list of containerLists) {
    const containers = spec[list];
    if (containers === undefined) continue;
    const place = at.field(list);
    for (let i = 0; i < containers.length; i++)
      found.push({ container: containers[i] as ContainerAt["container"], place: place.item(i) });
  }
  return found;
}

const containerLists = ["initContainers", "containers", "ephemeralContainers"] as const;
