import type { corev1 as core } from "@svc/types";
import { type Check, members, oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { systemId } from "../common/number.ts";
import { appArmorProfile, seccompProfile } from "./security-profiles.ts";
import { windowsOptions } from "./windows-options.ts";

const ids = members<core.SecurityContext>({ runAsUser: systemId, runAsGroup: systemId });
const procMounts = oneOf("Default", "Unmasked");
const lastMembers: Check<core.SecurityContext> = members<core.SecurityContext>({
  windowsOptions,
  appArmorProfile,
});

/** @param hostUsers whether the pod shares the users of its host */
export function containerSecurity(context: core.SecurityContext, at: FieldPath, hostUsers: boolean): void {
  ids(context, at);
  const { procMount, seccompProfile: seccomp } = context;
  if (procMount !== undefined) {
    procMounts(procMount, at.field("procMount"));
    if (hostUsers && procMount === "Unmasked")
      at.field("procMount").invalid(procMount, "`hostUsers` must be false to use `Unmasked`");
  }
  if (seccomp !== undefined) seccompProfile(seccomp, at.field("seccompProfile"));
  escalation(context, at);
  lastMembers(context, at);
}

/** A container that may do everything cannot be kept from getting more rights. */
function escalation(context: core.SecurityContext, at: FieldPath): void {
  const { allowPrivilegeEscalation, privileged, capabilities } = context;
  if (allowPrivilegeEscalation !== false) return;
  if (privileged === true)
    at.invalid(context, "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
  for (const capability of capabilities?.add ?? [])
    if (capability === "CAP_SYS_ADMIN")
      at.invalid(context, "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
}
