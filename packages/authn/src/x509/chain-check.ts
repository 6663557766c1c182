import type { Clock } from "@svc/base";
import { type Certificate, clientUsage, DerError, readCertificate, verifyChain } from "@svc/pki";

/** Options of `createChainCheck`. */
export interface ChainCheckOptions {
  readonly clock: Clock;
  /**
   * Called for each connection, so that the bundle can change at any time; the same list is the
   * same bundle.
   */
  readonly authorities: () => readonly Certificate[];
}

/** The first certificate of a chain, where some authority vouches for it. */
type ChainCheckResult =
  | { readonly ok: true; readonly certificate: Certificate; readonly untilMs: number }
  | { readonly ok: false; readonly reason: string };

/**
 * The time for which an invalid chain is not checked again, so that one connection cannot keep the
 * server busy.
 */
const rejectionCacheMs = 10_000;

/** The maximum number of certificates of a chain that are verified. */
const maxChain = 10;

interface CachedCheck {
  readonly authorities: readonly Certificate[];
  readonly untilMs: number;
  readonly result: ChainCheckResult;
}

/**
 * Checks the chains of client certificates, which are not empty. Results are cached by the buffer
 * of the first certificate, so for the life of its connection, while the certificate is valid and
 * the bundle is the same.
 */
export function createChainCheck({
  clock,
  authorities,
}: ChainCheckOptions): (chain: readonly Buffer[]) => ChainCheckResult {
  const cache = new WeakMap<Buffer, CachedCheck>();
  return (chain) => {
    const [own] = chain;
    if (own === undefined) throw new TypeError("a chain has at least one certificate");
    const nowMs = clock.now();
    const bundle = authorities();
    const cached = cache.get(own);
    if (cached !== undefined && cached.authorities === bundle && nowMs <= cached.untilMs) return cached.result;
    const result = check(chain, bundle, nowMs);
    const untilMs = result.ok ? result.untilMs : nowMs + rejectionCacheMs;
    cache.set(own, { authorities: bundle, untilMs, result });
    return result;
  };
}

function check(chain: readonly Buffer[], authorities: readonly Certificate[], nowMs: number): ChainCheckResult {
  if (chain.length > maxChain) return { ok: false, reason: `x509: a chain of more than ${maxChain} certificates` };
  try {
    const certificates = chain.map(readCertificate);
    const verified = verifyChain(certificates, authorities, { nowMs, usage: clientUsage });
    if (!verified.ok) return { ok: false, reason: `x509: ${verified.reason}` };
    return { ok: true, certificate: certificates[0] as Certificate, untilMs: verified.untilMs };
  } catch (error) {
    if (error instanceof DerError) return { ok: false, reason: `x509: a certificate cannot be read: ${error.message}` };
    throw error;
  }
}
