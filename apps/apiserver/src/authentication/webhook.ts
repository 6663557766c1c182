import { type TokenVerifier, webhookVerifier } from "@svc/authn";
import type { Clock } from "@svc/base";
import type { Egress } from "@svc/http/client";
import type { Dialect } from "@svc/meta";
import { StartupError } from "@svc/program";
import type { ProcessMetrics } from "../metrics/metrics.ts";
import { connectWebhook, kubeconfigProblem } from "../webhooks/webhook-connection.ts";
import type { AuthenticationFlags } from "./flags.ts";

interface TokenWebhookOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly egress: Egress;
  readonly metrics: Pick<ProcessMetrics, "clientCalled">;
  readonly apiAudiences: readonly string[];
}

/** The webhook that reviews tokens, where a flag names one. @throws {StartupError} */
export async function loadTokenWebhook(
  flags: AuthenticationFlags,
  options: TokenWebhookOptions,
): Promise<readonly TokenVerifier[]> {
  const { authenticationTokenWebhookConfigFile: path, authenticationTokenWebhookVersion: version } = flags;
  if (path === undefined) return [];
  try {
    const send = await connectWebhook({ path, purpose: "authentication", ...options });
    return [webhookVerifier({ ...options, send, version, cacheTtlMs: flags.authenticationTokenWebhookCacheTtl })];
  } catch (cause) {
    throw new StartupError(`--authentication-token-webhook-config-file: ${path}: ${kubeconfigProblem(cause)}`, {
      cause,
    });
  }
}
