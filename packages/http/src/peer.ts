import type { Socket } from "node:net";
import { type DetailedPeerCertificate, TLSSocket } from "node:tls";
import type { OnHandlerError } from "./handler-error.ts";
import type { Handler } from "./http.ts";

const none: readonly Buffer[] = [];

/** Reads the certificates that a client sent, its own first. */
export type PeerCertificates = (socket: Socket) => readonly Buffer[];

/** What serves requests of connections. */
export interface ConnectionOptions {
  readonly handler: Handler;
  readonly onHandlerError: OnHandlerError;
  readonly certificatesOf: PeerCertificates;
}

/**
 * Reads them once a connection: reading costs much more than most requests, and those who remember
 * what they found out about a certificate know it by its buffer.
 */
export function createPeerCertificates(): PeerCertificates {
  const known = new WeakMap<Socket, readonly Buffer[]>();
  return (socket) => {
    let chain = known.get(socket);
    if (chain === undefined) known.set(socket, (chain = readChain(socket)));
    return chain;
  };
}

function readChain(socket: Socket): readonly Buffer[] {
  if (!(socket instanceof TLSSocket)) return none;
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
