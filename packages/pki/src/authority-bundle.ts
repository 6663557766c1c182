import { aString, checkArgument } from "@svc/base/check";
import { type Certificate, readCertificate } from "./certificate.ts";

/** Result of `parseAuthorities`. */
export type AuthoritiesResult =
  | { readonly ok: true; readonly authorities: readonly Certificate[] }
  | { readonly ok: false; readonly message: string };

const block = /-----BEGIN ([A-Z0-9 ]+)-----([\sA-Za-z0-9+/=]*?)-----END \1-----/g;

/**
 * Parses the certificates of a PEM bundle; other blocks, and text between them, are ignored.
 * @throws {TypeError} for a wrong argument
 */
export function parseAuthorities(pem: string): AuthoritiesResult {
  checkArgument("parseAuthorities: pem", pem, aString);
  const authorities: Certificate[] = [];
  for (const [, label, body = ""] of pem.matchAll(block)) {
    if (label !== "CERTIFICATE") continue;
    try {
      authorities.push(readCertificate(Buffer.from(body, "base64")));
    } catch (error) {
      return { ok: false, message: `certificate ${authorities.length + 1}: ${(error as Error).message}` };
    }
  }
  if (authorities.length === 0) return { ok: false, message: "there is no certificate in PEM" };
  return { ok: true, authorities };
}
