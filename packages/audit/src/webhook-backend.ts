import { pause } from "@svc/base";
import {
  aClock,
  aFunction,
  aNonNegativeNumber,
  anObject,
  aString,
  checkArgument,
  oneOf,
  optional,
  optionsOf,
} from "@svc/base/check";
import type { AuditBackend } from "./backend.ts";
import type { AuditEvent } from "./event.ts";
import { type BackendOptions, sending } from "./log-backend.ts";

interface WebhookBackendOptions extends BackendOptions {
  readonly apiVersion: string;
  /** Posts JSON without following redirects. Rejects without a response. */
  readonly post: (body: string, signal: AbortSignal) => Promise<{ readonly status: number }>;
  /** Time in milliseconds before the first retry; each further one waits 1.5 times as long. */
  readonly initialBackoffMs: number;
  /** @default 30 s */
  readonly timeoutMs?: number;
}

const attempts = 5;

const webhookBackendOptions = optionsOf<WebhookBackendOptions>({
  apiVersion: aString,
  post: aFunction,
  initialBackoffMs: aNonNegativeNumber,
  timeoutMs: optional(aNonNegativeNumber),
  clock: aClock,
  mode: oneOf("blocking", "blocking-strict", "batch"),
  batch: anObject,
  maxEventBytes: optional(aNonNegativeNumber),
  truncatedMark: aString,
  lost: aFunction,
});

/**
 * Sends events as lists. A failed request is retried a few times, unless the failure is permanent.
 * @throws {TypeError} for a wrong argument
 */
export function createWebhookBackend(options: WebhookBackendOptions): AuditBackend {
  checkArgument("createWebhookBackend: options", options, webhookBackendOptions);
  const { apiVersion, clock, initialBackoffMs } = options;
  const stop = new AbortController();
  const send = async (items: readonly AuditEvent[]): Promise<void> => {
    const body = JSON.stringify({ kind: "EventList", apiVersion, metadata: {}, items });
    for (let attempt = 1, delayMs = initialBackoffMs; ; attempt++, delayMs *= 1.5) {
      const problem = await problemOf(options, body);
      if (problem === undefined) return;
      if (attempt >= attempts || !problem.mayPass || stop.signal.aborted) throw new Error(problem.text);
      await pause(clock, delayMs, { signal: stop.signal });
    }
  };
  const close = async (): Promise<void> => undefined;
  const backend = sending(options, { name: "webhook", send, close });
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
): Promise<{ readonly text: string; readonly mayPass: boolean } | undefined> {
  const late = new AbortController();
  const timer = clock.after(timeoutMs, () => late.abort(new Error(`no response within ${timeoutMs} ms`)));
  try {
    const { status } = await post(body, late.signal);
    if (status >= 200 && status < 300) return undefined;
    return { text: `the webhook answered ${status}`, mayPass: status === 429 || status >= 500 };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), mayPass: true };
  } finally {
    timer.cancel();
  }
}
