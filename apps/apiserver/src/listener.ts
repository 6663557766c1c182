import { systemClock } from "@svc/base";
import type { Listener, ListenOptions, TlsOptions } from "@svc/http";
import { StartupError } from "@svc/program";
import type { Server } from "@svc/server";
import type { Authentication } from "./authentication/authentication.ts";
import { cipherList } from "./command-line/cipher-suites.ts";
import { connectionLimits } from "./command-line/overload-flags.ts";
import type { Watched } from "./files/watched-file.ts";
import type { Flags } from "./flags.ts";
import { loadServingCertificates, type ServingCertificates } from "./identity/serving-certificates.ts";
import type { ProcessDeps } from "./process-deps.ts";

/** An open port, and the certificates that clients see. */
interface OpenedListener {
  readonly listener: Listener;
  readonly serving: Watched<ServingCertificates>;
}

/** Opens the port of a server. Its certificates and the authorities of clients may change. */
export async function openListener(
  server: Server,
  { flags, identity, metrics, processLog }: ProcessDeps,
  { clientAuthorities }: Authentication,
): Promise<OpenedListener> {
  const { log } = processLog;
  const serving = await loadServingCertificates({ flags, own: identity.serving, clock: systemClock, log });
  const tls = (): TlsOptions => ({
    ...serving.current(),
    clientCa: clientAuthorities.current().pem,
    minVersion: flags.tlsMinVersion === "VersionTLS13" ? "TLSv1.3" : "TLSv1.2",
    ciphers: cipherList(flags.tlsCipherSuites),
  });
  const listener = await openPort(server, flags, { tls: tls(), onHandshakeError: metrics.handshakeFailed });
  clientAuthorities.onChange(() => listener.renew(tls()));
  serving.onChange(() => listener.renew(tls()));
  return { listener, serving };
}

/** The URL at which clients of this machine reach a port. */
export function urlOf(flags: Flags, port: number): string {
  return `https://${urlHost(flags)}:${port}`;
}

async function openPort(
  server: Server,
  flags: Flags,
  options: Pick<ListenOptions, "tls" | "onHandshakeError">,
): Promise<Listener> {
  const { securePort: port, bindAddress: address, http2MaxStreamsPerConnection: streams } = flags;
  const limits = { ...connectionLimits(flags), ...(streams === 0 ? {} : { maxStreams: streams }) };
  const protocol = {
    http2: !flags.disableHttp2Serving,
    reusePort: flags.permitPortSharing,
    goAwayChance: flags.goawayChance,
  };
  try {
    return await server.listen({ ...options, ...limits, ...protocol, port, address });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new StartupError(`port ${port} of ${address} is in use; choose another with --secure-port`, { cause });
    if (code === "EACCES")
      throw new StartupError(`port ${port} may not be opened by this user; choose one above 1023`, { cause });
    throw new StartupError(`port ${port} of ${address} cannot be opened: ${String(cause)}`, { cause });
  }
}

function urlHost({ bindAddress, advertiseAddress }: Flags): string {
  const address = advertiseAddress ?? bindAddress;
  if (address === "0.0.0.0" || address === "::") return "127.0.0.1";
  return address.includes(":") ? `[${address}]` : address;
}
