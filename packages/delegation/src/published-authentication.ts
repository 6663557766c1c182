import {
  type Authenticator,
  clientCertificateAuthenticator,
  requestHeaderAuthenticator,
  unionAuthenticator,
} from "@svc/authn";
import type { Clock, Log } from "@svc/base";
import type { Dialect } from "@svc/meta";
import { type Certificate, parseAuthorities } from "@svc/pki";

interface AuthenticationDeps {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
}

/** The authentication settings that a server publishes, as authenticators. */
export interface PublishedAuthentication {
  /** Of client certificates, and of front proxies. */
  readonly authenticator: Authenticator;
  /** PEM: the authorities of both. */
  readonly clientCa: string;
}

/**
 * Reads the config map that servers publish for extension servers. An entry that can't be read
 * authenticates no client; the log has why.
 */
export function publishedAuthentication(
  data: Readonly<Record<string, string>>,
  { dialect, clock, log }: AuthenticationDeps,
): PublishedAuthentication {
  const problem = (key: string, message: string): void =>
    log.warn("a published setting of authentication can't be used", { key, problem: message });
  const bundleOf = (key: string): readonly Certificate[] | undefined => {
    const pem = data[key];
    if (pem === undefined) return undefined;
    const parsed = parseAuthorities(pem);
    if (parsed.ok) return parsed.authorities;
    problem(key, parsed.message);
    return undefined;
  };
  const listOf = (key: string): readonly string[] | undefined => {
    const list = parseList(data[key] ?? "[]");
    if (list === undefined) problem(key, "it is no list of text");
    return list;
  };
  const all: Authenticator[] = [];
  const proxies = bundleOf(proxyCa);
  const allowedNames = listOf("requestheader-allowed-names");
  // Without the list of names, every certificate of the authority would be a front proxy.
  if (proxies !== undefined && allowedNames !== undefined)
    all.push(
      requestHeaderAuthenticator({
        clock,
        authorities: () => proxies,
        allowedNames,
        usernameHeaders: listOf("requestheader-username-headers") ?? [],
        uidHeaders: listOf("requestheader-uid-headers") ?? [],
        groupHeaders: listOf("requestheader-group-headers") ?? [],
        extraHeaderPrefixes: listOf("requestheader-extra-headers-prefix") ?? [],
      }),
    );
  const clients = bundleOf(clientCa);
  if (clients !== undefined) all.push(clientCertificateAuthenticator({ dialect, clock, authorities: () => clients }));
  const bundles = [clients === undefined ? "" : data[clientCa], proxies === undefined ? "" : data[proxyCa]];
  return { authenticator: unionAuthenticator(all), clientCa: bundles.filter((pem) => pem !== "").join("\n") };
}

const clientCa = "client-ca-file";
const proxyCa = "requestheader-client-ca-file";

function parseList(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item): item is string => typeof item === "string") ? value : undefined;
  } catch {
    return undefined;
  }
}
