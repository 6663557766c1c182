import { type Clock, systemClock } from "@svc/base";
import { aClock, aNonNegativeNumber, aString, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import { hasReason, parseTime } from "@svc/meta";
import type { Client } from "../client/client.ts";
import type { AnyObject } from "../client/objects.ts";
import { bearer, type Credential, type Credentials } from "../transport/credentials.ts";

/** Options of service account credentials. */
export interface ServiceAccountOptions {
  /** Client that is authorized to request tokens and to create the account. */
  readonly client: Client;
  readonly namespace: string;
  readonly name: string;
  /** @default systemClock */
  readonly clock?: Clock;
  /** Requested lifetime of the tokens. @default one hour */
  readonly lifetimeMs?: number;
}

interface TokenRequest extends AnyObject {
  readonly spec: { readonly audiences: readonly string[]; readonly expirationSeconds: number };
  readonly status?: { readonly token: string; readonly expirationTimestamp: string };
}

/** Fraction of the lifetime after which a token is renewed. */
const usedPart = 0.8;

const serviceAccountOptions = optionsOf<ServiceAccountOptions>({
  client: withMethods("a Client of @svc/client", "resource", "close"),
  namespace: aString,
  name: aString,
  clock: optional(aClock),
  lifetimeMs: optional(aNonNegativeNumber),
});

/**
 * Creates credentials with tokens of a service account, which are renewed before they expire. The
 * account is created if it doesn't exist.
 * @throws {TypeError} for a wrong argument
 */
export function serviceAccountCredentials(options: ServiceAccountOptions): Credentials {
  checkArgument("serviceAccountCredentials: options", options, serviceAccountOptions);
  const { clock = systemClock } = options;
  let known: { readonly credential: Credential; readonly untilMs: number } | undefined;
  let pending: Promise<Credential> | undefined;
  const renew = async (): Promise<Credential> => {
    const begunMs = clock.now();
    const { token, expirationTimestamp } = await requestToken(options);
    const expiry = parseTime(expirationTimestamp);
    if (expiry === undefined) throw new Error("the server gave a token with an expiration that is no time");
    const credential = { headers: bearer(token) };
    known = { credential, untilMs: begunMs + (expiry.seconds * 1000 - begunMs) * usedPart };
    return credential;
  };
  return {
    current: () => {
      if (known !== undefined && clock.now() < known.untilMs) return known.credential;
      pending ??= renew().finally(() => {
        pending = undefined;
      });
      return pending;
    },
    rejected: (credential) => {
      if (known?.credential === credential) known = undefined;
      return true;
    },
  };
}

async function requestToken(options: ServiceAccountOptions): Promise<NonNullable<TokenRequest["status"]>> {
  const { client, namespace, name, lifetimeMs = 3_600_000 } = options;
  const accounts = client.resource({
    group: "",
    version: "v1",
    resource: "serviceaccounts",
    kind: "ServiceAccount",
    namespace,
  });
  const body: TokenRequest = {
    apiVersion: client.dialect.expand("authentication.{api}/v1"),
    kind: "TokenRequest",
    spec: { audiences: [], expirationSeconds: Math.floor(lifetimeMs / 1000) },
  };
  const request = async (): Promise<TokenRequest> => accounts.subresource<TokenRequest>("token").create(name, body);
  const { status } = await request().catch(async (error: unknown) => {
    if (!hasReason(error, "NotFound")) throw error;
    await accounts.create({ metadata: { name } }).catch((failure: unknown) => {
      // Another client has created it since the get.
      if (!hasReason(failure, "AlreadyExists")) throw failure;
    });
    return request();
  });
  if (status === undefined) throw new Error(`the server gave no token for the service account ${namespace}/${name}`);
  return status;
}
