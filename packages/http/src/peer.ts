import type { Socket } from "node:net";
import { type DetailedPeerCertificate, TLSSocket } from "node:tls";
import type { OnHandlerError } from "./handler-error.ts";
import type { Handler } from "./http.ts";

const none: readonly Buffer[] = [];

/** Returns the certificates that a client sent, its own first. */
export type PeerCertificates = (socket: Socket) => readonly Buffer[];

/** The dependencies of connections. */
export interface ConnectionOptions {
  readonly handler: Handler;
  readonly onHandlerError: OnHandlerError;
  readonly certificatesOf: PeerCertificates;
}

/**
 * Reads the certificates once per connection: reading costs much more than most requests, and
 * caches use the buffer as their key.
 */
export function createPeerCertificates(): PeerCertificates {
  const cache = new WeakMap<Socket, readonly Buffer[]>();
  return (socket) => {
    let chain = cache.get(socket);
    if (chain === undefined) cache.set(socket, (chain = readChain(socket)));
    return chain;
  };
}

function readChain(socket: Socket): readonly Buffer[] {
  if (!(socket instanceof TLSSocket)) return none;
  const own = socket.getPeerCertificate(true);
  if (own?.raw === undefined) return none;
  const chain: Buffer[] = [];
  const seen = new Set<string>();
  // A root is its own issuer; a cyclic chain ends at the repetition.
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
