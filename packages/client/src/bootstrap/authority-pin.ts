import { createHash, X509Certificate } from "node:crypto";

const certificatePattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Returns the pin of an authority: `sha256:` and the hash of the certificate's public key.
 * Source: RFC 7469, section 2.4.
 */
export function authorityPin(certificate: X509Certificate): string {
  const key = certificate.publicKey.export({ type: "spki", format: "der" });
  return `sha256:${createHash("sha256").update(key).digest("hex")}`;
}

/** Returns true if a certificate of the PEM bundle matches one of the pins. */
export function matchesPin(bundle: string | undefined, pins: readonly string[]): boolean {
  const accepted = new Set(pins.map((pin) => pin.toLowerCase()));
  const certificates = bundle?.match(certificatePattern) ?? [];
  return certificates.some((pem) => accepted.has(authorityPin(new X509Certificate(pem))));
}
