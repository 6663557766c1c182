import { aNonNegativeNumber, anObject, aString, checkArgument, listOf, optionsOf } from "@svc/base/check";
import type { Certificate } from "./certificate.ts";

/** Result of `verifyChain`. */
export type ChainResult =
  | { readonly ok: true /** When the first of the chain expires. */; readonly untilMs: number }
  | { readonly ok: false; readonly reason: string };

/** Options of `verifyChain`. */
export interface ChainOptions {
  readonly nowMs: number;
  /** The required usage of the leaf, which no authority may exclude: an object identifier. */
  readonly usage: string;
}

/** Object identifier of client authentication. */
export const clientUsage = "1.3.6.1.5.5.7.3.2";
const anyUsage = "2.5.29.37.0";

/** Certificates between the first and a root, and signatures checked for one chain. */
const maxDepth = 8;
const maxSignatures = 100;

/**
 * Signatures over digests that can be forged: MD2, MD5 and SHA-1 with RSA, SHA-1 with DSA and
 * ECDSA.
 */
const weakSignatures: ReadonlySet<string> = new Set([
  "1.2.840.113549.1.1.2",
  "1.2.840.113549.1.1.4",
  "1.2.840.113549.1.1.5",
  "1.2.840.10040.4.3",
  "1.2.840.10045.4.1",
]);

const chainOptions = optionsOf<ChainOptions>({
  nowMs: aNonNegativeNumber,
  usage: aString,
});

const expectedRoots = listOf(anObject);

const expectedChain = listOf(anObject);

/**
 * Verifies a chain from the first certificate to one of the roots; the others may be intermediates,
 * in any order. Source: RFC 5280 section 6, without policies and revocation; name constraints are
 * rejected.
 * @throws {TypeError} for a wrong argument
 */
export function verifyChain(
  chain: readonly Certificate[],
  roots: readonly Certificate[],
  options: ChainOptions,
): ChainResult {
  checkArgument("verifyChain: chain", chain, expectedChain);
  checkArgument("verifyChain: roots", roots, expectedRoots);
  checkArgument("verifyChain: options", options, chainOptions);
  const { nowMs, usage } = options;
  const [first, ...others] = chain;
  if (first === undefined) return { ok: false, reason: "no certificate" };
  let signatures = 0;
  let reason = "certificate signed by unknown authority";

  const fits = (certificate: Certificate, below: number): boolean => {
    const problem = problemOf(certificate, { nowMs, usage, below });
    if (problem !== undefined) reason = problem;
    return problem === undefined;
  };
  const issued = (issuer: Certificate, subject: Certificate): boolean => {
    if (!issuer.subjectName.equals(subject.issuerName) || ++signatures > maxSignatures) return false;
    if (weakSignatures.has(subject.signatureAlgorithm)) {
      reason = `signature algorithm ${subject.signatureAlgorithm} is not secure`;
      return false;
    }
    return subject.x509.verify(issuer.x509.publicKey);
  };
  const climb = (certificate: Certificate, path: readonly Certificate[]): number | undefined => {
    const below = path.length + 1;
    for (const root of roots) {
      if (issued(root, certificate) && fits(root, below)) return Math.min(certificate.notAfterMs, root.notAfterMs);
    }
    if (path.length >= maxDepth) return undefined;
    for (const issuer of others) {
      if (path.includes(issuer) || issuer === certificate || !issued(issuer, certificate) || !fits(issuer, below))
        continue;
      const until = climb(issuer, [...path, certificate]);
      if (until !== undefined) return Math.min(until, certificate.notAfterMs);
    }
    return undefined;
  };

  if (!fits(first, 0)) return { ok: false, reason };
  if (roots.some((root) => root.raw.equals(first.raw))) return { ok: true, untilMs: first.notAfterMs };
  const untilMs = climb(first, []);
  return untilMs === undefined ? { ok: false, reason } : { ok: true, untilMs };
}

/** @param below the number of certificates below this one in the chain */
function problemOf(
  certificate: Certificate,
  { nowMs, usage, below }: { readonly nowMs: number; readonly usage: string; readonly below: number },
): string | undefined {
  const { notBeforeMs, notAfterMs, authority, extendedUsages, unknownCritical } = certificate;
  if (nowMs < notBeforeMs) return `certificate is not valid before ${new Date(notBeforeMs).toISOString()}`;
  if (nowMs > notAfterMs) return `certificate has expired: it was valid until ${new Date(notAfterMs).toISOString()}`;
  if (unknownCritical.length > 0)
    return `certificate has critical extensions that are not understood: ${unknownCritical.join(", ")}`;
  if (extendedUsages !== undefined && !extendedUsages.includes(usage) && !extendedUsages.includes(anyUsage))
    return "certificate is not for this use";
  if (below === 0) return undefined;
  if (authority === undefined) return "certificate was issued by one that is no authority";
  const { pathLength } = authority;
  return pathLength !== undefined && below - 1 > pathLength ? "too many certificates below an authority" : undefined;
}
