import type { AdmissionRequest, Webhook, WebhookOutcome } from "@svc/admission";
import { type LogFields, silentLog } from "@svc/base";
import { expect, test } from "vitest";
import { logIgnoredFailures } from "./ignored-failures.ts";

const [a, b] = ["a", "b"].map((name) => ({ configuration: "c", name }) as Webhook) as [Webhook, Webhook];
// The log reads these fields only.
const request = { operation: "CREATE", namespace: "n" } as AdmissionRequest;

/** The lines for calls at these seconds. */
function linesOf(calls: readonly (readonly [number, Webhook, WebhookOutcome["result"]])[]): LogFields[] {
  const lines: LogFields[] = [];
  let nowMs = 0;
  const log = { ...silentLog, warn: (_: string, fields: LogFields = {}) => void lines.push(fields) };
  const observe = logIgnoredFailures({ log, clock: { monotonic: () => nowMs } });
  for (const [seconds, webhook, result] of calls) {
    nowMs = seconds * 1000;
    observe({ webhook, request, type: "admit", seconds: 0, code: 400, result, problem: "refused" });
  }
  return lines;
}

const line = { configuration: "c", operation: "CREATE", namespace: "n", error: "refused" };

test("an ignored failure is logged with its webhook, other results are not", () => {
  const results = ["admitted", "denied", "failed", "ignored", "unusable"] as const;
  expect(linesOf(results.map((result) => [0, a, result]))).toEqual([{ ...line, webhook: "a" }]);
});

test("further failures of the webhook are counted in its next line, after ten seconds", () => {
  const calls = [0, 1, 9.9, 10, 11].map((seconds) => [seconds, a, "ignored"] as const);
  expect(linesOf([...calls, [11, b, "ignored"]])).toEqual([
    { ...line, webhook: "a" },
    { ...line, webhook: "a", omitted: 2 },
    { ...line, webhook: "b" },
  ]);
});
