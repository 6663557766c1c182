import {
  createHash,
  createPrivateKey,
  generateKeyPair,
  type KeyObject,
  randomFillSync,
  sign,
  X509Certificate,
} from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { promisify } from "node:util";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_clientAuth,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";
import type { AuthorityOptions, IssueOptions, KeyPair, Subject } from "./issue-options.ts";

const dayMs = 86_400_000;
const defaultDays = 365;
/** Clocks of clients may be a little behind. */
const skewMs = 3_600_000;

/** Creates a self-signed authority. */
export async function writeAuthority({
  subject,
  nowMs = Date.now(),
  days = defaultDays,
}: AuthorityOptions): Promise<KeyPair> {
  const { publicKey, privateKey } = await newKeys();
  const name = nameOf(subject);
  return signed(privateKey, privateKey, {
    issuer: name,
    subject: name,
    notAfterMs: nowMs + days * dayMs,
    nowMs,
    publicKey: keyInfo(publicKey),
    extensions: [
      critical(id_ce_basicConstraints, new BasicConstraints({ cA: true })),
      critical(
        id_ce_keyUsage,
        new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature | KeyUsageFlags.cRLSign),
      ),
      optional(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifier(keyInfo(publicKey)))),
    ],
  });
}

/** Creates a key and a certificate signed by an authority. */
export async function writeIssued(authority: KeyPair, options: IssueOptions): Promise<KeyPair> {
  const { subject, usage, hosts = [], nowMs = Date.now(), days = defaultDays } = options;
  const issuer = new X509Certificate(authority.certificate);
  const { tbsCertificate: issuing } = AsnConvert.parse(issuer.raw, Certificate);
  const name = nameOf(subject);
  if (shownName(name) === shownName(issuing.subject))
    throw new TypeError(`the subject of a certificate must differ from its authority's, ${shownName(name)}`);
  const { publicKey, privateKey } = await newKeys();
  const purpose = usage === "server" ? id_kp_serverAuth : id_kp_clientAuth;
  return signed(privateKey, createPrivateKey(authority.key), {
    issuer: issuing.subject,
    subject: name,
    notAfterMs: Math.min(nowMs + days * dayMs, issuer.validToDate.getTime()),
    nowMs,
    publicKey: keyInfo(publicKey),
    extensions: [
      critical(id_ce_basicConstraints, new BasicConstraints()),
      critical(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature)),
      optional(id_ce_extKeyUsage, new ExtendedKeyUsage([purpose])),
      optional(id_ce_authorityKeyIdentifier, authorityKeyIdentifier(issuing)),
      ...(hosts.length === 0
        ? []
        : [optional(id_ce_subjectAltName, new SubjectAlternativeName(hosts.map(generalName)))]),
    ],
  });
}

interface Contents {
  readonly issuer: Name;
  readonly subject: Name;
  readonly nowMs: number;
  readonly notAfterMs: number;
  readonly publicKey: SubjectPublicKeyInfo;
  readonly extensions: readonly Extension[];
}

function signed(ownKey: KeyObject, signingKey: KeyObject, contents: Contents): KeyPair {
  const { issuer, subject, nowMs, notAfterMs, publicKey, extensions } = contents;
  const algorithm = signatureAlgorithm(signingKey);
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serial(),
    signature: algorithm,
    issuer,
    validity: new Validity({ notBefore: new Date(nowMs - skewMs), notAfter: new Date(notAfterMs) }),
    subject,
    subjectPublicKeyInfo: publicKey,
    extensions: new Extensions([...extensions]),
  });
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: bytesOf(sign("sha256", Buffer.from(AsnConvert.serialize(tbsCertificate)), signingKey)),
  });
  return {
    certificate: new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString(),
    key: ownKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function newKeys(): Promise<{ readonly publicKey: KeyObject; readonly privateKey: KeyObject }> {
  return promisify(generateKeyPair)("ec", { namedCurve: "P-256" });
}

/** With SHA-256 in either case. Source: RFC 5758 section 3.2, RFC 4055 section 5 */
function signatureAlgorithm({ asymmetricKeyType }: KeyObject): AlgorithmIdentifier {
  if (asymmetricKeyType === "ec") return new AlgorithmIdentifier({ algorithm: "1.2.840.10045.4.3.2" });
  if (asymmetricKeyType === "rsa") {
    return new AlgorithmIdentifier({ algorithm: "1.2.840.113549.1.1.11", parameters: null });
  }
  throw new TypeError(`an authority's key must be of elliptic curves or RSA, not ${String(asymmetricKeyType)}`);
}

const organization = "2.5.4.10";
const commonNameOid = "2.5.4.3";

function nameOf({ commonName, organizations = [] }: Subject): Name {
  const attribute = (type: string, utf8String: string): RelativeDistinguishedName =>
    new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String }) })]);
  return new Name([...organizations.map((o) => attribute(organization, o)), attribute(commonNameOid, commonName)]);
}

/** The attributes of a name, whatever kind of string each is. */
function shownName(name: Name): string {
  return name
    .map((part) => part.map(({ type, value }) => `${attributeNames.get(type) ?? type}=${value.toString()}`).join("+"))
    .join(",");
}

const attributeNames: ReadonlyMap<string, string> = new Map([
  [commonNameOid, "CN"],
  [organization, "O"],
]);

function critical(extnID: string, value: object): Extension {
  return new Extension({ extnID, critical: true, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function optional(extnID: string, value: object): Extension {
  return new Extension({ extnID, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

/** The issuer's key identifier as its certificate has it, else computed like here. */
function authorityKeyIdentifier({ extensions, subjectPublicKeyInfo }: TBSCertificate): AuthorityKeyIdentifier {
  const own = extensions?.find(({ extnID }) => extnID === id_ce_subjectKeyIdentifier)?.extnValue;
  const identifier =
    own === undefined ? keyIdentifier(subjectPublicKeyInfo) : AsnConvert.parse(own.buffer, SubjectKeyIdentifier).buffer;
  return new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(identifier) });
}

/**
 * SHA-1 of the bits of the key, as an identifier without security relevance. Source: RFC 5280
 * section 4.2.1.2 (1)
 */
function keyIdentifier({ subjectPublicKey }: SubjectPublicKeyInfo): ArrayBuffer {
  return bytesOf(createHash("sha1").update(Buffer.from(subjectPublicKey)).digest());
}

function keyInfo(publicKey: KeyObject): SubjectPublicKeyInfo {
  return AsnConvert.parse(publicKey.export({ type: "spki", format: "der" }), SubjectPublicKeyInfo);
}

function generalName(host: string): GeneralName {
  if (isIPv4(host)) return new GeneralName({ iPAddress: host });
  // The one spelling: without an address of IPv4 at its end. Names need not pay for the expression
  // behind `isIPv6`, 10 ms of a start.
  if (host.includes(":") && isIPv6(host))
    return new GeneralName({ iPAddress: new URL(`http://[${host}]`).hostname.slice(1, -1) });
  if (!/^[\x21-\x7e]+$/.test(host)) throw new TypeError(`${JSON.stringify(host)} is no name of a host`);
  return new GeneralName({ dNSName: host });
}

/** Positive, and not to be guessed. */
function serial(): ArrayBuffer {
  const bytes = randomFillSync(Buffer.alloc(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytesOf(bytes);
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}
