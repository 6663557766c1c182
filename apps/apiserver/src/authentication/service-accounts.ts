import { generateKeyPairSync, randomUUID } from "node:crypto";
import { join } from "node:path";
import {
  type ClusterObjects,
  createLegacyTokenIssuer,
  createTokenIssuer,
  issuerDiscovery,
  type KeysResult,
  parseSigningKey,
  parseVerificationKeys,
  type SigningKey,
  serviceAccountVerifier,
  type TokenVerifier,
  type VerificationKey,
} from "@svc/authn";
import { type Clock, type Log, quote } from "@svc/base";
import type { ServiceAccountTokens } from "@svc/controlplane";
import type { Dialect } from "@svc/meta";
import { readFlagFile, readOrCreate, StartupError } from "@svc/program";
import type { ServingFlags } from "../command-line/serving-flags.ts";
import type { ProcessMetrics } from "../metrics/metrics.ts";
import type { AuthenticationFlags } from "./flags.ts";

type ServiceAccountFlags = AuthenticationFlags & Pick<ServingFlags, "dataDir" | "certDir" | "tlsPrivateKeyFile">;

interface ServiceAccounts {
  readonly tokens: ServiceAccountTokens;
  /** Makes tokens that live in Secrets. */
  readonly secretToken: ReturnType<typeof createLegacyTokenIssuer>;
  readonly issuers: readonly string[];
  /** The audiences of tokens that request none. */
  readonly audiences: readonly string[];
  verifier(objects: ClusterObjects): TokenVerifier;
}

interface ServiceAccountOptions {
  readonly flags: ServiceAccountFlags;
  readonly pkiDir: string;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<ProcessMetrics, "serviceAccountToken">;
  /** The URL of this server, once it is known. */
  readonly serverUrl: () => string;
}

const defaultIssuer = "https://kubernetes.default.svc";
const hour = 3600;
const mostSeconds = 2 ** 32;

/**
 * Loads keys, issuer and verifier of service account tokens from the flags. @throws {StartupError}
 */
export async function loadServiceAccounts(options: ServiceAccountOptions): Promise<ServiceAccounts> {
  const { flags, dialect, clock } = options;
  const issuers = flags.serviceAccountIssuer.length === 0 ? [defaultIssuer] : flags.serviceAccountIssuer;
  const [issuer = defaultIssuer] = issuers;
  checkIssuers(issuers);
  const audiences = flags.apiAudiences.length === 0 ? issuers : flags.apiAudiences;
  const maxExpirationSeconds = maxExpirationOf(flags);
  const key = await signingKey(options);
  const keys = unique([key, ...(await verificationKeys(flags))]);
  return {
    issuers,
    audiences,
    secretToken: createLegacyTokenIssuer({ dialect, key }),
    tokens: {
      issuer: createTokenIssuer({
        dialect,
        clock,
        issuer,
        key,
        randomUid: randomUUID,
        apiAudiences: audiences,
        extendExpiration: flags.serviceAccountExtendTokenExpiration,
        ...(maxExpirationSeconds === undefined ? {} : { maxExpirationSeconds }),
      }),
      ...discoveryOf(options, issuer, keys),
    },
    verifier: (objects) =>
      serviceAccountVerifier({
        dialect,
        clock,
        issuers,
        keys,
        apiAudiences: audiences,
        onToken: options.metrics.serviceAccountToken,
        onLegacyToken: objects.recordUse,
        ...(flags.serviceAccountLookup ? { objects } : {}),
      }),
  };
}

async function signingKey({ flags, pkiDir }: ServiceAccountOptions): Promise<SigningKey> {
  const { serviceAccountSigningKeyFile: keyFile } = flags;
  if (keyFile !== undefined) {
    const flag = "--service-account-signing-key-file";
    return parsed(flag, keyFile, parseSigningKey(await readFlagFile(flag, keyFile)));
  }
  const path = join(pkiDir, "service-accounts.key");
  const text = await readOrCreate(path, () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  });
  return parsed("the key of service accounts", path, parseSigningKey(text));
}

async function verificationKeys(flags: ServiceAccountFlags): Promise<readonly VerificationKey[]> {
  const flag = "--service-account-key-file";
  const read = async (path: string): Promise<readonly VerificationKey[]> =>
    parsed(flag, path, parseVerificationKeys(await readFlagFile(flag, path)));
  const { serviceAccountKeyFile: files, tlsPrivateKeyFile: own } = flags;
  if (files.length > 0) return (await Promise.all(files.map(read))).flat();
  if (own === undefined) return [];
  // The server's own key verifies where no other was given, and where it is of a kind that can.
  const result = parseVerificationKeys(await readFlagFile("--tls-private-key-file", own));
  return result.ok ? result.keys : [];
}

function parsed<K>(flag: string, path: string, result: KeysResult<K>): K {
  if (!result.ok) throw new StartupError(`${flag}: ${path}: ${result.message}`);
  return result.keys;
}

function unique(keys: readonly VerificationKey[]): readonly VerificationKey[] {
  return [...new Map(keys.map((k) => [k.id, k])).values()];
}

/** @throws {StartupError} */
function checkIssuers(issuers: readonly string[]): void {
  for (const issuer of issuers) {
    if (issuer === "") throw new StartupError("--service-account-issuer: it must not be empty");
    if (issuer.includes(":") && !URL.canParse(issuer))
      throw new StartupError(`--service-account-issuer: ${quote(issuer)} has a ':' but is no URL`);
  }
  if (new Set(issuers).size < issuers.length)
    throw new StartupError("--service-account-issuer: one of them is given twice");
}

function maxExpirationOf({ serviceAccountMaxTokenExpiration: ms }: ServiceAccountFlags): number | undefined {
  if (ms === 0) return undefined;
  const seconds = Math.floor(ms / 1000);
  if (seconds < hour || seconds > mostSeconds)
    throw new StartupError(
      `--service-account-max-token-expiration: ${seconds}s is not between 1 hour and 2^32 seconds`,
    );
  return seconds;
}

/** Only an issuer that is an https URL can be looked up by others. */
function discoveryOf(
  { flags, log, serverUrl }: ServiceAccountOptions,
  issuer: string,
  keys: readonly VerificationKey[],
): Pick<ServiceAccountTokens, "discovery"> {
  const jwksUri = flags.serviceAccountJwksUri;
  if (jwksUri !== undefined && !isHttps(jwksUri))
    throw new StartupError(`--service-account-jwks-uri: ${quote(jwksUri)} must be an https URL`);
  if (!isHttps(issuer)) {
    log.info("keys of service accounts are not published, since the issuer is no https URL", { issuer });
    return {};
  }
  let created: ReturnType<typeof issuerDiscovery> | undefined;
  const discovery = () =>
    (created ??= issuerDiscovery({ issuer, keys, keySetUrl: jwksUri ?? `${serverUrl()}/openid/v1/jwks` }));
  return { discovery };
}

function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === "https:";
}
