import { generateKeyPairSync } from "node:crypto";
import { parseSigningKey, type SigningKey } from "../service-account/keys.ts";

/** A key for tests, as PEM and parsed. */
export function makeKey(curve?: "P-256" | "P-384" | "P-521"): {
  readonly pem: string;
  readonly publicPem: string;
  readonly key: SigningKey;
} {
  const { privateKey, publicKey } =
    curve === undefined
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: curve });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const parsed = parseSigningKey(pem);
  if (!parsed.ok) throw new TypeError(parsed.message);
  return { pem, publicPem: publicKey.export({ type: "spki", format: "pem" }).toString(), key: parsed.keys };
}
