import { authorizerTypes } from "@svc/authz";
import { quote } from "@svc/base";
import { StartupError } from "@svc/program";
import type { AuthorizationFlags } from "./flags.ts";

const defaultModes: readonly string[] = ["Node", "RBAC"];

/**
 * The modes that flags ask for, checked with all that belongs to them.
 * @throws {StartupError} in the words of the original
 */
export function modesOf(flags: AuthorizationFlags): readonly string[] {
  const { authorizationMode: requested = [], authorizationPolicyFile: policyFile } = flags;
  const modes = requested.length === 0 ? defaultModes : requested;
  for (const mode of modes)
    if (!authorizerTypes.some((t) => t === mode))
      throw new StartupError(`authorization-mode ${quote(mode)} is not a valid mode`);
  if (modes.includes("ABAC") && policyFile === undefined)
    throw new StartupError("authorization-mode ABAC's authorization policy file not passed");
  if (modes.includes("Webhook") && flags.authorizationWebhookConfigFile === undefined)
    throw new StartupError("authorization-mode Webhook's authorization config file not passed");
  if (!modes.includes("ABAC") && policyFile !== undefined)
    throw new StartupError("cannot specify --authorization-policy-file without mode ABAC");
  if (!modes.includes("Webhook") && flags.authorizationWebhookConfigFile !== undefined)
    throw new StartupError("cannot specify --authorization-webhook-config-file without mode Webhook");
  if (new Set(modes).size < modes.length) {
    const shown = modes.map((m) => JSON.stringify(m)).join(" ");
    throw new StartupError(`authorization-mode [${shown}] has mode specified more than once`);
  }
  return modes;
}

/** @throws {StartupError} if both a file and flags configure authorization */
export function checkOneSource(flags: AuthorizationFlags): void {
  const { authorizationMode, authorizationWebhookConfigFile, authorizationWebhookVersion } = flags;
  const { authorizationWebhookCacheAuthorizedTtl, authorizationWebhookCacheUnauthorizedTtl } = flags;
  const others = [
    authorizationMode,
    authorizationWebhookConfigFile,
    authorizationWebhookVersion,
    authorizationWebhookCacheAuthorizedTtl,
    authorizationWebhookCacheUnauthorizedTtl,
  ];
  if (others.some((value) => value !== undefined))
    throw new StartupError(
      "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined",
    );
  if (flags.authorizationPolicyFile !== undefined)
    throw new StartupError("cannot specify --authorization-policy-file without mode ABAC");
}
