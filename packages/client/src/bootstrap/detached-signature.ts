import { createHmac, timingSafeEqual } from "node:crypto";
import { anObject, aString, checkArgument } from "@svc/base/check";

/** A bootstrap token: the parts before and after the dot. */
export interface BootstrapToken {
  /** Six of `[a-z0-9]`; no secret. */
  readonly id: string;
  /** Sixteen of `[a-z0-9]`. */
  readonly secret: string;
}

/** @returns undefined for malformed text @throws {TypeError} for a wrong argument */
export function parseBootstrapToken(text: string): BootstrapToken | undefined {
  checkArgument("parseBootstrapToken: text", text, aString);
  const [, id, secret] = /^([a-z0-9]{6})\.([a-z0-9]{16})$/.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/**
 * The signature of a text by a token, as a JWS without the text: HMAC with SHA-256, keyed by the
 * whole token.
 * Source: RFC 7515, appendix F.
 * @throws {TypeError} for a wrong argument
 */
export function detachedSignature(content: string, token: BootstrapToken): string {
  checkArgument("detachedSignature: content", content, aString);
  checkArgument("detachedSignature: token", token, anObject);
  const { id, secret } = token;
  const header = base64url(JSON.stringify({ alg: "HS256", kid: id }));
  const signed = `${header}.${base64url(content)}`;
  return `${header}..${createHmac("sha256", `${id}.${secret}`).update(signed).digest("base64url")}`;
}

/**
 * Whether a signature is that of a text by a token. Some sign with the part behind the dot alone:
 * that proves as much.
 * @throws {TypeError} for a wrong argument
 */
export function verifiesDetached(signature: string, content: string, token: BootstrapToken): boolean {
  checkArgument("verifiesDetached: signature", signature, aString);
  checkArgument("verifiesDetached: content", content, aString);
  checkArgument("verifiesDetached: token", token, anObject);
  const [header = "", payload, mac = "", ...more] = signature.split(".");
  if (payload !== "" || more.length > 0 || !isOurHeader(header, token)) return false;
  const received = Buffer.from(mac, "base64url");
  const signed = `${header}.${base64url(content)}`;
  return [`${token.id}.${token.secret}`, token.secret].some((key) => {
    const expected = createHmac("sha256", key).update(signed).digest();
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}

function isOurHeader(header: string, { id }: BootstrapToken): boolean {
  try {
    const { alg, kid, crit } = JSON.parse(Buffer.from(header, "base64url").toString("utf8")) as Record<string, unknown>;
    // Nothing that we must understand is understood.
    return alg === "HS256" && (kid === undefined || kid === id) && crit === undefined;
  } catch {
    return false;
  }
}

function base64url(text: string): string {
  return Buffer.from(text, "utf8").toString("base64url");
}
