import { InvalidArgumentError } from "commander";

/** The cipher suites of TLS 1.3, which are always enabled. */
const modern = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"] as const;

/**
 * OpenSSL's names of TLS 1.2 cipher suites, by IANA name. Suites without forward secrecy and with
 * RC4 or 3DES are not supported.
 */
const known: ReadonlyMap<string, string> = new Map([
  ["TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256"],
  ["TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "ECDHE-ECDSA-AES256-GCM-SHA384"],
  ["TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305", "ECDHE-ECDSA-CHACHA20-POLY1305"],
  ["TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"],
  ["TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA", "ECDHE-ECDSA-AES128-SHA"],
  ["TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", "ECDHE-ECDSA-AES256-SHA"],
  ["TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-GCM-SHA256"],
  ["TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "ECDHE-RSA-AES256-GCM-SHA384"],
  ["TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305", "ECDHE-RSA-CHACHA20-POLY1305"],
  ["TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-RSA-CHACHA20-POLY1305"],
  ["TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", "ECDHE-RSA-AES128-SHA"],
  ["TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", "ECDHE-RSA-AES256-SHA"],
]);

/** The default: suites with forward secrecy and authenticated encryption. */
const byDefault = [...known.values()].filter((name) => !name.endsWith("-SHA"));

/** Parses the cipher suites of a flag into OpenSSL's names. @throws {InvalidArgumentError} */
export function parseCipherSuites(text: string): readonly string[] {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.flatMap((name) => {
    if (modern.some((m) => m === name)) return [];
    const suite = known.get(name);
    if (suite === undefined) throw new InvalidArgumentError(`Cipher suite ${name} not supported or doesn't exist`);
    return [suite];
  });
}

/** The list for OpenSSL. @param chosen of TLS 1.2; empty for the default */
export function cipherList(chosen: readonly string[]): string {
  return [...modern, ...new Set(chosen.length === 0 ? byDefault : chosen)].join(":");
}
