import { admissionStepNames } from "@svc/controlplane";
import { aggregateText } from "@svc/meta";
import { StartupError } from "@svc/program";
import type { ApiFlags } from "../command-line/api-flags.ts";

type AdmissionFlags = Pick<
  ApiFlags,
  "enableAdmissionPlugins" | "disableAdmissionPlugins" | "admissionControlConfigFile"
>;

/** Plugins that have no effect in clusters either, since their feature gates are off. */
const idle: readonly string[] = ["PodTopologyLabels"];

/**
 * Plugins that have no effect without a configuration file, with the content that the file needs.
 */
export const configured: readonly (readonly [name: string, what: string])[] = [
  ["EventRateLimit", "limits"],
  ["ImagePolicyWebhook", "webhook"],
];

/** Every plugin that a flag can name. */
export function admissionPluginNames(): ReadonlySet<string> {
  return new Set([...admissionStepNames(), ...idle]);
}

/**
 * @throws {StartupError} for unknown plugins, and for plugins without their required configuration
 */
export function checkAdmissionFlags(flags: AdmissionFlags): void {
  const { enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled } = flags;
  const known = admissionPluginNames();
  const overlap = [...new Set(enabled)].filter((name) => disabled.includes(name));
  const problems = [
    ...unknownNames("enable-admission-plugins", enabled, known),
    ...unknownNames("disable-admission-plugins", disabled, known),
    ...(overlap.length === 0
      ? []
      : [`[${overlap.join(" ")}] in enable-admission-plugins and disable-admission-plugins overlapped`]),
  ];
  if (problems.length > 0) throw new StartupError(aggregateText(problems));
  for (const [name, what] of configured)
    if (enabled.includes(name) && flags.admissionControlConfigFile === undefined)
      throw new StartupError(`${name} has no ${what}: --admission-control-config-file says them`);
}

function unknownNames(flag: string, names: readonly string[], known: ReadonlySet<string>): readonly string[] {
  return names.filter((name) => !known.has(name)).map((name) => `${flag} plugin "${name}" is unknown`);
}
