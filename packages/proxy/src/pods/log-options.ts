import { readTime } from "@svc/codec";
import { badRequest, type FieldError, forbidden, invalid, invalidObject } from "@svc/meta";
import { integer } from "@svc/server";

/** The query that a kubelet gets for a log, sorted. */
export interface LogOptions {
  readonly query: string;
  readonly follow: boolean;
  /** The kubelet's certificate is not verified, whatever the options of the server. */
  readonly insecureSkipVerify: boolean;
}

/** Reads and checks the options of a log request. @throws {StatusError} 400, 422 */
export function logOptions(query: URLSearchParams, name: string): LogOptions {
  const range = rangeOf(query);
  const errors = checkOptions(query, range);
  if (errors.length > 0) throw invalidObject({ group: "", kind: "PodLogOptions", name }, errors);
  const follow = isTrue(query, "follow");
  const { sinceSeconds, sinceTime, tailLines, limitBytes } = range;
  const sent: [string, string][] = [];
  if (follow) sent.push(["follow", "true"]);
  if (limitBytes !== undefined) sent.push(["limitBytes", String(limitBytes)]);
  if (isTrue(query, "previous")) sent.push(["previous", "true"]);
  if (sinceSeconds !== undefined) sent.push(["sinceSeconds", String(sinceSeconds)]);
  if (sinceTime !== undefined) sent.push(["sinceTime", sinceTime]);
  if (tailLines !== undefined) sent.push(["tailLines", String(tailLines)]);
  if (isTrue(query, "timestamps")) sent.push(["timestamps", "true"]);
  return {
    query: new URLSearchParams(sent).toString(),
    follow,
    insecureSkipVerify: skipsVerification(query),
  };
}

/** Options that are numbers and times. */
interface LogRange {
  readonly sinceSeconds: bigint | undefined;
  readonly sinceTime: string | undefined;
  readonly tailLines: bigint | undefined;
  readonly limitBytes: bigint | undefined;
}

/** Of several options that cannot be read, the error names the first in this order. */
function rangeOf(query: URLSearchParams): LogRange {
  return {
    sinceSeconds: exactInteger(query, "sinceSeconds"),
    sinceTime: timeOf(query, "sinceTime"),
    tailLines: exactInteger(query, "tailLines"),
    limitBytes: exactInteger(query, "limitBytes"),
  };
}

function checkOptions(query: URLSearchParams, range: LogRange): readonly FieldError[] {
  const { sinceSeconds, sinceTime, tailLines, limitBytes } = range;
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0n)
    errors.push(invalid("tailLines", tailLines, "must be greater than or equal to 0"));
  if (limitBytes !== undefined && limitBytes < 1n)
    errors.push(invalid("limitBytes", limitBytes, "must be greater than 0"));
  if (sinceSeconds !== undefined && sinceTime !== undefined)
    errors.push(forbidden("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  else if (sinceSeconds !== undefined && sinceSeconds < 1n)
    errors.push(invalid("sinceSeconds", sinceSeconds, "must be greater than 0"));
  // Lines of one stream alone are behind a gate that is off.
  if (query.has("stream")) errors.push(forbidden("stream", "may not be specified"));
  return errors;
}

/** True for a request that does not want the certificate of the kubelet verified. */
export function skipsVerification(query: URLSearchParams): boolean {
  return isTrue(query, "insecureSkipTLSVerifyBackend");
}

const zeroTime = "0001-01-01T00:00:00Z";

/** Numbers would not hold all of 64 bits. @throws {StatusError} 400 */
function exactInteger(query: URLSearchParams, name: string): bigint | undefined {
  const isGiven = integer(query, name) !== undefined;
  return isGiven ? BigInt((query.get(name) ?? "").replace(/^\+/, "")) : undefined;
}

/** A time as kubelets get it; old clients send `null` for none. @throws {StatusError} 400 */
function timeOf(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (text === "" || text === "null") return zeroTime;
  const time = readTime(text, "seconds");
  if (!time.ok) throw badRequest(time.why);
  return time.canonical === "" ? zeroTime : time.canonical;
}

/** Booleans of a query: everything that is given is true but `false` and `0`. */
export function isTrue(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value.toLowerCase() !== "false" && value !== "0";
}
