import { findForbiddenSeccomp } from "./baseline.ts";
import type { Check } from "./check.ts";
import { containersOf, type PodLike } from "./pod.ts";
import { anySet, containersWhere, named, plural, quoted, settersOf, settersText, sortedSet } from "./words.ts";

const harmlessVolumes = new Set([
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "image",
  "persistentVolumeClaim",
  "projected",
  "secret",
]);

/** From this version on, pods for Windows need not set fields that only Linux has. */
const windowsKnownSince = 25;

function exceptWindows(find: Check["find"]): Check["find"] {
  return (pod, minor) =>
    minor >= windowsKnownSince && pod.spec?.os?.name === "windows" ? undefined : find(pod, minor);
}

const allowPrivilegeEscalation: Check = {
  id: "allowPrivilegeEscalation",
  since: 8,
  find: exceptWindows((pod) => {
    const names = containersWhere(pod, ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
    const detail = `${named("container", names)} must set securityContext.allowPrivilegeEscalation=false`;
    return names.length === 0 ? undefined : { reason: "allowPrivilegeEscalation != false", detail };
  }),
};

const capabilities: Check = {
  id: "capabilities_restricted",
  since: 22,
  overrides: ["capabilities_baseline"],
  find: exceptWindows((pod) => {
    const added = (list: readonly string[] = []): readonly string[] =>
      list.filter((name) => name !== "NET_BIND_SERVICE");
    const keeping = containersWhere(pod, (c) => !(c.securityContext?.capabilities?.drop ?? []).includes("ALL"));
    const adding = containersWhere(pod, (c) => added(c.securityContext?.capabilities?.add).length > 0);
    const names = sortedSet(containersOf(pod).flatMap((c) => added(c.securityContext?.capabilities?.add)));
    const wrong = [
      ...(keeping.length > 0
        ? [`${named("container", keeping)} must set securityContext.capabilities.drop=["ALL"]`]
        : []),
      ...(adding.length > 0
        ? [`${named("container", adding)} must not include ${quoted(names)} in securityContext.capabilities.add`]
        : []),
    ];
    return wrong.length === 0 ? undefined : { reason: "unrestricted capabilities", detail: wrong.join("; ") };
  }),
};

const volumes: Check = {
  id: "restrictedVolumes",
  since: 0,
  overrides: ["hostPathVolumes"],
  find: ({ spec }) => {
    const restricted = (spec?.volumes ?? []).flatMap(({ name = "", ...source }) => {
      const kinds = Object.keys(source);
      return kinds.some((kind) => harmlessVolumes.has(kind)) ? [] : [{ name, kind: kinds[0] ?? "unknown" }];
    });
    if (restricted.length === 0) return undefined;
    const kinds = sortedSet(restricted.map(({ kind }) => kind));
    const use = restricted.length === 1 ? "uses" : "use";
    const names = named(
      "volume",
      restricted.map(({ name }) => name),
    );
    const detail = `${names} ${use} restricted volume ${plural("type", kinds.length)} ${quoted(kinds)}`;
    return { reason: "restricted volume types", detail };
  },
};

const runAsNonRoot: Check = {
  id: "runAsNonRoot",
  since: 0,
  find: (pod) => {
    const reason = "runAsNonRoot != true";
    const setters = settersOf(pod, (c) => c.runAsNonRoot === false);
    if (anySet(setters))
      return { reason, detail: `${settersText(setters)} must not set securityContext.runAsNonRoot=false` };
    const detail = missing(pod, ({ runAsNonRoot: value }) => value !== undefined);
    return detail === "" ? undefined : { reason, detail: `${detail} must set securityContext.runAsNonRoot=true` };
  },
};

const runAsUser: Check = {
  id: "runAsUser",
  since: 23,
  find: (pod) => {
    const setters = settersOf(pod, (c) => c.runAsUser === 0);
    const detail = `${settersText(setters)} must not set runAsUser=0`;
    return anySet(setters) ? { reason: "runAsUser=0", detail } : undefined;
  },
};

const seccompProfile: Check = {
  id: "seccompProfile_restricted",
  since: 19,
  overrides: ["seccompProfile_baseline"],
  find: exceptWindows((pod, minor) => {
    const forbidden = findForbiddenSeccomp(pod, minor);
    if (forbidden !== undefined) return forbidden;
    const silent = missing(pod, ({ seccompProfile: profile }) => profile?.type !== undefined);
    if (silent === "") return undefined;
    const detail = `${silent} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
    return { reason: "seccompProfile", detail };
  }),
};

/** The parts that must set a field, when neither the pod nor all containers do; empty for none. */
function missing(pod: PodLike, isSetBy: Parameters<typeof settersOf>[1]): string {
  const { pod: isSet, containers } = settersOf(pod, isSetBy);
  const setters = new Set(containers);
  const silent = containersWhere(pod, ({ name = "" }) => !setters.has(name));
  return isSet || silent.length === 0 ? "" : `pod or ${named("container", silent)}`;
}

/** The checks of the `restricted` level, sorted by name. */
export const restrictedChecks: readonly Check[] = [
  allowPrivilegeEscalation,
  capabilities,
  volumes,
  runAsNonRoot,
  runAsUser,
  seccompProfile,
];
