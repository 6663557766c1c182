import type { Clock } from "@svc/base";
import { connectionOf, createHttpTransport, KubeconfigError, loadKubeconfig } from "@svc/client";
import type { Dialect } from "@svc/meta";

/** What somebody else answered. */
export interface WebhookAnswer {
  readonly status: number;
  readonly body: string;
}

/** Posts JSON to whom a kubeconfig names. It rejects where there is no answer. */
export type PostToWebhook = (body: string, signal: AbortSignal) => Promise<WebhookAnswer>;

interface WebhookConnectionOptions {
  /** A kubeconfig: its current context says whom to ask, and as whom. */
  readonly path: string;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/** Longer answers are refused. */
const maxAnswerBytes = 1_048_576;
const maxConnections = 100;

/**
 * Opens no connection yet. Redirects are answers like any other: who is asked is in the configuration, and nowhere else.
 * @throws {KubeconfigError}
 */
export async function connectWebhook({ path, dialect, clock }: WebhookConnectionOptions): Promise<PostToWebhook> {
  const { endpoint, credentials } = await connectionOf(await loadKubeconfig({ path }), { dialect, clock });
  const transport = createHttpTransport({ endpoint, credentials, maxConnections });
  const headers = { "content-type": "application/json", accept: "application/json" };
  return async (body, signal) => {
    const { status, body: answer } = await transport.fetch({ method: "POST", path: "", headers, body, signal });
    return { status, body: await readText(answer) };
  };
}

/** Why a kubeconfig cannot be used, as a person wants to read it. @throws whatever is no such problem */
export function kubeconfigProblem(error: unknown): string {
  if (error instanceof KubeconfigError) return error.message;
  throw error;
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxAnswerBytes) throw new Error(`the webhook answered with more than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
