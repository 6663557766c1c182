import type { Clock } from "@svc/base";
import { connectionOf, createHttpTransport, KubeconfigError, loadKubeconfig } from "@svc/client";
import { type Egress, readWhole } from "@svc/http/client";
import type { Dialect } from "@svc/meta";
import type { ProcessMetrics } from "../metrics/metrics.ts";
import { measuredTransport } from "./measured-transport.ts";

/** The response of a webhook. */
export interface WebhookResponse {
  readonly status: number;
  readonly body: string;
}

/** Posts JSON to the server of a kubeconfig. It rejects where there is no response. */
export type PostToWebhook = (body: string, signal: AbortSignal) => Promise<WebhookResponse>;

interface WebhookConnectionOptions {
  /** The path of a kubeconfig whose current context has the URL and the credentials. */
  readonly path: string;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly metrics: Pick<ProcessMetrics, "clientCalled">;
  readonly egress: Egress;
  /** Chooses the egress policy. */
  readonly purpose: "audit" | "authentication" | "authorization" | "webhook";
}

/** Longer responses are refused. */
const maxResponseBytes = 1_048_576;
const maxConnections = 100;

/** The time that every webhook of a kubeconfig has; the original tells it to the webhook, too. */
const timeout = "?timeout=30s";

/**
 * Opens no connection yet. Redirects are not followed: only the configuration names the endpoint.
 * Webhooks see the user agent that the original's client has.
 * @throws {KubeconfigError}
 */
export async function connectWebhook(options: WebhookConnectionOptions): Promise<PostToWebhook> {
  const { path, dialect, clock, egress, metrics, purpose } = options;
  const { endpoint, credentials } = await connectionOf(await loadKubeconfig({ path }), { dialect, clock });
  const isEncrypted = endpoint.server.protocol === "https:";
  // Credentials are not sent in plain text.
  const shown = isEncrypted ? { credentials } : {};
  const transport = measuredTransport(createHttpTransport({ endpoint, ...shown, maxConnections, egress, purpose }), {
    host: () => new URL(endpoint.server).host,
    clock,
    observe: metrics.clientCalled,
  });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, */*",
    "user-agent": isEncrypted ? "Go-http-client/2.0" : "Go-http-client/1.1",
  };
  const target = endpoint.server.pathname === "/" ? `/${timeout}` : timeout;
  return async (body, signal) => {
    const response = await transport.fetch({ method: "POST", path: target, headers, body: `${body}\n`, signal });
    return { status: response.status, body: (await readWhole(response, maxResponseBytes)).toString("utf8") };
  };
}

/**
 * Explains to an operator why a kubeconfig cannot be used.
 * @throws every error that is not such a problem
 */
export function kubeconfigProblem(error: unknown): string {
  if (error instanceof KubeconfigError) return error.message;
  throw error;
}
