import type { Clock } from "@svc/base";
import {
  aBoolean,
  aClock,
  aFunction,
  aNonNegativeNumber,
  anObject,
  aString,
  checkArgument,
  listOf,
  optional,
  optionsOf,
} from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import { loadJose } from "../token/jose.ts";
import { claimNames, type ObjectClaim } from "./claims.ts";
import type { SigningKey } from "./keys.ts";

/** Options of `createTokenIssuer`. */
export interface TokenIssuerOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly issuer: string;
  readonly key: SigningKey;
  /** Creates token ids. */
  readonly randomUid: () => string;
  /**
   * Longer lifetimes are reduced to it.
   * @default 2^32 s
   */
  readonly maxExpirationSeconds?: number;
  /**
   * Tokens of pods for the server itself live for a year, with a time at which they should be
   * renewed.
   * @default true
   */
  readonly extendExpiration?: boolean;
  /** Audiences whose pod tokens are extended. */
  readonly apiAudiences: readonly string[];
}

/** Request for a token. */
export interface TokenIssueRequest {
  readonly namespace: string;
  readonly serviceAccount: ObjectClaim;
  readonly audiences: readonly string[];
  /** 600 to 2^32 */
  readonly expirationSeconds: number;
  /** Object that the token is bound to. */
  readonly bound?: { readonly kind: "pod" | "node" | "secret"; readonly object: ObjectClaim };
  /** Node of a bound pod. The UID is absent if the node no longer exists. */
  readonly node?: { readonly name: string; readonly uid?: string };
}

/** An issued token. */
export interface IssuedToken {
  readonly token: string;
  readonly tokenId: string;
  /** Time by which the client must renew it; an extended token is valid longer. */
  readonly expiresMs: number;
}

/** Issues service account tokens. */
export interface TokenIssuer {
  /** Longer lifetimes are reduced to it. */
  readonly maxExpirationSeconds: number;
  issue(request: TokenIssueRequest): Promise<IssuedToken>;
}

/** Lifetime that client libraries of pods request: an hour plus a few seconds as a marker. */
const extendableSeconds = 3607;
const extendedSeconds = 365 * 24 * 3600;
const maxSeconds = 2 ** 32;

const tokenIssuerOptions = optionsOf<TokenIssuerOptions>({
  dialect: aDialect,
  clock: aClock,
  issuer: aString,
  key: anObject,
  randomUid: aFunction,
  maxExpirationSeconds: optional(aNonNegativeNumber),
  extendExpiration: optional(aBoolean),
  apiAudiences: listOf(aString),
});

/** Creates an issuer. @throws {TypeError} for a wrong argument */
export function createTokenIssuer(options: TokenIssuerOptions): TokenIssuer {
  checkArgument("createTokenIssuer: options", options, tokenIssuerOptions);
  const { dialect, clock, issuer, key, randomUid, apiAudiences, extendExpiration = true } = options;
  const maxLifetimeSeconds = options.maxExpirationSeconds ?? maxSeconds;
  const { own } = claimNames(dialect);
  return {
    maxExpirationSeconds: maxLifetimeSeconds,
    issue: async ({ namespace, serviceAccount, audiences, expirationSeconds, bound, node }) => {
      const now = Math.floor(clock.now() / 1000);
      const lifetimeSeconds = Math.min(expirationSeconds, maxLifetimeSeconds);
      const extended =
        extendExpiration &&
        lifetimeSeconds === extendableSeconds &&
        bound?.kind === "pod" &&
        audiences.every((a) => apiAudiences.includes(a));
      const tokenId = randomUid();
      const payload = {
        aud: audiences,
        exp: now + (extended ? Math.min(extendedSeconds, maxLifetimeSeconds) : lifetimeSeconds),
        iat: now,
        iss: issuer,
        jti: tokenId,
        [own]: {
          namespace,
          ...(node === undefined ? {} : { node }),
          ...(bound === undefined ? {} : { [bound.kind]: bound.object }),
          serviceaccount: serviceAccount,
          ...(extended ? { warnafter: now + lifetimeSeconds } : {}),
        },
        nbf: now,
        sub: `system:serviceaccount:${namespace}:${serviceAccount.name}`,
      };
      const { CompactSign } = await loadJose();
      const token = await new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: key.algorithm, kid: key.id })
        .sign(key.privateKey);
      return { token, tokenId, expiresMs: (now + lifetimeSeconds) * 1000 };
    },
  };
}
