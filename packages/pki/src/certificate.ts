import { X509Certificate } from "node:crypto";
import { aUint8Array, checkArgument } from "@svc/base/check";
import { DerError, type DerValue, derMembers, derTag, derText, derValues, objectId } from "./der.ts";

/** The parts of a certificate that verification and authentication need. */
export interface Certificate {
  readonly x509: X509Certificate;
  readonly raw: Buffer;
  readonly subject: readonly NameAttribute[];
  /** DER of the names, to match an issuer. */
  readonly subjectName: Buffer;
  readonly issuerName: Buffer;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** Present for an authority; at most `pathLength` certificates may be between it and the leaf. */
  readonly authority?: { readonly pathLength?: number };
  /** Object identifiers of the allowed usages; undefined for any usage. */
  readonly extendedUsages?: readonly string[];
  /** Critical extensions that are not supported. */
  readonly unknownCritical: readonly string[];
  readonly signatureAlgorithm: string;
}

/** An attribute of a distinguished name. */
export interface NameAttribute {
  readonly oid: string;
  readonly value: string;
}

const extensionIds = { basicConstraints: "2.5.29.19", extendedKeyUsage: "2.5.29.37", keyUsage: "2.5.29.15" } as const;
/**
 * Supported here, or checked by the platform. Name constraints are not: a certificate with them is
 * not trusted.
 */
const understood: ReadonlySet<string> = new Set([
  ...Object.values(extensionIds),
  "2.5.29.17",
  "2.5.29.35",
  "2.5.29.14",
]);

interface Extension {
  readonly critical: boolean;
  readonly value: Buffer;
}

/**
 * Parses a certificate. Source: RFC 5280 section 4.1. @throws {DerError} for malformed bytes
 * @throws {TypeError} for a wrong argument
 */
export function readCertificate(der: Buffer): Certificate {
  checkArgument("readCertificate: der", der, aUint8Array);
  const [outer, ...after] = derValues(der);
  const [tbs, algorithm] = derMembers(outer, derTag.sequence);
  if (after.length > 0) throw new DerError("bytes after a certificate");
  const fields = derMembers(tbs, derTag.sequence);
  // The version is first where it is present.
  const [, , issuer, , subject] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  const extensions = extensionsOf(fields.find(({ tag }) => tag === 0xa3));
  const x509 = parsed(der);
  const authority = authorityOf(extensions, x509);
  const usages = extensions.get(extensionIds.extendedKeyUsage);
  return {
    x509,
    raw: der,
    subject: nameOf(subject),
    subjectName: (subject as DerValue).whole,
    issuerName: (issuer as DerValue).whole,
    notBeforeMs: x509.validFromDate.getTime(),
    notAfterMs: x509.validToDate.getTime(),
    ...(authority === undefined ? {} : { authority }),
    ...(usages === undefined
      ? {}
      : { extendedUsages: derMembers(derValues(usages.value)[0], derTag.sequence).map(objectId) }),
    unknownCritical: [...extensions].filter(([oid, e]) => e.critical && !understood.has(oid)).map(([oid]) => oid),
    signatureAlgorithm: objectId(derMembers(algorithm, derTag.sequence)[0]),
  };
}

function parsed(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (cause) {
    throw new DerError("no certificate", { cause });
  }
}

function nameOf(name: DerValue | undefined): readonly NameAttribute[] {
  return derMembers(name, derTag.sequence).flatMap((set) =>
    derMembers(set, derTag.set).map((attribute) => {
      const [oid, value] = derMembers(attribute, derTag.sequence);
      return { oid: objectId(oid), value: derText(value) };
    }),
  );
}

function extensionsOf(element: DerValue | undefined): ReadonlyMap<string, Extension> {
  const found = new Map<string, Extension>();
  if (element === undefined) return found;
  for (const extension of derMembers(derValues(element.content)[0], derTag.sequence)) {
    const [oid, ...rest] = derMembers(extension, derTag.sequence);
    const id = objectId(oid);
    if (found.has(id)) throw new DerError(`extension ${id} twice`);
    const [flag] = rest;
    const critical = flag?.tag === derTag.boolean && flag.content[0] !== 0;
    const value = rest.at(-1);
    if (value?.tag !== derTag.octetString) throw new DerError(`extension ${id} without a value`);
    found.set(id, { critical, value: value.content });
  }
  return found;
}

/**
 * Which bit of the key's usages lets it sign certificates, counted from the highest of the first
 * byte.
 */
const mayCertify = 0x04;

function authorityOf(
  extensions: ReadonlyMap<string, Extension>,
  x509: X509Certificate,
): { readonly pathLength?: number } | undefined {
  const constraints = extensions.get(extensionIds.basicConstraints);
  if (constraints === undefined || !x509.ca) return undefined;
  const usage = extensions.get(extensionIds.keyUsage);
  if (usage !== undefined) {
    const bits = derValues(usage.value)[0]?.content;
    if (((bits?.[1] ?? 0) & mayCertify) === 0) return undefined;
  }
  const members = derMembers(derValues(constraints.value)[0], derTag.sequence);
  if (members[0]?.tag !== derTag.boolean || members[0].content[0] === 0) return undefined;
  const length = members[1];
  if (length === undefined) return {};
  if (length.tag !== derTag.integer || length.content.length !== 1) throw new DerError("no path length");
  return { pathLength: length.content[0] as number };
}
