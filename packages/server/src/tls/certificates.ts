import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomFillSync,
  sign,
} from "node:crypto";
import { isIP, isIPv4 } from "node:net";
import { promisify } from "node:util";
import { readCertificate } from "@svc/authn";
import { bitString, element, oid, sequence, tags, time, yes } from "./der.ts";

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

export interface IssueOptions {
  readonly subject: Subject;
  readonly usage: "server" | "client";
  /** Names and addresses of a server. */
  readonly hosts?: readonly string[];
  readonly nowMs: number;
  readonly days: number;
}

/** Makes authorities and certificates: version 3, keys of ECDSA P-256. Source: RFC 5280. */
export interface CertificateMaker {
  authority(subject: Subject, nowMs: number, days: number): Promise<KeyPair>;
  /** It does not outlive its authority. @throws {TypeError} when the authority's key is not of ECDSA */
  issue(authority: KeyPair, options: IssueOptions): Promise<KeyPair>;
}

const dayMs = 86_400_000;
/** Clocks of clients may be a little behind. */
const skewMs = 3_600_000;
const signatureAlgorithm = sequence(oid("1.2.840.10045.4.3.2"));
/** Bits of what a key may be used for, the first one leftmost. */
const keyUsages = { digitalSignature: 0x80, keyCertSign: 0x04, cRLSign: 0x02 } as const;
const purposes = { server: "1.3.6.1.5.5.7.3.1", client: "1.3.6.1.5.5.7.3.2" } as const;

const generateKeys = promisify(generateKeyPair);

/** A certificate before it is signed. */
interface Draft {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly publicKey: KeyObject;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly extensions: readonly Buffer[];
}

export const certificateMaker: CertificateMaker = {
  authority: async (subject, nowMs, days) => {
    const { publicKey, privateKey } = await generateKeys("ec", { namedCurve: "P-256" });
    const name = nameOf(subject);
    const { digitalSignature, keyCertSign, cRLSign } = keyUsages;
    const draft: Draft = {
      issuer: name,
      subject: name,
      publicKey,
      notBeforeMs: nowMs - skewMs,
      notAfterMs: nowMs + days * dayMs,
      extensions: [
        extension("2.5.29.19", sequence(yes), "critical"),
        extension("2.5.29.15", bitString(Buffer.from([digitalSignature | keyCertSign | cRLSign]), 1), "critical"),
        extension("2.5.29.14", element(tags.octetString, keyIdOf(publicKey))),
      ],
    };
    return signed(draft, privateKey, privateKey);
  },
  issue: async (authority, { subject, usage, hosts = [], nowMs, days }) => {
    const { publicKey, privateKey } = await generateKeys("ec", { namedCurve: "P-256" });
    const signingKey = createPrivateKey(authority.key);
    if (signingKey.asymmetricKeyType !== "ec") throw new TypeError("certificates are issued with keys of ECDSA only");
    const issuer = readCertificate(Buffer.from(pemBody(authority.certificate), "base64"));
    const draft: Draft = {
      issuer: issuer.subjectName,
      subject: nameOf(subject),
      publicKey,
      notBeforeMs: nowMs - skewMs,
      notAfterMs: Math.min(nowMs + days * dayMs, issuer.notAfterMs),
      extensions: [
        extension("2.5.29.19", sequence(), "critical"),
        extension("2.5.29.15", bitString(Buffer.from([keyUsages.digitalSignature]), 7), "critical"),
        extension("2.5.29.37", sequence(oid(purposes[usage]))),
        extension("2.5.29.35", sequence(element(0x80, keyIdOf(createPublicKey(signingKey))))),
        ...(hosts.length === 0 ? [] : [extension("2.5.29.17", sequence(...hosts.map(alternativeName)))]),
      ],
    };
    return signed(draft, signingKey, privateKey);
  },
};

function signed(draft: Draft, signingKey: KeyObject, ownKey: KeyObject): KeyPair {
  const { issuer, subject, publicKey, notBeforeMs, notAfterMs, extensions } = draft;
  const body = sequence(
    element(0xa0, element(tags.integer, Buffer.from([2]))),
    element(tags.integer, serial()),
    signatureAlgorithm,
    issuer,
    sequence(time(notBeforeMs), time(notAfterMs)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(...extensions)),
  );
  const der = sequence(body, signatureAlgorithm, bitString(sign("sha256", body, signingKey)));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    certificate: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: ownKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}

function extension(id: string, value: Buffer, critical?: "critical"): Buffer {
  const wrapped = element(tags.octetString, value);
  return critical === undefined ? sequence(oid(id), wrapped) : sequence(oid(id), yes, wrapped);
}

function nameOf({ commonName, organizations = [] }: Subject): Buffer {
  const part = (id: string, text: string): Buffer =>
    element(tags.set, sequence(oid(id), element(tags.utf8, Buffer.from(text))));
  return sequence(...organizations.map((o) => part("2.5.4.10", o)), part("2.5.4.3", commonName));
}

/** What authorities are found by: a digest of the point that is their key. Source: RFC 5280 section 4.2.1.2. */
function keyIdOf(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const point = [Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  return createHash("sha1").update(Buffer.concat(point)).digest();
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 0 ? element(0x82, Buffer.from(host, "latin1")) : element(0x87, addressBytes(host));
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  // URLs write addresses of version 6 in groups alone, whatever form they are given in.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (part = ""): string[] => (part === "" ? [] : part.split(":"));
  const [before, after] = [groups(head), groups(tail)];
  const middle = new Array<string>(8 - before.length - after.length).fill("0");
  return Buffer.from([...before, ...middle, ...after].map((group) => group.padStart(4, "0")).join(""), "hex");
}

/** Positive, and not to be guessed. */
function serial(): Buffer {
  const bytes = randomFillSync(Buffer.alloc(16));
  // Neither a sign, nor a byte that could be left out.
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

/** Of the first certificate in it. */
function pemBody(pem: string): string {
  const body = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/.exec(pem)?.[1];
  if (body === undefined) throw new TypeError("an authority without a certificate");
  return body;
}
