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
  let contexts = contextsOf(tls);
  return {
    select: (name, done) => done(null, contextFor(contexts, name)),
    replace: (replaced) => {
      contexts = contextsOf(replaced);
    },
  };
}

/** The first certificate of a name wins. */
function contextsOf(tls: TlsOptions): ReadonlyMap<string, SecureContext> {
  const contexts = new Map<string, SecureContext>();
  for (const { names, certificate, key } of tls.named ?? []) {
    const context = createSecureContext(secureContextOf({ ...tls, certificate, key }));
    for (const name of names) if (!contexts.has(name.toLowerCase())) contexts.set(name.toLowerCase(), context);
  }
  return contexts;
}

/** A whole name before a pattern, whose asterisk stands for the first label. */
function contextFor(contexts: ReadonlyMap<string, SecureContext>, given: string): SecureContext | undefined {
  const name = given.toLowerCase().replace(/\.$/, "");
  const dot = name.indexOf(".");
  return contexts.get(name) ?? (dot < 0 ? undefined : contexts.get(`*${name.slice(dot)}`));
}
