import { X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import { secureContextOf, type TlsOptions } from "./tls-options.ts";

/** Selects the certificate of a handshake by the server name that the client sent. */
export interface ServerNames {
  /** For the option `SNICallback` of Node's servers. */
  readonly select: (name: string, done: (error: Error | null, context?: SecureContext) => void) => void;
  /** Takes other certificates for new connections. */
  replace(tls: TlsOptions): void;
}

/** A server that has no certificate for a name uses its own. */
export function createServerNames(tls: TlsOptions): ServerNames {
  let certificates = certificatesOf(tls);
  return {
    select: (name, done) => done(null, contextFor(certificates, name)),
    replace: (replaced) => {
      certificates = certificatesOf(replaced);
    },
  };
}

interface Certificates {
  readonly own: X509Certificate;
  /** By names and patterns in lower case. */
  readonly byName: ReadonlyMap<string, SecureContext>;
  /** All named certificates, for names that none of them was given. */
  readonly all: readonly { readonly certificate: X509Certificate; readonly context: SecureContext }[];
}

/** The first certificate of a name wins. */
function certificatesOf(tls: TlsOptions): Certificates {
  const byName = new Map<string, SecureContext>();
  const all = (tls.named ?? []).map(({ names, certificate, key }) => {
    const context = createSecureContext(secureContextOf({ ...tls, certificate, key }));
    for (const name of names) if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), context);
    return { certificate: new X509Certificate(certificate), context };
  });
  return { own: new X509Certificate(tls.certificate), byName, all };
}

/**
 * An exact name takes precedence over a wildcard, whose asterisk matches the first label. For a
 * name without a certificate of its own the result is a certificate that clients accept for it,
 * preferably the server's.
 */
function contextFor({ own, byName, all }: Certificates, requested: string): SecureContext | undefined {
  const name = requested.toLowerCase().replace(/\.$/, "");
  const dot = name.indexOf(".");
  const found = byName.get(name) ?? (dot < 0 ? undefined : byName.get(`*${name.slice(dot)}`));
  if (found !== undefined || isFor(own, name)) return found;
  return all.find(({ certificate }) => isFor(certificate, name))?.context;
}

/** Clients ignore the common name of a certificate. */
function isFor(certificate: X509Certificate, name: string): boolean {
  return certificate.checkHost(name, { subject: "never" }) !== undefined;
}
