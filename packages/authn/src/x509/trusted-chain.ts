import type { Clock } from "@svc/base";
import { type Certificate, clientUsage, DerError, readCertificate, verifyChain } from "@svc/pki";

export interface ChainCheckOptions {
  readonly clock: Clock;
  /** Asked for each connection, so that another bundle may be given at any time; the same list is the same bundle. */
  readonly authorities: () => readonly Certificate[];
}

/** The first certificate of a chain, where some authority vouches for it. */
type Trusted =
  | { readonly ok: true; readonly certificate: Certificate; readonly untilMs: number }
  | { readonly ok: false; readonly reason: string };

/** How long a chain that was no good is not looked at again, so that one connection cannot keep the server busy. */
const rejectedForMs = 10_000;

/** How many certificates of one chain are looked at. */
const maxChain = 10;

interface Known {
  readonly authorities: readonly Certificate[];
  readonly untilMs: number;
  readonly trusted: Trusted;
}

/**
 * Checks the certificates of clients, not empty. What was found out is remembered by the buffer of the first one, so as long as its
 * connection lives, while the certificate is valid and the bundle is the same.
 */
export function createChainCheck({ clock, authorities }: ChainCheckOptions): (chain: readonly Buffer[]) => Trusted {
  const known = new WeakMap<Buffer, Known>();
  return (chain) => {
    const [own] = chain;
    if (own === undefined) throw new TypeError("a chain has at least one certificate");
    const nowMs = clock.now();
    const bundle = authorities();
    const before = known.get(own);
    if (before !== undefined && before.authorities === bundle && nowMs <= before.untilMs) return before.trusted;
    const trusted = check(chain, bundle, nowMs);
    const untilMs = trusted.ok ? trusted.untilMs : nowMs + rejectedForMs;
    known.set(own, { authorities: bundle, untilMs, trusted });
    return trusted;
  };
}

function check(chain: readonly Buffer[], authorities: readonly Certificate[], nowMs: number): Trusted {
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
