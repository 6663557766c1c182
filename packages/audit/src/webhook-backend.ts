import { pause } from "@svc/base";
import { aFunction, aNonNegativeNumber, aString, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { AuditBackend } from "./backend.ts";
import type { AuditEvent } from "./event.ts";
import { type BackendOptions, expectedBackendOptions, sendingBackend } from "./sending-backend.ts";

interface WebhookBackendOptions extends BackendOptions {
  readonly apiVersion: string;
  /** Posts JSON without following redirects. Rejects without a response. */
  readonly post: (body: string, signal: AbortSignal) => Promise<{ readonly status: number }>;
  /** Time in milliseconds before the first retry; each further one waits 1.5 times as long. */
  readonly initialBackoffMs: number;
  /** @default 30 s */
  readonly timeoutMs?: number;
}

/** Source: kube-apiserver's behaviour. */
const maxAttempts = 5;

const webhookBackendOptions = optionsOf<WebhookBackendOptions>({
  ...expectedBackendOptions,
  apiVersion: aString,
  post: aFunction,
  initialBackoffMs: aNonNegativeNumber,
  timeoutMs: optional(aNonNegativeNumber),
});

/**
 * Sends events as lists. A failed request is retried a few times, whatever its failure.
 * @throws {TypeError} for a wrong argument
 */
export function createWebhookBackend(options: WebhookBackendOptions): AuditBackend {
  checkArgument("createWebhookBackend: options", options, webhookBackendOptions);
  const { apiVersion, clock, initialBackoffMs } = options;
  const stop = new AbortController();
  const send = async (events: readonly AuditEvent[]): Promise<void> => {
    // Items of a list don't name their type.
    const items = events.map(({ kind: _kind, apiVersion: _apiVersion, ...event }) => event);
    const body = JSON.stringify({ kind: "EventList", apiVersion, metadata: {}, items });
    for (let attempt = 1, delayMs = initialBackoffMs; ; attempt++, delayMs *= 1.5) {
      const problem = await problemOf(options, body);
      if (problem === undefined) return;
      if (attempt >= maxAttempts || stop.signal.aborted) throw new Error(problem);
      await pause(clock, delayMs, { signal: stop.signal });
    }
  };
  const close = async (): Promise<void> => undefined;
  const backend = sendingBackend(options, { name: "webhook", send, close });
  return {
    ...backend,
    close: () => {
      // Pending events get one more attempt, without long retries.
      stop.abort();
      return backend.close();
    },
  };
}

async function problemOf(
  { post, clock, timeoutMs = 30_000 }: WebhookBackendOptions,
  body: string,
): Promise<string | undefined> {
  const late = new AbortController();
  const timer = clock.after(timeoutMs, () => late.abort(new Error(`no response within ${timeoutMs} ms`)));
  try {
    const { status } = await post(body, late.signal);
    if (status >= 200 && status < 300) return undefined;
    return `the webhook answered ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    timer.cancel();
  }
}
