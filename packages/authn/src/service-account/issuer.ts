import type { Clock } from "@svc/base";
import type { Dialect } from "@svc/meta";
import { CompactSign } from "jose";
import { claimNames, type ObjectClaim } from "./claims.ts";
import type { SigningKey } from "./keys.ts";

export interface TokenIssuerOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly issuer: string;
  readonly key: SigningKey;
  /** Ids of tokens. */
  readonly randomUid: () => string;
  /** Longer wishes are cut to it. @default none, but 2^32 s */
  readonly maxExpirationSeconds?: number;
  /**
   * Tokens that pods get for the server itself live a year, and say when they should have been
   * renewed.
   * @default true
   */
  readonly extendExpiration?: boolean;
  /** For whom tokens of pods must be to be extended. */
  readonly apiAudiences: readonly string[];
}

export interface TokenIssueRequest {
  readonly namespace: string;
  readonly serviceAccount: ObjectClaim;
  readonly audiences: readonly string[];
  /** 600 to 2^32 */
  readonly expirationSeconds: number;
  /** The object with which the token goes. */
  readonly bound?: { readonly kind: "pod" | "node" | "secret"; readonly object: ObjectClaim };
  /** Where a bound pod runs. The uid is left out where the node is gone. */
  readonly node?: { readonly name: string; readonly uid?: string };
}

export interface IssuedToken {
  readonly token: string;
  readonly tokenId: string;
  /** When the client must have another one; an extended token lives on. */
  readonly expiresMs: number;
}

export interface TokenIssuer {
  /** Longer wishes are cut to it. */
  readonly maxExpirationSeconds: number;
  issue(request: TokenIssueRequest): Promise<IssuedToken>;
}

/** What the libraries of pods ask for: an hour, and a few seconds that tell them from others. */
const extendableSeconds = 3607;
const extendedSeconds = 365 * 24 * 3600;
const maxSeconds = 2 ** 32;

/** Makes tokens of service accounts. */
export function createTokenIssuer(options: TokenIssuerOptions): TokenIssuer {
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
      const token = await new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: key.algorithm, kid: key.id })
        .sign(key.privateKey);
      return { token, tokenId, expiresMs: (now + lifetimeSeconds) * 1000 };
    },
  };
}
