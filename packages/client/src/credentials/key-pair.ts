import { createPrivateKey, X509Certificate } from "node:crypto";
import type { ClientCertificate } from "../transport/credentials.ts";

/**
 * A certificate and its key, as they are.
 * @throws {Error} when they are no pair; the message does not show them
 */
export function checkedPair(pair: ClientCertificate): ClientCertificate {
  let matches: boolean;
  try {
    matches = new X509Certificate(pair.certificate).checkPrivateKey(createPrivateKey(pair.key));
  } catch (cause) {
    throw new Error("not a certificate and a key in PEM", { cause });
  }
  if (!matches) throw new Error("the key is not that of the certificate");
  return pair;
}
