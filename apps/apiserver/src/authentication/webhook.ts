import { type TokenVerifier, webhookVerifier } from "@svc/authn";
import type { Clock } from "@svc/base";
import type { Dialect } from "@svc/meta";
import type { ProcessMetrics } from "../metrics.ts";
import { StartupError } from "../startup-error.ts";
import { connectWebhook, kubeconfigProblem } from "../webhook-connection.ts";
import type { AuthenticationFlags } from "./flags.ts";

/** Somebody else who knows whose tokens are, where a flag names him. @throws {StartupError} */
export async function loadTokenWebhook(
  flags: AuthenticationFlags,
  options: {
    readonly dialect: Dialect;
    readonly clock: Clock;
    readonly metrics: Pick<ProcessMetrics, "clientCalled">;
    readonly apiAudiences: readonly string[];
  },
): Promise<readonly TokenVerifier[]> {
  const { authenticationTokenWebhookConfigFile: path, authenticationTokenWebhookVersion: version } = flags;
  if (path === undefined) return [];
  try {
    const send = await connectWebhook({ path, ...options });
    return [webhookVerifier({ ...options, send, version, cacheTtlMs: flags.authenticationTokenWebhookCacheTtl })];
  } catch (cause) {
    throw new StartupError(`--authentication-token-webhook-config-file: ${path}: ${kubeconfigProblem(cause)}`, {
      cause,
    });
  }
}
