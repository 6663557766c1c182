import { type Admission, type AdmissionPlugin, createAdmission } from "@svc/admission";
import { rbacEscalation } from "../rbac/escalation.ts";
import type { ServerConfig } from "../server-config.ts";
import type { AdmissionSources } from "./sources.ts";
import { admissionSteps } from "./steps.ts";

/** Where steps of the configuration stand: what they change is counted and judged by all that comes behind. */
const ownStepsBefore = "ResourceQuota";

/** The built-in steps that are on, in their order, with those of the configuration among them; who may grant what is checked always. */
export function admissionChain(config: ServerConfig, sources: AdmissionSources): Admission {
  const own = typeof config.admission === "function" ? config.admission(sources.objects) : (config.admission ?? []);
  const enabled = new Set(config.enabledAdmission ?? []);
  const disabled = new Set(config.disabledAdmission ?? []);
  const plugins = admissionSteps.flatMap(({ name, byDefault, make }): readonly AdmissionPlugin[] => {
    const before = name === ownStepsBefore ? own.filter((plugin) => !disabled.has(plugin.name)) : [];
    const isOn = enabled.has(name) || (byDefault && !disabled.has(name));
    const plugin = isOn ? make(sources) : undefined;
    return plugin === undefined ? before : [...before, plugin];
  });
  const grants = config.rbac === undefined ? [] : [rbacEscalation(sources.dialect, config.authorizer, config.rbac)];
  return createAdmission([...plugins, ...grants]);
}
