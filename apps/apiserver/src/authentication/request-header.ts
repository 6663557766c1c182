import { type Authenticator, requestHeaderAuthenticator } from "@svc/authn";
import { type Clock, type Log, quote } from "@svc/base";
import type { Certificate } from "@svc/pki";
import { StartupError } from "@svc/program";
import type { Watched } from "../files/watched-file.ts";
import { type Bundle, loadBundle } from "./client-authorities.ts";
import type { AuthenticationFlags } from "./flags.ts";

interface RequestHeaders {
  readonly authenticator: Authenticator;
  readonly bundle: Watched<Bundle>;
  /** The same settings in the form that extension servers read. */
  published(): Readonly<Record<string, string>>;
}

/**
 * The authenticator for authenticating proxies, if the flags name their certificate authority.
 * @throws {StartupError}
 */
export async function loadRequestHeaders(
  flags: AuthenticationFlags,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<RequestHeaders | undefined> {
  const { requestheaderClientCaFile: path, requestheaderUsernameHeaders: usernameHeaders } = flags;
  const headers = {
    usernameHeaders,
    uidHeaders: flags.requestheaderUidHeaders,
    groupHeaders: flags.requestheaderGroupHeaders,
    extraHeaderPrefixes: flags.requestheaderExtraHeadersPrefix,
  };
  if (path === undefined) {
    const all = [...Object.values(headers), flags.requestheaderAllowedNames];
    if (all.every((names) => names.length === 0)) return undefined;
    throw new StartupError("--requestheader-* flags count only with --requestheader-client-ca-file");
  }
  if (usernameHeaders.length === 0)
    throw new StartupError("--requestheader-client-ca-file needs --requestheader-username-headers");
  for (const name of Object.values(headers).flat())
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      throw new StartupError(`--requestheader-*: ${quote(name)} can be no header`);
  const bundle = await loadBundle({ flag: "--requestheader-client-ca-file", path, clock, log });
  const authorities = (): readonly Certificate[] => bundle.current().certificates;
  const authenticator = requestHeaderAuthenticator({
    ...headers,
    clock,
    authorities,
    allowedNames: flags.requestheaderAllowedNames,
  });
  const published = (): Readonly<Record<string, string>> => ({
    "requestheader-client-ca-file": bundle.current().pem,
    "requestheader-allowed-names": JSON.stringify(flags.requestheaderAllowedNames),
    "requestheader-username-headers": JSON.stringify(usernameHeaders),
    ...(headers.uidHeaders.length === 0 ? {} : { "requestheader-uid-headers": JSON.stringify(headers.uidHeaders) }),
    "requestheader-group-headers": JSON.stringify(headers.groupHeaders),
    "requestheader-extra-headers-prefix": JSON.stringify(headers.extraHeaderPrefixes),
  });
  return { authenticator, bundle, published };
}
