import { type HttpResponse, isStream } from "@svc/http";
import type { AuditedRequest, AuditedTarget } from "./audited-request.ts";
import type { RecordedResponse } from "./recording.ts";

/** Records a response: its status, and optionally its object. */
export function responseOf(state: AuditedRequest, answer: HttpResponse, wantsObject: boolean): RecordedResponse {
  const { status: code } = answer;
  const plain = { status: { metadata: {}, code } };
  // Responses that can be a `Status` are few and small: refusals, some deletions, and actions.
  // Others are read only when they are recorded. A 406 has no object.
  if (code === 406 || (code < 400 && !wantsObject && !maySayHowItWent(state.info))) return plain;
  const object = objectOf(answer);
  if (object === undefined) return plain;
  const { kind, apiVersion, ...rest } = object;
  if (kind === "Status" && apiVersion === "v1") return { status: { ...rest, metadata: {}, code }, object };
  // A response without a kind is no object: the server's version, the keys of its tokens.
  return typeof kind === "string" ? { ...plain, object } : plain;
}

/**
 * Records the response to a request whose user is unknown. A 401 without an object tells which
 * credentials were tried: those in a header, or else a certificate.
 */
export function refusalOf(state: AuditedRequest, answer: HttpResponse, wantsObject: boolean): RecordedResponse {
  const response = responseOf(state, answer, wantsObject);
  if (answer.status !== 401 || answer.isFallback !== true) return response;
  const attempted = state.request.header("authorization") === undefined ? "x509" : "bearer";
  return { status: { ...response.status, message: `Authentication failed, attempted: ${attempted}` } };
}

/** True for requests whose successful response can be a `Status`. */
function maySayHowItWent({ verb, resource, subresource }: AuditedTarget): boolean {
  return verb === "delete" || (verb === "create" && (subresource !== "" || resource === "bindings"));
}

/**
 * The JSON of a response in any format. Bodies of other servers are not recorded, nor errors in a
 * form that the client does not accept.
 */
function objectOf(response: HttpResponse): Readonly<Record<string, unknown>> | undefined {
  const { headers, body, json, isFallback = false } = response;
  if (isFallback || isStream(body) || response.isForwarded === true || response.keepsEncoding === true)
    return undefined;
  const type = headers[headers.indexOf("Content-Type") + 1] ?? "";
  const bytes = json?.() ?? (type.startsWith("application/json") ? body : undefined);
  if (bytes === undefined) return undefined;
  const value: unknown = JSON.parse((Buffer.isBuffer(bytes) ? bytes : Buffer.concat(bytes)).toString("utf8"));
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}
