import { anObject, checkArgument, either, withMethods } from "@svc/base/check";
import type { AuthenticationRequest } from "./authenticator.ts";

/** The parts that are read of a request of `node:http`, `node:https` or `node:http2`. */
export interface NodeRequest {
  readonly url?: string | undefined;
  /** Names and values alternate. */
  readonly rawHeaders: readonly string[];
  readonly socket: { readonly remoteAddress?: string | undefined; getPeerCertificate?(detailed: true): unknown };
}

const expectedRequest = either(withMethods("a Request", "clone", "arrayBuffer", "blob", "bytes"), anObject);

/**
 * Reads what authenticators need of a request: of a `Request` of the Fetch API, or of Node's
 * `IncomingMessage`, which Express and Fastify (as `request.raw`) have too. A `Request` has neither
 * an address nor certificates.
 * @throws {TypeError} for a wrong argument
 */
export function fromRequest(request: Request | NodeRequest): AuthenticationRequest {
  checkArgument("fromRequest: request", request, expectedRequest);
  return "rawHeaders" in request ? fromNodeRequest(request) : fromFetchRequest(request);
}

function fromFetchRequest({ headers, url, signal }: Request): AuthenticationRequest {
  const header = (name: string): string | undefined => headers.get(name) ?? undefined;
  return {
    header,
    headerLines: (name) => [header(name) ?? []].flat(),
    headerNames: () => [...headers.keys()],
    path: new URL(url).pathname,
    remoteAddress: "",
    peerCertificates: () => [],
    signal,
  };
}

function fromNodeRequest({ url = "/", rawHeaders, socket }: NodeRequest): AuthenticationRequest {
  const lines = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    const values = lines.get(name);
    if (values === undefined) lines.set(name, [rawHeaders[i + 1]!]);
    else values.push(rawHeaders[i + 1]!);
  }
  return {
    header: (name) => lines.get(name)?.join(", "),
    headerLines: (name) => lines.get(name) ?? [],
    headerNames: () => [...lines.keys()],
    path: url.split("?", 1)[0] ?? "/",
    remoteAddress: socket.remoteAddress ?? "",
    peerCertificates: () => chainOf(socket.getPeerCertificate?.(true)),
  };
}

interface PeerCertificate {
  readonly raw?: Buffer;
  readonly issuerCertificate?: PeerCertificate;
}

/** Certificates of a chain, in order; a root names itself as its issuer. */
function chainOf(leaf: unknown): readonly Buffer[] {
  const chain: Buffer[] = [];
  const seen = new Set<PeerCertificate>();
  let current = leaf as PeerCertificate | undefined;
  while (current?.raw !== undefined && !seen.has(current)) {
    seen.add(current);
    chain.push(current.raw);
    current = current.issuerCertificate;
  }
  return chain;
}
