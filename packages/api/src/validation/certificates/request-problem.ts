import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import { DerError, type DerValue, derTag, derValues, expectTag, objectId, onlyDerValue } from "@svc/pki/der";

/**
 * The error of a certification request (PKCS #10), if any: malformed, or not signed by its own key.
 * Source: RFC 2986; the messages are the original's.
 */
export function requestProblem(bytes: Buffer): string | undefined {
  try {
    const { signed, publicKey, algorithm, signature } = parseRequest(bytes);
    return signatureProblem(signed, { publicKey, algorithm, signature });
  } catch (error) {
    if (error instanceof DerError) return error.message;
    throw error;
  }
}

interface Signature {
  /** Key and algorithm as they are encoded. */
  readonly publicKey: Buffer;
  readonly algorithm: Buffer;
  readonly signature: Buffer;
}

function parseRequest(bytes: Buffer): Signature & { readonly signed: Buffer } {
  const [info, algorithm, signature] = derValues(expectTag(onlyDerValue(bytes), derTag.sequence).content);
  const [version, subject, publicKey] = derValues(expectTag(info, derTag.sequence).content);
  if (expectTag(version, derTag.integer).content.length === 0)
    throw new DerError("asn1: structure error: empty integer");
  checkName(expectTag(subject, derTag.sequence));
  return {
    signed: expectTag(info, derTag.sequence).whole,
    publicKey: expectTag(publicKey, derTag.sequence).whole,
    algorithm: expectTag(algorithm, derTag.sequence).content,
    // The first byte counts the unused bits of the last.
    signature: expectTag(signature, derTag.bitString).content.subarray(1),
  };
}

/** A name is a sequence of sets of pairs. */
function checkName({ content }: DerValue): void {
  for (const set of derValues(content))
    for (const pair of derValues(expectTag(set, derTag.set).content))
      objectId(derValues(expectTag(pair, derTag.sequence).content)[0]);
}

const rsaPss = "1.2.840.113549.1.1.10";
const unimplemented = "x509: cannot verify signature: algorithm unimplemented";

interface Algorithm {
  readonly keyType: "rsa" | "ec" | "ed25519";
  readonly hash: string | undefined;
}

const algorithms: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ["1.2.840.113549.1.1.5", { keyType: "rsa", hash: "sha1" }],
  ["1.2.840.113549.1.1.11", { keyType: "rsa", hash: "sha256" }],
  ["1.2.840.113549.1.1.12", { keyType: "rsa", hash: "sha384" }],
  ["1.2.840.113549.1.1.13", { keyType: "rsa", hash: "sha512" }],
  ["1.2.840.10045.4.1", { keyType: "ec", hash: "sha1" }],
  ["1.2.840.10045.4.3.2", { keyType: "ec", hash: "sha256" }],
  ["1.2.840.10045.4.3.3", { keyType: "ec", hash: "sha384" }],
  ["1.2.840.10045.4.3.4", { keyType: "ec", hash: "sha512" }],
  ["1.3.101.112", { keyType: "ed25519", hash: undefined }],
]);

const insecure: ReadonlyMap<string, string> = new Map([["1.2.840.113549.1.1.4", "MD5-RSA"]]);

/** Hashes of PSS, with the length of salt that goes with each. */
const pssHashes: ReadonlyMap<string, readonly [hash: string, saltBytes: number]> = new Map<string, [string, number]>([
  ["2.16.840.1.101.3.4.2.1", ["sha256", 32]],
  ["2.16.840.1.101.3.4.2.2", ["sha384", 48]],
  ["2.16.840.1.101.3.4.2.3", ["sha512", 64]],
]);

const failures: Readonly<Record<Algorithm["keyType"], string>> = {
  rsa: "crypto/rsa: verification error",
  ec: "x509: ECDSA verification failure",
  ed25519: "x509: Ed25519 verification failure",
};

function signatureProblem(signed: Buffer, { publicKey, algorithm, signature }: Signature): string | undefined {
  const [id, parameters] = derValues(algorithm);
  const name = objectId(id);
  const weak = insecure.get(name);
  if (weak !== undefined) return `x509: cannot verify signature: insecure algorithm ${weak}`;
  const pss = name === rsaPss ? pssOf(parameters) : undefined;
  const known = pss === undefined ? algorithms.get(name) : { keyType: "rsa" as const, hash: pss[0] };
  if (known === undefined) return unimplemented;
  const key = keyOf(publicKey);
  if (typeof key === "string") return key;
  if (key.asymmetricKeyType !== known.keyType)
    return `x509: signature algorithm specifies an ${known.keyType} public key, but have public key of another type`;
  const padding = pss === undefined ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: pss[1] };
  return verify(known.hash, signed, { key, ...padding }, signature) ? undefined : failures[known.keyType];
}

function pssOf(parameters: DerValue | undefined): readonly [hash: string, saltBytes: number] | undefined {
  if (parameters === undefined) return undefined;
  const members = new Map(derValues(parameters.content).map((member) => [member.tag & 0x1f, member.content]));
  const [hash, salt] = [members.get(0), members.get(2)];
  if (hash === undefined || salt === undefined) return undefined;
  const known = pssHashes.get(objectId(derValues(onlyDerValue(hash).content)[0]));
  const length = expectTag(onlyDerValue(salt), derTag.integer).content;
  return known !== undefined && length.length === 1 && length[0] === known[1] ? known : undefined;
}

const curves: readonly string[] = ["secp224r1", "prime256v1", "secp384r1", "secp521r1"];

function keyOf(bytes: Buffer): KeyObject | string {
  let key: KeyObject;
  try {
    key = createPublicKey({ key: bytes, format: "der", type: "spki" });
  } catch {
    return unimplemented;
  }
  const curve = key.asymmetricKeyDetails?.namedCurve;
  return curve !== undefined && !curves.includes(curve) ? "x509: unsupported elliptic curve" : key;
}
