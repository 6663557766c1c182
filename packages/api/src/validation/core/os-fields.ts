import type { corev1 as core } from "@svc/types";
import { isEmpty } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { containersOf } from "./pod-security.ts";

/** Fields that pods of one operating system must not set, in the order of their errors. */
const linuxOnly: readonly string[] = [
  ...["securityContext.appArmorProfile", "securityContext.seLinuxOptions", "hostUsers", "hostPID", "hostIPC"],
  ...["securityContext.seccompProfile", "securityContext.fsGroup", "securityContext.fsGroupChangePolicy"],
  ...["securityContext.sysctls", "shareProcessNamespace", "securityContext.runAsUser", "securityContext.runAsGroup"],
  ...["securityContext.supplementalGroups", "securityContext.supplementalGroupsPolicy"],
  "securityContext.seLinuxChangePolicy",
];
/** Fields for which false equals absence. */
const switches: ReadonlySet<string> = new Set(["hostPID", "hostIPC"]);

const linuxOnlyInContainers: readonly (keyof core.SecurityContext)[] = [
  ...(["appArmorProfile", "seLinuxOptions", "seccompProfile", "capabilities", "readOnlyRootFilesystem"] as const),
  ...(["privileged", "allowPrivilegeEscalation", "procMount", "runAsUser", "runAsGroup"] as const),
];

export function systemFields(spec: core.PodSpec, at: FieldPath): void {
  const { os } = spec;
  if (os === undefined) return;
  const { name = "" } = os;
  if (name === "") at.field("os").field("name").required("cannot be empty");
  else if (name === "windows") withoutLinux(spec, at);
  else if (name === "linux") withoutWindows(spec, at);
  else at.field("os").notSupported(name, ["linux", "windows"]);
}

function withoutLinux(spec: core.PodSpec, at: FieldPath): void {
  const detail = "cannot be set for a windows pod";
  const pod = spec as unknown as Readonly<Record<string, unknown>>;
  const security = (spec.securityContext ?? {}) as Readonly<Record<string, unknown>>;
  for (const path of linuxOnly) {
    const name = path.slice(path.indexOf(".") + 1);
    const value = name === path ? pod[name] : security[name];
    if (value === undefined || (value === false && switches.has(name)) || (name === "sysctls" && isEmpty(value)))
      continue;
    (name === path ? at : at.field("securityContext")).field(name).forbidden(detail);
  }
  for (const { container, place } of containersOf(spec, at))
    for (const name of linuxOnlyInContainers)
      if (container.securityContext?.[name] !== undefined) place.field("securityContext").field(name).forbidden(detail);
}

function withoutWindows(spec: core.PodSpec, at: FieldPath): void {
  const forbid = (context: Pick<core.SecurityContext, "windowsOptions"> | undefined, place: FieldPath): void => {
    if (context?.windowsOptions === undefined) return;
    place.field("securityContext").field("windowsOptions").forbidden("windows options cannot be set for a linux pod");
  };
  forbid(spec.securityContext, at);
  for (const { container, place } of containersOf(spec, at)) forbid(container.securityContext, place);
}
