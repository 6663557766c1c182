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
  const errors: FieldError[] = [];
  // Parameters are read in this order: the first malformed one is reported.
  const sinceSeconds = integer(query, "sinceSeconds");
  const sinceTime = query.get("sinceTime");
  const since = readTime(sinceTime === null || sinceTime === "" ? zeroTime : sinceTime, "seconds");
  if (!since.ok) throw badRequest(since.why);
  const [tailLines, limitBytes] = [integer(query, "tailLines"), integer(query, "limitBytes")];
  if (tailLines !== undefined && tailLines < 0)
    errors.push(invalid("tailLines", tailLines, "must be greater than or equal to 0"));
  if (limitBytes !== undefined && limitBytes < 1)
    errors.push(invalid("limitBytes", limitBytes, "must be greater than 0"));
  if (sinceSeconds !== undefined && sinceTime !== null)
    errors.push(forbidden("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  else if (sinceSeconds !== undefined && sinceSeconds < 1)
    errors.push(invalid("sinceSeconds", sinceSeconds, "must be greater than 0"));
  // Lines of one stream alone are behind a gate that is off.
  if (query.has("stream")) errors.push(forbidden("stream", "may not be specified"));
  if (errors.length > 0) throw invalidObject({ group: "", kind: "PodLogOptions", name }, errors);

  const follow = isTrue(query, "follow");
  const sent: [string, string][] = [];
  if (follow) sent.push(["follow", "true"]);
  if (limitBytes !== undefined) sent.push(["limitBytes", exactInteger(query, "limitBytes")]);
  if (isTrue(query, "previous")) sent.push(["previous", "true"]);
  if (sinceSeconds !== undefined) sent.push(["sinceSeconds", exactInteger(query, "sinceSeconds")]);
  if (sinceTime !== null) sent.push(["sinceTime", since.canonical === "" ? zeroTime : since.canonical]);
  if (tailLines !== undefined) sent.push(["tailLines", exactInteger(query, "tailLines")]);
  if (isTrue(query, "timestamps")) sent.push(["timestamps", "true"]);
  return {
    query: new URLSearchParams(sent).toString(),
    follow,
    insecureSkipVerify: skipsVerification(query),
  };
}

/** True for a request that does not want the certificate of the kubelet verified. */
export function skipsVerification(query: URLSearchParams): boolean {
  return isTrue(query, "insecureSkipTLSVerifyBackend");
}

const zeroTime = "0001-01-01T00:00:00Z";

/** An integer of a query as kubelets get it: numbers would not hold all of 64 bits. */
function exactInteger(query: URLSearchParams, name: string): string {
  return String(BigInt((query.get(name) ?? "").replace(/^\+/, "")));
}

/** Booleans of a query: everything that is given is true but `false` and `0`. */
export function isTrue(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value.toLowerCase() !== "false" && value !== "0";
}
