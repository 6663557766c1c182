import type { AdmissionOptions } from "@svc/admission-plugins";
import { StartupError } from "@svc/program";
import type { ApiFlags } from "../command-line/api-flags.ts";
import type { PluginEnvironment } from "./plugin-environment.ts";

type AdmissionFlags = ApiFlags & { readonly webhookMaxRedirects: number; readonly enableAggregatorRouting: boolean };

/** The options of admission plugins that flags and files set. @throws {StartupError} */
export async function admissionOptions(
  flags: AdmissionFlags,
  environment: PluginEnvironment,
): Promise<AdmissionOptions> {
  const { admissionControlConfigFile: path, enableAdmissionPlugins: enabled } = flags;
  const defaultTolerationSeconds = {
    notReadySeconds: flags.defaultNotReadyTolerationSeconds,
    unreachableSeconds: flags.defaultUnreachableTolerationSeconds,
  };
  const ofFlags = {
    defaultTolerationSeconds,
    webhooks: { maxRedirects: flags.webhookMaxRedirects, routeToEndpoints: flags.enableAggregatorRouting },
  };
  if (path === undefined) return ofFlags;
  // Loaded where it is needed: most servers have no such file, and start without waiting for it.
  const { loadAdmissionConfiguration } = await import("./configuration.ts");
  const options = await loadAdmissionConfiguration(path, environment);
  const lacks = (name: string, part: object | undefined): boolean => enabled.includes(name) && part === undefined;
  if (lacks("ImagePolicyWebhook", options.imagePolicy))
    throw new StartupError(`ImagePolicyWebhook has no webhook: ${path} says nothing of it`);
  if (lacks("EventRateLimit", options.eventRateLimit))
    throw new StartupError(`EventRateLimit has no limits: ${path} says nothing of it`);
  return { ...options, ...ofFlags };
}
