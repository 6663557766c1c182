interface SystemError {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  /** The name that a certificate had to have. */
  readonly host?: string;
  readonly message?: string;
  /** Of a `ConnectionLostError`. */
  readonly words?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
  /** The fields of an OpenSSL error. */
  readonly reason?: string;
  readonly library?: string;
  readonly cert?: { readonly subjectaltname?: string };
}

const unknownAuthority = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "CERT_SIGNATURE_FAILURE",
]);

const connects: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["EHOSTUNREACH", "no route to host"],
  ["ENETUNREACH", "network is unreachable"],
  ["ETIMEDOUT", "connection timed out"],
]);

const noTls = new Set(["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"]);

/** The reason of a failed connection, with the original's message. */
export function connectionError(error: unknown, url: Pick<URL, "host" | "hostname">): string {
  const found = causeOf(error);
  const { code = "", address, port, message = String(error) } = found;
  const where =
    address === undefined || port === undefined
      ? url.host
      : `${address.includes(":") ? `[${address}]` : address}:${port}`;
  const connect = connects.get(code);
  if (connect !== undefined) return `dial tcp ${where}: connect: ${connect}`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `dial tcp: lookup ${found.hostname ?? url.hostname}: no such host`;
  if (unknownAuthority.has(code))
    return "tls: failed to verify certificate: x509: certificate signed by unknown authority";
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID")
    return "tls: failed to verify certificate: x509: certificate has expired or is not yet valid";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `tls: failed to verify certificate: x509: certificate is valid for ${namesOf(found)}, not ${found.host ?? url.hostname}`;
  if (noTls.has(code)) return plainHttp;
  if (code === "CONNECT_TIMEOUT") return `dial tcp ${where}: i/o timeout`;
  if (code === "HANDSHAKE_TIMEOUT") return "net/http: TLS handshake timeout";
  if (code === "MALFORMED_RESPONSE") return `net/http: HTTP/1.x transport connection broken: ${message}`;
  if (code === "ECONNRESET" || code === "EPIPE") return found.words ?? "EOF";
  return tlsProblem(found) ?? message;
}

/** The reason why an offer to switch protocols got no response, with the original's messages. */
export interface OfferError {
  /** The reason alone. */
  readonly why: string;
  /** The reason as proxies report it: whether they reached the server shows. */
  readonly message: string;
}

/** Describes an offer that failed. */
export function offerError(error: unknown, url: Pick<URL, "host" | "hostname">): OfferError {
  const { code, message = "" } = causeOf(error);
  if (code === "MALFORMED_RESPONSE") return { why: message, message };
  const why = proxyError(error, url);
  if (why === "EOF") return { why: "unexpected EOF", message: "unexpected EOF" };
  return { why, message: `error dialing backend: ${why}` };
}

/** The reason of a failed connection, where the original opens it for a client of its own. */
export function proxyError(error: unknown, url: Pick<URL, "host" | "hostname">): string {
  const why = connectionError(error, url);
  return why === plainHttp ? "tls: first record does not look like a TLS handshake" : why;
}

const plainHttp = "http: server gave HTTP response to HTTPS client";

/** The alerts with which a peer ends a handshake. Source: RFC 8446, section 6. */
const alerts: ReadonlyMap<string, string> = new Map([
  ["ACCESS_DENIED", "access denied"],
  ["BAD_CERTIFICATE", "bad certificate"],
  ["CERTIFICATE_EXPIRED", "expired certificate"],
  ["CERTIFICATE_REQUIRED", "certificate required"],
  ["CERTIFICATE_REVOKED", "revoked certificate"],
  ["CERTIFICATE_UNKNOWN", "unknown certificate"],
  ["DECODE_ERROR", "error decoding message"],
  ["DECRYPT_ERROR", "error decrypting message"],
  ["HANDSHAKE_FAILURE", "handshake failure"],
  ["ILLEGAL_PARAMETER", "illegal parameter"],
  ["INSUFFICIENT_SECURITY", "insufficient security level"],
  ["INTERNAL_ERROR", "internal error"],
  ["NO_APPLICATION_PROTOCOL", "no application protocol"],
  ["PROTOCOL_VERSION", "protocol version not supported"],
  ["UNEXPECTED_MESSAGE", "unexpected message"],
  ["UNKNOWN_CA", "unknown certificate authority"],
  ["UNRECOGNIZED_NAME", "unrecognized name"],
  ["UNSUPPORTED_CERTIFICATE", "unsupported certificate"],
]);

/** The message of an error of OpenSSL has addresses of its memory and paths of its source. */
function tlsProblem({ code = "", library, reason }: SystemError): string | undefined {
  const [, alert = ""] = code.startsWith("ERR_SSL_") ? code.split("_ALERT_") : [];
  const known = alerts.get(alert);
  if (known !== undefined) return `remote error: tls: ${known}`;
  return library === "SSL routines" && reason !== undefined ? `tls: ${reason}` : undefined;
}

/** The underlying system error. */
function causeOf(error: unknown): SystemError {
  const found = error as SystemError;
  if (found.errors !== undefined && found.errors.length > 0) return causeOf(found.errors[0]);
  if (found.code === undefined && found.cause !== undefined) return causeOf(found.cause);
  return found;
}

function namesOf({ cert }: SystemError): string {
  const names = (cert?.subjectaltname ?? "").split(", ");
  const hosts = names.filter((name) => name.startsWith("DNS:"));
  return (hosts.length > 0 ? hosts : names).map((name) => name.replace(/^(?:DNS|IP Address):/, "")).join(", ");
}
