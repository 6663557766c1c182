import { type HttpResponse, isStream } from "@svc/http";
import type { AuditedRequest } from "./audited-request.ts";
import type { RecordedResponse } from "./recording.ts";

/** Records a response: its status, and optionally its object. */
export function responseOf(state: AuditedRequest, answer: HttpResponse, wantsObject: boolean): RecordedResponse {
  const { status: code } = answer;
  const plain = { status: { metadata: {}, code } };
  // Answers that say how it went are few and short: refusals, and some deletions. Others are read
  // only when they are recorded.
  if (code < 400 && state.info.verb !== "delete" && !wantsObject) return plain;
  const object = objectOf(answer);
  if (object === undefined) return plain;
  const { kind, apiVersion, ...rest } = object;
  if (kind === "Status" && apiVersion === "v1") return { status: { ...rest, metadata: {}, code }, object };
  // A response without a kind is no object: the server's version, the keys of its tokens.
  return typeof kind === "string" ? { ...plain, object } : plain;
}

/** The JSON of a response in any format. Bodies of other servers are not recorded. */
function objectOf(response: HttpResponse): Readonly<Record<string, unknown>> | undefined {
  const { headers, body, json } = response;
  if (isStream(body) || response.isForwarded === true || response.keepsEncoding === true) return undefined;
  const type = headers[headers.indexOf("Content-Type") + 1] ?? "";
  const bytes = json?.() ?? (type.startsWith("application/json") ? body : undefined);
  if (bytes === undefined) return undefined;
  const value: unknown = JSON.parse((Buffer.isBuffer(bytes) ? bytes : Buffer.concat(bytes)).toString("utf8"));
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}
