import type { webcrypto } from "node:crypto";
import { type Clock, type Log, quote } from "@svc/base";
import type { createLocalJWKSet, JSONWebKeySet } from "jose";
import { loadJose } from "../token/jose.ts";
import { decodeUnverified, isRecord } from "../token/jwt.ts";
import type { HttpsGet } from "./https-get.ts";

/** The keys that an issuer publishes, refreshed on demand. */
export interface IssuerKeys {
  /** Returns undefined if the issuer signed a token, otherwise the problem. */
  verify(token: string): Promise<string | undefined>;
}

interface IssuerKeysOptions {
  readonly url: string;
  /** URL of the discovery document. */
  readonly discoveryUrl: string;
  readonly algorithms: readonly string[];
  readonly get: HttpsGet;
  readonly clock: Clock;
  readonly log: Log;
}

/** Least interval of refreshes for unknown keys, since clients can send any number of tokens. */
const minRefreshMs = 2_000;
/** Retry interval after a failure. */
const retryMs = 10_000;
/** Age at which keys are fetched again, in case the issuer revoked one. */
const maxAgeMs = 300_000;

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** Source: OpenID Connect Discovery 1.0; RFC 7517. */
export function createIssuerKeys(options: IssuerKeysOptions): IssuerKeys {
  const { url, clock, log } = options;
  let keys: KeySet | undefined;
  let fetchedMs = 0;
  let retryAtMs = 0;
  let fetching: Promise<void> | undefined;

  const refresh = (): Promise<void> => {
    fetching ??= fetchKeys(options)
      .then(
        (found) => {
          keys = found;
          fetchedMs = clock.monotonic();
        },
        (error: unknown) => {
          retryAtMs = clock.monotonic() + retryMs;
          log.warn("the keys of an issuer cannot be fetched", { issuer: url, error: String(error) });
        },
      )
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  };
  const mayFetch = (): boolean => clock.monotonic() >= retryAtMs;

  return {
    verify: async (token) => {
      if (keys === undefined && mayFetch()) await refresh();
      if (keys === undefined) return `authenticator for issuer ${quote(url)} is not initialized`;
      const ageMs = clock.monotonic() - fetchedMs;
      // The current request uses the old keys.
      if (ageMs > maxAgeMs && mayFetch()) void refresh();
      const tried = keys;
      const problem = await signedBy(tried, token, options.algorithms);
      if (problem === undefined || ageMs < minRefreshMs || !mayFetch()) return problem;
      await refresh();
      return keys === tried ? problem : signedBy(keys, token, options.algorithms);
    },
  };
}

const badSignature = "verify token: failed to verify signature: failed to verify id token signature";

function unsupported(token: string, algorithms: readonly string[]): string {
  const expected = [...algorithms].sort().map((a) => JSON.stringify(a));
  const got = JSON.stringify(decodeUnverified(token)?.header["alg"] ?? "");
  return `verify token: oidc: id token signed with unsupported algorithm, expected [${expected.join(" ")}] got ${got}`;
}

/** Returns undefined if one of the keys signed a token. */
async function signedBy(keys: KeySet, token: string, allowed: readonly string[]): Promise<string | undefined> {
  const algorithms = [...allowed];
  const { compactVerify, errors } = await loadJose();
  try {
    await compactVerify(token, keys, { algorithms });
    return undefined;
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      for await (const key of error) {
        if (await isSignedBy(key, token, algorithms)) return undefined;
      }
      return badSignature;
    }
    if (error instanceof errors.JOSEAlgNotAllowed) return unsupported(token, algorithms);
    // Keys come from outside: unusable ones are ignored.
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
      return badSignature;
    throw error;
  }
}

async function isSignedBy(key: webcrypto.CryptoKey, token: string, algorithms: string[]): Promise<boolean> {
  const { compactVerify, errors } = await loadJose();
  try {
    await compactVerify(token, key, { algorithms });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false;
    throw error;
  }
}

async function fetchKeys({ url, discoveryUrl, get }: IssuerKeysOptions): Promise<KeySet> {
  const { issuer, jwks_uri: keySetUrl } = await fetchJson(get, discoveryUrl);
  if (issuer !== url)
    throw new Error(
      `issuer did not match the issuer returned by provider, expected ${quote(url)} got ${JSON.stringify(issuer)}`,
    );
  if (typeof keySetUrl !== "string" || !keySetUrl.startsWith("https://"))
    throw new Error("the jwks_uri that it names is no https URL");
  const jose = await loadJose();
  return jose.createLocalJWKSet((await fetchJson(get, keySetUrl)) as unknown as JSONWebKeySet);
}

async function fetchJson(get: HttpsGet, url: string): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await get(url);
  if (status !== 200) throw new Error(`${url} answers ${status}`);
  const value: unknown = JSON.parse(body.toString("utf8"));
  if (!isRecord(value)) throw new Error(`${url} answers with no object`);
  return value;
}

/** Returns the default URL of the discovery document. */
export function wellKnownUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}
