import type { DetailedPeerCertificate, TLSSocket } from "node:tls";

const none: readonly Buffer[] = [];

/** The certificates that a client sent, its own first. */
export function certificatesOf(socket: TLSSocket): readonly Buffer[] {
  if (socket.getPeerCertificate === undefined) return none;
  const own = socket.getPeerCertificate(true);
  if (own?.raw === undefined) return none;
  const chain: Buffer[] = [];
  const seen = new Set<string>();
  // A root is its own issuer; a chain that comes back to itself ends there.
  for (
    let c: DetailedPeerCertificate | undefined = own;
    c?.raw !== undefined && !seen.has(c.fingerprint256);
    c = c.issuerCertificate
  ) {
    seen.add(c.fingerprint256);
    chain.push(c.raw);
  }
  return chain;
}
