import type { AdmissionOptions } from "@svc/admission";
import type { Dialect } from "@svc/meta";
import type { Flags } from "../flags.ts";
import { StartupError } from "../startup-error.ts";

/** What the flags say of single admission plugins. @throws {StartupError} */
export async function admissionOptions(flags: Flags, dialect: Dialect): Promise<AdmissionOptions> {
  const { admissionControlConfigFile: path, enableAdmissionPlugins: enabled } = flags;
  const defaultTolerationSeconds = {
    notReadySeconds: flags.defaultNotReadyTolerationSeconds,
    unreachableSeconds: flags.defaultUnreachableTolerationSeconds,
  };
  const given = { defaultTolerationSeconds, webhooks: { maxRedirects: flags.webhookMaxRedirects } };
  if (path === undefined) return given;
  // Loaded where it is needed: most servers have no such file, and start without waiting for it.
  const { loadAdmissionConfiguration } = await import("./configuration.ts");
  const options = await loadAdmissionConfiguration(path, dialect);
  if (enabled.includes("EventRateLimit") && options.eventRateLimit === undefined)
    throw new StartupError(`EventRateLimit has no limits: ${path} says nothing of it`);
  return { ...options, ...given };
}
