import { aClock, aFunction, aString, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import type { AuthenticationRequest, AuthenticationResult, Authenticator, User } from "../authenticator.ts";
import { headerText } from "../header-text.ts";
import { type ChainCheckOptions, createChainCheck } from "../x509/chain-check.ts";
import { commonNameOf } from "../x509/client-certificate.ts";

/** Trusted proxies and their headers. */
export interface RequestHeaderOptions extends ChainCheckOptions {
  /** Allowed common names of proxy certificates. Empty: every trusted certificate. */
  readonly allowedNames: readonly string[];
  /** The first present header has the name. Case-insensitive, as below. */
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders?: readonly string[];
  /** Every value of each is a group. */
  readonly groupHeaders?: readonly string[];
  /** Prefix before the key; the key may be percent-encoded. */
  readonly extraHeaderPrefixes?: readonly string[];
}

const absent: AuthenticationResult = { kind: "absent" };

const requestHeaderOptions = optionsOf<RequestHeaderOptions>({
  allowedNames: listOf(aString),
  usernameHeaders: listOf(aString),
  uidHeaders: optional(listOf(aString)),
  groupHeaders: optional(listOf(aString)),
  extraHeaderPrefixes: optional(listOf(aString)),
  clock: aClock,
  authorities: aFunction,
});

/**
 * Accepts the user headers of proxies that have authenticated their clients, if the proxy presents
 * a trusted certificate. Headers of other clients are ignored.
 * @throws {TypeError} for a wrong argument
 */
export function requestHeaderAuthenticator(options: RequestHeaderOptions): Authenticator {
  checkArgument("requestHeaderAuthenticator: options", options, requestHeaderOptions);
  const check = createChainCheck(options);
  const allowed = new Set(options.allowedNames);
  const read = headerReader(options);
  return {
    authenticate: (request) => {
      const chain = request.peerCertificates();
      if (chain.length === 0) return absent;
      const trusted = check(chain);
      if (!trusted.ok) return { kind: "rejected", reason: trusted.reason };
      const name = commonNameOf(trusted.certificate);
      if (allowed.size > 0 && !allowed.has(name))
        return { kind: "rejected", reason: `x509: subject with cn=${name} is not in the allowed list` };
      const user = read(request);
      return user === undefined ? absent : { kind: "authenticated", user };
    },
  };
}

function headerReader(options: RequestHeaderOptions): (request: AuthenticationRequest) => User | undefined {
  const lower = (names: readonly string[] = []): readonly string[] => names.map((n) => n.toLowerCase());
  const usernames = lower(options.usernameHeaders);
  const uids = lower(options.uidHeaders);
  const groups = lower(options.groupHeaders);
  const prefixes = lower(options.extraHeaderPrefixes);
  const first = (request: AuthenticationRequest, names: readonly string[]): string => {
    for (const name of names) {
      const [value = ""] = request.headerLines(name);
      if (value !== "") return headerText(value);
    }
    return "";
  };
  return (request) => {
    const name = first(request, usernames);
    if (name === "") return undefined;
    return {
      name,
      uid: first(request, uids),
      groups: groups.flatMap((header) => textsOf(request, header)).filter((group) => group !== ""),
      extra: extraOf(request, prefixes),
    };
  };
}

function textsOf(request: AuthenticationRequest, header: string): readonly string[] {
  return request.headerLines(header).map(headerText);
}

function extraOf(request: AuthenticationRequest, prefixes: readonly string[]): User["extra"] {
  const extra = new Map<string, readonly string[]>();
  for (const header of request.headerNames?.() ?? []) {
    for (const prefix of prefixes) {
      if (!header.startsWith(prefix)) continue;
      const key = unescapeKey(header.slice(prefix.length));
      extra.set(key, [...(extra.get(key) ?? []), ...textsOf(request, header)]);
    }
  }
  return Object.fromEntries(extra);
}

/** An invalid percent-encoding is used as it is. */
function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key).toLowerCase();
  } catch {
    return key;
  }
}
