import type { AdmissionRequest, Webhook, WebhookOutcome } from "@svc/admission";
import { createMetrics } from "@svc/metrics";
import { describe, expect, test } from "vitest";
import { webhookMetrics } from "./webhook-metrics.ts";

// The metrics read these fields only.
const request = { operation: "CREATE" } as AdmissionRequest;
const webhookOf = (ignoresFailures: boolean): Webhook => ({ name: "w", ignoresFailures }) as Webhook;

/** The series that an observation adds, without parts of histograms. */
async function seriesAfter(observe: (metrics: ReturnType<typeof webhookMetrics>) => void): Promise<string[]> {
  const metrics = createMetrics();
  observe(webhookMetrics(metrics));
  const text = (await metrics.expose("text")).body.toString();
  return text.split("\n").filter((line) => line.startsWith("apiserver_admission_") && !/_(bucket|sum)\{/.test(line));
}

describe("calls of webhooks", () => {
  const cases: readonly (Pick<WebhookOutcome, "result" | "code"> & {
    readonly code: number;
    readonly want: readonly string[];
  })[] = [
    { result: "admitted", code: 200, want: ["false", "200"] },
    { result: "ignored", code: 400, want: ["false", "400"] },
    { result: "denied", code: 403, want: ["true", "403", "no_error"] },
    { result: "denied", code: 700, want: ["true", "600", "no_error"] },
    { result: "failed", code: 503, want: ["true", "503", "calling_webhook_error"] },
    { result: "unusable", code: 0, want: ["true", "0", "apiserver_internal_error"] },
  ];
  test.each(cases)(
    "a call that is $result with code $code",
    async ({ result, code, want: [rejected, shown, error] }) => {
      const webhook = webhookOf(result === "ignored");
      const series = await seriesAfter(({ called }) =>
        called?.({ webhook, request, type: "admit", seconds: 0, code, result }),
      );
      const rejection = `apiserver_admission_webhook_rejection_count{error_type="${error}",name="w",operation="CREATE",rejection_code="${shown}",type="admit"} 1`;
      expect(series).toEqual([
        `apiserver_admission_webhook_admission_duration_seconds_count{name="w",operation="CREATE",rejected="${rejected}",type="admit"} 1`,
        ...(result === "ignored" ? ['apiserver_admission_webhook_fail_open_count{name="w",type="admit"} 1'] : []),
        ...(error === undefined ? [] : [rejection]),
        `apiserver_admission_webhook_request_total{code="${shown}",name="w",operation="CREATE",rejected="${rejected}",type="admit"} 1`,
      ]);
    },
  );
});

describe("match conditions of webhooks", () => {
  const all = ["evaluation_errors_total", "evaluation_seconds_count", "exclusions_total"] as const;
  const cases = [
    { outcome: "matched", ignores: false, want: [] },
    { outcome: "excluded", ignores: false, want: all.slice(1) },
    { outcome: "failed", ignores: false, want: all.slice(0, 2) },
    { outcome: "failed", ignores: true, want: all },
  ] as const;
  test.each(cases)("that are $outcome, where failures are ignored: $ignores", async ({ outcome, ignores, want }) => {
    const webhook = webhookOf(ignores);
    const series = await seriesAfter(({ conditions }) =>
      conditions?.({ webhook, request, type: "validating", seconds: 0, outcome }),
    );
    const type = (name: string): string => (name === "exclusions_total" ? "validate" : "validating");
    expect(series).toEqual(
      want.map(
        (name) =>
          `apiserver_admission_match_condition_${name}{kind="webhook",name="w",operation="CREATE",type="${type(name)}"} 1`,
      ),
    );
  });
});
