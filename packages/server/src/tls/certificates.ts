import { createPrivateKey, generateKeyPair, type KeyObject, randomFillSync, sign, X509Certificate } from "node:crypto";
import { promisify } from "node:util";
import { bitString, der, oid, readDer, sequence, tag, time } from "./der.ts";
import {
  authorityKeyIdentifier,
  basicConstraints,
  extendedKeyUsage,
  keyUsage,
  subjectAltName,
  subjectKeyIdentifier,
} from "./extensions.ts";

/** A certificate and its key, PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

export interface Subject {
  readonly commonName: string;
  /** What the API takes for groups. */
  readonly organizations?: readonly string[];
}

export interface AuthorityOptions {
  readonly subject: Subject;
  readonly nowMs: number;
  readonly days: number;
}

export interface IssueOptions {
  readonly subject: Subject;
  readonly usage: "server" | "client";
  /** Names and addresses of a server. */
  readonly hosts?: readonly string[];
  readonly nowMs: number;
  readonly days: number;
}

const dayMs = 86_400_000;
/** Clocks of clients may be a little behind. */
const skewMs = 3_600_000;

/** Makes an authority of its own: ECDSA P-256, signed by itself. Source: RFC 5280 */
export async function makeAuthority({ subject, nowMs, days }: AuthorityOptions): Promise<KeyPair> {
  const { publicKey, privateKey } = await newKeys();
  const name = nameOf(subject);
  return signed(privateKey, privateKey, {
    issuer: name,
    subject: name,
    notAfterMs: nowMs + days * dayMs,
    nowMs,
    publicKey,
    extensions: [basicConstraints("authority"), keyUsage("authority"), subjectKeyIdentifier(publicKey)],
  });
}

/**
 * Makes a key (ECDSA P-256) and its certificate, which does not outlive its authority; the authority's own key may be of elliptic curves or RSA.
 * @throws {TypeError} for an authority or a host that cannot be read
 */
export async function issueCertificate(authority: KeyPair, options: IssueOptions): Promise<KeyPair> {
  const { subject, usage, hosts = [], nowMs, days } = options;
  const issuer = new X509Certificate(authority.certificate);
  const parts = partsOf(issuer);
  const { publicKey, privateKey } = await newKeys();
  return signed(privateKey, createPrivateKey(authority.key), {
    issuer: parts.subject,
    subject: nameOf(subject),
    notAfterMs: Math.min(nowMs + days * dayMs, Date.parse(issuer.validTo)),
    nowMs,
    publicKey,
    extensions: [
      basicConstraints("leaf"),
      keyUsage("leaf"),
      extendedKeyUsage(usage),
      authorityKeyIdentifier(issuer, parts.extensions),
      ...(hosts.length === 0 ? [] : [subjectAltName(hosts)]),
    ],
  });
}

interface Contents {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly nowMs: number;
  readonly notAfterMs: number;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
}

function signed(ownKey: KeyObject, signingKey: KeyObject, contents: Contents): KeyPair {
  const { issuer, subject, nowMs, notAfterMs, publicKey, extensions } = contents;
  const algorithm = signatureAlgorithm(signingKey);
  const body = sequence(
    der(0xa0, der(tag.integer, Buffer.from([2]))), // version 3
    der(tag.integer, serial()),
    algorithm,
    issuer,
    sequence(time(nowMs - skewMs), time(notAfterMs)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const certificate = sequence(body, algorithm, bitString(sign("sha256", body, signingKey)));
  return {
    certificate: new X509Certificate(certificate).toString(),
    key: ownKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function newKeys(): Promise<{ readonly publicKey: KeyObject; readonly privateKey: KeyObject }> {
  return promisify(generateKeyPair)("ec", { namedCurve: "P-256" });
}

/** With SHA-256 in either case. Source: RFC 5758 section 3.2, RFC 4055 section 5 */
function signatureAlgorithm({ asymmetricKeyType }: KeyObject): Buffer {
  if (asymmetricKeyType === "ec") return sequence(oid("1.2.840.10045.4.3.2"));
  if (asymmetricKeyType === "rsa") return sequence(oid("1.2.840.113549.1.1.11"), der(tag.null));
  throw new TypeError(`an authority's key must be of elliptic curves or RSA, not ${String(asymmetricKeyType)}`);
}

function nameOf({ commonName, organizations = [] }: Subject): Buffer {
  const attribute = (id: string, value: string): Buffer =>
    der(tag.set, sequence(oid(id), der(tag.utf8String, Buffer.from(value))));
  return sequence(...organizations.map((o) => attribute("2.5.4.10", o)), attribute("2.5.4.3", commonName));
}

/** What Node does not tell of a certificate: its subject's very bytes, and its extensions in a row. */
function partsOf(certificate: X509Certificate): { readonly subject: Buffer; readonly extensions: Buffer | undefined } {
  const content = (bytes: Buffer): Buffer => readDer(bytes)[0]?.content ?? Buffer.alloc(0);
  const fields = readDer(content(content(certificate.raw)));
  // The version may be left out, and is an explicit tag of its own where it is not.
  const subject = fields[fields[0]?.tag === 0xa0 ? 5 : 4];
  if (subject === undefined) throw new TypeError("the authority's certificate has no subject");
  const extensions = fields.find((field) => field.tag === 0xa3);
  return { subject: subject.bytes, extensions: extensions === undefined ? undefined : content(extensions.content) };
}

/** Positive, and not to be guessed. */
function serial(): Buffer {
  const bytes = randomFillSync(Buffer.alloc(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytes;
}
