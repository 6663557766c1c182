import type { Webhook, WebhookOutcome } from "@svc/admission";
import type { Clock, Log } from "@svc/base";

interface IgnoredFailuresDeps {
  readonly log: Log;
  readonly clock: Pick<Clock, "monotonic">;
}

const windowMs = 10_000;

/**
 * Logs calls of webhooks that failed and are ignored: of each webhook one line in ten seconds, with
 * the number of calls that failed since the line before.
 */
export function logIgnoredFailures({ log, clock }: IgnoredFailuresDeps): (outcome: WebhookOutcome) => void {
  const logged = new WeakMap<Webhook, { readonly atMs: number; omitted: number }>();
  return ({ result, webhook, request, problem = "" }) => {
    if (result !== "ignored") return;
    const last = logged.get(webhook);
    const nowMs = clock.monotonic();
    if (last !== undefined && nowMs - last.atMs < windowMs) {
      last.omitted++;
      return;
    }
    logged.set(webhook, { atMs: nowMs, omitted: 0 });
    const { configuration, name } = webhook;
    const { operation, namespace } = request;
    const { omitted = 0 } = last ?? {};
    log.warn("a webhook failed, and its failure policy ignores that", {
      ...{ configuration, webhook: name, operation, namespace, error: problem },
      ...(omitted === 0 ? {} : { omitted }),
    });
  };
}
