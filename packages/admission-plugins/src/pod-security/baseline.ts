import type { Dialect } from "@svc/meta";
import type { Check } from "./check.ts";
import { containersOf, type SecurityContext } from "./pod.ts";
import {
  anySet,
  containersWhere,
  type Finding,
  named,
  plural,
  quoted,
  settersOf,
  settersText,
  sortedSet,
  valuesOf,
} from "./words.ts";

const capabilities = [
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
];

/** Names, each with the version from which on it is harmless. */
const sysctls: ReadonlyMap<string, number> = new Map([
  ["kernel.shm_rmid_forced", 0],
  ["net.ipv4.ip_local_port_range", 0],
  ["net.ipv4.tcp_syncookies", 0],
  ["net.ipv4.ping_group_range", 0],
  ["net.ipv4.ip_unprivileged_port_start", 0],
  ["net.ipv4.ip_local_reserved_ports", 27],
  ["net.ipv4.tcp_keepalive_time", 29],
  ["net.ipv4.tcp_fin_timeout", 29],
  ["net.ipv4.tcp_keepalive_intvl", 29],
  ["net.ipv4.tcp_keepalive_probes", 29],
  ["net.ipv4.tcp_rmem", 32],
  ["net.ipv4.tcp_wmem", 32],
]);

const seLinuxTypes: ReadonlyMap<string, number> = new Map([
  ["", 0],
  ["container_t", 0],
  ["container_init_t", 0],
  ["container_kvm_t", 0],
  ["container_engine_t", 31],
]);

function isIn(list: ReadonlyMap<string, number>, name: string, minor: number): boolean {
  const since = list.get(name);
  return since !== undefined && since <= minor;
}

/** No known ways out of a container. In the order of their names. */
export function baselineChecks(dialect: Dialect): readonly Check[] {
  return [
    appArmorProfile(`container.apparmor.security.beta.${dialect.labelDomain}/`),
    addedCapabilities,
    hostNamespaces,
    hostPathVolumes,
    hostPorts,
    privileged,
    procMount,
    seLinuxOptions,
    seccompProfile(dialect),
    forbiddenSysctls,
    hostProcess,
  ];
}

function appArmorProfile(prefix: string): Check {
  const isForbidden = ({ appArmorProfile: profile }: SecurityContext): boolean =>
    profile?.type !== undefined && !["RuntimeDefault", "Localhost"].includes(profile.type);
  const isForbiddenText = (text: string): boolean =>
    text !== "" && text !== "runtime/default" && !text.startsWith("localhost/");
  return {
    id: "appArmorProfile",
    since: 0,
    find: (pod) => {
      const setters = settersOf(pod, isForbidden);
      const types = valuesOf(pod, (c) => (isForbidden(c) ? c.appArmorProfile?.type : undefined));
      const annotations = Object.entries(pod.metadata?.annotations ?? {})
        .filter(([name, text]) => name.startsWith(prefix) && isForbiddenText(text))
        .map(([name, text]) => `${name}="${text}"`);
      if (!anySet(setters) && annotations.length === 0) return undefined;
      const values = [...sortedSet(types), ...sortedSet(annotations)];
      const others = annotations.length === 0 ? [] : [plural("annotation", annotations.length)];
      return {
        reason: `forbidden AppArmor ${plural("profile", values.length)}`,
        detail: `${settersText(setters, ...others)} must not set AppArmor profile type to ${quoted(values)}`,
      };
    },
  };
}

const addedCapabilities: Check = {
  id: "capabilities_baseline",
  since: 0,
  find: (pod) => {
    const forbidden = (context?: SecurityContext | null): readonly string[] =>
      (context?.capabilities?.add ?? []).filter((name) => !capabilities.includes(name));
    const names = containersWhere(pod, (c) => forbidden(c.securityContext).length > 0);
    if (names.length === 0) return undefined;
    const added = sortedSet(containersOf(pod).flatMap((c) => forbidden(c.securityContext)));
    return {
      reason: "non-default capabilities",
      detail: `${named("container", names)} must not include ${quoted(added)} in securityContext.capabilities.add`,
    };
  },
};

const hostNamespaces: Check = {
  id: "hostNamespaces",
  since: 0,
  find: ({ spec }) => {
    const shared = (["hostNetwork", "hostPID", "hostIPC"] as const).filter((name) => spec?.[name] === true);
    return shared.length === 0
      ? undefined
      : { reason: "host namespaces", detail: shared.map((name) => `${name}=true`).join(", ") };
  },
};

const hostPathVolumes: Check = {
  id: "hostPathVolumes",
  since: 0,
  find: ({ spec }) => {
    const volumes = (spec?.volumes ?? []).filter((volume) => "hostPath" in volume).map(({ name = "" }) => name);
    return volumes.length === 0 ? undefined : { reason: "hostPath volumes", detail: named("volume", volumes) };
  },
};

const hostPorts: Check = {
  id: "hostPorts",
  since: 0,
  find: (pod) => {
    const isTaken = ({ hostPort = 0 }: { readonly hostPort?: number }): boolean => hostPort !== 0;
    const names = containersWhere(pod, ({ ports }) => ports?.some(isTaken) ?? false);
    if (names.length === 0) return undefined;
    const taken = containersOf(pod).flatMap(({ ports }) =>
      (ports ?? []).filter(isTaken).map((p) => String(p.hostPort)),
    );
    const ports = sortedSet(taken);
    const use = names.length === 1 ? "uses" : "use";
    const detail = `${named("container", names)} ${use} ${plural("hostPort", ports.length)} ${ports.join(", ")}`;
    return { reason: "hostPort", detail };
  },
};

const privileged: Check = {
  id: "privileged",
  since: 0,
  find: (pod) => {
    const names = containersWhere(pod, ({ securityContext }) => securityContext?.privileged === true);
    const detail = `${named("container", names)} must not set securityContext.privileged=true`;
    return names.length === 0 ? undefined : { reason: "privileged", detail };
  },
};

const procMount: Check = {
  id: "procMount",
  since: 0,
  find: (pod) => {
    const names = containersWhere(
      pod,
      ({ securityContext }) => (securityContext?.procMount ?? "Default") !== "Default",
    );
    if (names.length === 0) return undefined;
    const mounts = valuesOf(pod, (c) => ((c.procMount ?? "Default") === "Default" ? undefined : c.procMount));
    const detail = `${named("container", names)} must not set securityContext.procMount to ${quoted(sortedSet(mounts))}`;
    return { reason: "procMount", detail };
  },
};

const seLinuxOptions: Check = {
  id: "seLinuxOptions",
  since: 0,
  find: (pod, minor) => {
    const isForbiddenType = (type: string): boolean => !isIn(seLinuxTypes, type, minor);
    const setters = settersOf(
      pod,
      ({ seLinuxOptions: { type = "", user = "", role = "" } = {} }) =>
        isForbiddenType(type) || user !== "" || role !== "",
    );
    if (!anySet(setters)) return undefined;
    const options = valuesOf(pod, (c) => c.seLinuxOptions);
    const types = sortedSet(options.map(({ type = "" }) => type).filter(isForbiddenType));
    const wrong = [
      ...(types.length > 0 ? [`${plural("type", types.length)} ${quoted(types)}`] : []),
      ...(options.some(({ user = "" }) => user !== "") ? ["user may not be set"] : []),
      ...(options.some(({ role = "" }) => role !== "") ? ["role may not be set"] : []),
    ];
    const detail = `${settersText(setters)} set forbidden securityContext.seLinuxOptions: ${wrong.join("; ")}`;
    return { reason: "seLinuxOptions", detail };
  },
};

/** Annotations were used before the field existed. */
function seccompProfile({ labelDomain }: Dialect): Check {
  const ofPod = `seccomp.security.alpha.${labelDomain}/pod`;
  const ofContainer = `container.seccomp.security.alpha.${labelDomain}/`;
  const byAnnotations = (annotations: Readonly<Record<string, string>>): Finding | undefined => {
    const forbidden = Object.entries(annotations)
      .filter(([name]) => name === ofPod || name.startsWith(ofContainer))
      .filter(([, text]) => !["runtime/default", "docker/default"].includes(text) && !text.startsWith("localhost/"))
      .map(([name, text]) => `${name}="${text}"`);
    if (forbidden.length === 0) return undefined;
    const detail = `forbidden ${plural("annotation", forbidden.length)} ${sortedSet(forbidden).join(", ")}`;
    return { reason: "seccompProfile", detail };
  };
  return {
    id: "seccompProfile_baseline",
    since: 0,
    find: (pod, minor) =>
      minor < 19 ? byAnnotations(pod.metadata?.annotations ?? {}) : findForbiddenSeccomp(pod, minor),
  };
}

export const findForbiddenSeccomp: Check["find"] = (pod) => {
  const forbidden = ({ seccompProfile: profile }: SecurityContext): string | undefined =>
    profile?.type === undefined || ["RuntimeDefault", "Localhost"].includes(profile.type) ? undefined : profile.type;
  const setters = settersOf(pod, (c) => forbidden(c) !== undefined);
  if (!anySet(setters)) return undefined;
  const types = quoted(sortedSet(valuesOf(pod, forbidden)));
  const detail = `${settersText(setters)} must not set securityContext.seccompProfile.type to ${types}`;
  return { reason: "seccompProfile", detail };
};

const forbiddenSysctls: Check = {
  id: "sysctls",
  since: 0,
  find: ({ spec }, minor) => {
    const names = (spec?.securityContext?.sysctls ?? []).map(({ name = "" }) => name);
    const forbidden = names.filter((name) => !isIn(sysctls, name, minor));
    return forbidden.length === 0 ? undefined : { reason: "forbidden sysctls", detail: forbidden.join(", ") };
  },
};

const hostProcess: Check = {
  id: "windowsHostProcess",
  since: 0,
  find: (pod) => {
    const setters = settersOf(pod, ({ windowsOptions }) => windowsOptions?.hostProcess === true);
    const detail = `${settersText(setters)} must not set securityContext.windowsOptions.hostProcess=true`;
    return anySet(setters) ? { reason: "hostProcess", detail } : undefined;
  },
};
