import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { aString, checkArgument } from "@svc/base/check";

/** A key that verifies tokens. */
export interface VerificationKey {
  /** Key id in tokens: a digest of the key. */
  readonly id: string;
  /** The only algorithm of the key, so that a token cannot choose another. */
  readonly algorithm: KeyAlgorithm;
  readonly key: KeyObject;
}

/** A key that signs tokens. */
export interface SigningKey extends VerificationKey {
  /** The private key. */
  readonly privateKey: KeyObject;
}

/** Signing algorithms. */
export type KeyAlgorithm = "RS256" | "ES256" | "ES384" | "ES512";

/** Result of parsing keys. */
export type KeysResult<K> = { readonly ok: true; readonly keys: K } | { readonly ok: false; readonly message: string };

const block = /-----BEGIN ((?:RSA |EC )?(?:PUBLIC|PRIVATE) KEY|CERTIFICATE)-----[\sA-Za-z0-9+/=]*?-----END \1-----/g;
const minRsaBits = 2048;

/**
 * The keys of a PEM file: public, private (their public halves) or certificates; curve parameters
 * are ignored.
 * @throws {TypeError} for a wrong argument
 */
export function parseVerificationKeys(pem: string): KeysResult<readonly VerificationKey[]> {
  checkArgument("parseVerificationKeys: pem", pem, aString);
  const keys: VerificationKey[] = [];
  for (const [text] of pem.matchAll(block)) {
    const key = verificationKey(text);
    if (typeof key === "string") return { ok: false, message: `key ${keys.length + 1}: ${key}` };
    keys.push(key);
  }
  if (keys.length === 0) return { ok: false, message: "there is no RSA or ECDSA key in PEM" };
  return { ok: true, keys };
}

/** Parses the first private key of a PEM file. @throws {TypeError} for a wrong argument */
export function parseSigningKey(pem: string): KeysResult<SigningKey> {
  checkArgument("parseSigningKey: pem", pem, aString);
  const text = [...pem.matchAll(block)].find(([, label]) => label?.endsWith("PRIVATE KEY"))?.[0];
  if (text === undefined) return { ok: false, message: "there is no RSA or ECDSA private key in PEM" };
  const key = verificationKey(text);
  if (typeof key === "string") return { ok: false, message: key };
  return { ok: true, keys: { ...key, privateKey: createPrivateKey(text) } };
}

function verificationKey(pem: string): VerificationKey | string {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    return "it cannot be read"; // the platform's message may quote the key
  }
  const algorithm = algorithmOf(key);
  if (algorithm === undefined)
    return `it is neither RSA of at least ${minRsaBits} bits nor on the curve P-256, P-384 or P-521`;
  const id = createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("base64url");
  return { id, algorithm, key };
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): KeyAlgorithm | undefined {
  if (asymmetricKeyType === "rsa")
    return (asymmetricKeyDetails?.modulusLength ?? 0) >= minRsaBits ? "RS256" : undefined;
  if (asymmetricKeyType !== "ec") return undefined;
  const curves: ReadonlyMap<string, KeyAlgorithm> = new Map(
    Object.entries<KeyAlgorithm>({
      prime256v1: "ES256",
      secp384r1: "ES384",
      secp521r1: "ES512",
    }),
  );
  return curves.get(asymmetricKeyDetails?.namedCurve ?? "");
}
