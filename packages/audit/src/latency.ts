import { formatDuration } from "@svc/base";
import type { AuditedRequest } from "./audited-request.ts";

/** The parts of a request that took longer are annotated. */
const slowFromMs = 500;

type TimedRequest = Pick<AuditedRequest, "startedMs" | "queuedMs" | "respondedMs" | "times"> & {
  readonly info: Pick<AuditedRequest["info"], "verb">;
};

/**
 * The durations of the parts of a slow request, by the names of their annotations. A watch is not
 * slow, however long it runs.
 * @param nowMs the end of its response, by the monotonic clock
 */
export function latencyParts(state: TimedRequest, nowMs: number): readonly (readonly [part: string, text: string])[] {
  const { info, startedMs, queuedMs, respondedMs, times } = state;
  if (nowMs - startedMs <= slowFromMs || info.verb === "watch") return [];
  const parts: readonly (readonly [part: string, ms: number | undefined])[] = [
    ["total", nowMs - startedMs],
    ["apf-queue-wait", queuedMs > 0 ? queuedMs : undefined],
    ["authorization", times.authorizationMs],
    ["mutating-webhook", times.mutatingWebhookMs],
    ["validating-webhook", times.validatingWebhookMs],
    ["etcd", times.storeMs > 0 ? times.storeMs : undefined],
    ["serialize-response-object", times.serializationMs],
    ["response-write", Number.isNaN(respondedMs) ? 0 : nowMs - respondedMs],
  ];
  return parts.flatMap(([part, ms]) => (ms === undefined ? [] : [[part, formatDuration(nanosOf(ms))] as const]));
}

function nanosOf(ms: number): bigint {
  return BigInt(Math.round(ms * 1e6));
}
