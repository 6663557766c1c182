import { quote } from "@svc/base";
import type { Decision } from "../authorizer.ts";

/** Decision of a webhook, or why its response is invalid. */
type ReviewResult =
  | { readonly ok: true; readonly decision: Decision; readonly allowed: boolean }
  | { readonly ok: false; readonly message: string };

/** Reads the response to a review. An invalid response is a failure, never an approval. */
export function readReview(text: string, apiVersion: string): ReviewResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failure("the answer of the webhook is no JSON");
  }
  if (!isObject(value)) return failure("the answer of the webhook is no object");
  if (value["kind"] !== "SubjectAccessReview" || value["apiVersion"] !== apiVersion)
    return failure(
      `the webhook answered ${shown(value["kind"])} of ${shown(value["apiVersion"])}, not "SubjectAccessReview" of ${quote(apiVersion)}`,
    );
  const status = value["status"] ?? {};
  if (!isObject(status)) return failure("the status in the webhook's answer is no object");
  const { allowed = false, denied = false } = status;
  const reason = status["reason"] ?? "";
  if (typeof allowed !== "boolean" || typeof denied !== "boolean" || typeof reason !== "string")
    return failure("in the webhook's answer, allowed and denied must be true or false and the reason a text");
  if (allowed && denied) {
    const error = "webhook subject access review returned both allow and deny response";
    return { ok: true, allowed, decision: { verdict: "deny", reason, error } };
  }
  return { ok: true, allowed, decision: { verdict: allowed ? "allow" : denied ? "deny" : "noOpinion", reason } };
}

function failure(message: string): ReviewResult {
  return { ok: false, message };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 253)) : "nothing";
}
