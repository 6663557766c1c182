import { admissionStepNames } from "@svc/controlplane";
import { aggregateText } from "@svc/meta";
import type { Flags } from "../flags.ts";
import { StartupError } from "../startup-error.ts";

type AdmissionFlags = Pick<Flags, "enableAdmissionPlugins" | "disableAdmissionPlugins" | "admissionControlConfigFile">;

/**
 * What clusters know besides. Disabling what is not there changes nothing; who enables it relies on
 * what nobody would enforce.
 */
const elsewhere: readonly string[] = ["ImagePolicyWebhook"];
/** What does nothing in clusters either, without gates that are off. */
const idle: readonly string[] = ["PodTopologyLabels"];

/**
 * @throws {StartupError} for plugins that there are not, and for those that this server does not
 * have
 */
export function checkAdmissionFlags(flags: AdmissionFlags): void {
  const { enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled } = flags;
  const own = admissionStepNames();
  const known = new Set([...own, ...elsewhere, ...idle]);
  const overlap = [...new Set(enabled)].filter((name) => disabled.includes(name));
  const problems = [
    ...unknownNames("enable-admission-plugins", enabled, known),
    ...unknownNames("disable-admission-plugins", disabled, known),
    ...(overlap.length === 0
      ? []
      : [`[${overlap.join(" ")}] in enable-admission-plugins and disable-admission-plugins overlapped`]),
  ];
  if (problems.length > 0) throw new StartupError(aggregateText(problems));
  const absent = enabled.filter((name) => elsewhere.includes(name));
  if (absent.length > 0)
    throw new StartupError(
      `--enable-admission-plugins: this server does not have ${absent.join(", ")}, and nothing would enforce it; it has ${own.join(", ")}`,
    );
  // Without limits it would limit nothing.
  if (enabled.includes("EventRateLimit") && flags.admissionControlConfigFile === undefined)
    throw new StartupError("EventRateLimit has no limits: --admission-control-config-file says them");
}

function unknownNames(flag: string, names: readonly string[], known: ReadonlySet<string>): readonly string[] {
  return names.filter((name) => !known.has(name)).map((name) => `${flag} plugin "${name}" is unknown`);
}
