import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

// Exported from here, so that the polyfill above is loaded before the library.
export const Extension: typeof x509.Extension = x509.Extension;
export const KeyUsageFlags: typeof x509.KeyUsageFlags = x509.KeyUsageFlags;

export interface TestCertificate {
  readonly der: Buffer;
  readonly pem: string;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly certificate: x509.X509Certificate;
}

export interface MakeOptions {
  readonly name: x509.JsonName;
  readonly issuer?: TestCertificate;
  readonly ca?: boolean;
  readonly pathLength?: number;
  readonly usages?: readonly string[];
  readonly keyUsage?: x509.KeyUsageFlags;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly extensions?: readonly x509.Extension[];
  readonly sha1?: boolean;
}

const ec = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const rsaSha1 = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-1",
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
} as const;

export const nowMs: number = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

/** A certificate for tests, valid for a day around `nowMs`; self-signed without an issuer. */
export async function makeCertificate(options: MakeOptions): Promise<TestCertificate> {
  const { name, issuer, ca = false, usages = [], extensions = [], sha1 = false } = options;
  const algorithm = sha1 ? rsaSha1 : ec;
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: "01",
    subject: new x509.Name(name as x509.JsonName),
    issuer: issuer?.certificate.subjectName ?? new x509.Name(name as x509.JsonName),
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: issuer?.keys.privateKey.algorithm.name === rsaSha1.name ? rsaSha1 : algorithm,
    notBefore: options.notBefore ?? new Date(nowMs - dayMs),
    notAfter: options.notAfter ?? new Date(nowMs + dayMs),
    extensions: [
      new x509.BasicConstraintsExtension(ca, options.pathLength, true),
      ...(options.keyUsage === undefined ? [] : [new x509.KeyUsagesExtension(options.keyUsage, true)]),
      ...(usages.length === 0 ? [] : [new x509.ExtendedKeyUsageExtension([...usages])]),
      ...extensions,
    ],
  });
  return { der: Buffer.from(certificate.rawData), pem: certificate.toString("pem"), keys, certificate };
}
