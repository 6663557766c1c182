import type { Clock } from "@svc/base";
import {
  aClock,
  aFunction,
  aNonNegativeNumber,
  anObject,
  aString,
  checkArgument,
  listOf,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { type ApiObject, aDialect, type Dialect } from "@svc/meta";
import type { AuthenticationResult, User } from "../authenticator.ts";
import { createDigestCache } from "../token/digest-cache.ts";
import { loadJose } from "../token/jose.ts";
import { decodeUnverified, type UnverifiedToken } from "../token/jwt.ts";
import { anyAudience, type TokenVerifier, type VerifyOptions } from "../token/token-verifier.ts";
import { createBoundObjectLookup, type LookupResult } from "./bound-object-lookup.ts";
import { claimNames, readClaims, type ServiceAccountClaims } from "./claims.ts";
import type { VerificationKey } from "./keys.ts";
import type { BoundObjects } from "./objects.ts";

/**
 * Tokens from secrets are `legacy-auto` if the service account lists the secret, `legacy-invalid`
 * if the secret is marked invalid, otherwise `legacy-manual`. Other tokens are `stale` if they live
 * longer than they should because their clients do not renew them.
 */
export type ServiceAccountTokenKind = "valid" | "stale" | "legacy-manual" | "legacy-auto" | "legacy-invalid";

/** Options of `serviceAccountVerifier`. */
export interface ServiceAccountVerifierOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** Accepted issuers; tokens of others are absent. */
  readonly issuers: readonly string[];
  readonly keys: readonly VerificationKey[];
  /** Audiences of tokens without audiences. */
  readonly apiAudiences: readonly string[];
  /**
   * Reads the objects that tokens are bound to. Undefined: a token is valid until it expires, even
   * if its object was deleted.
   */
  readonly objects?: BoundObjects;
  /**
   * Called for each accepted token, and for tokens of secrets that are marked invalid.
   * @default nothing happens
   */
  readonly onToken?: (kind: ServiceAccountTokenKind) => void;
  /** Called after the use of a token from a secret. */
  readonly onLegacyToken?: (secret: ApiObject) => void;
  /**
   * Most tokens with a cached signature check.
   * @default 10,000
   */
  readonly maxCachedTokens?: number;
}

/** Tolerated clock skew. */
const leewaySeconds = 60;

/** Verified claims and their user; independent of time. */
interface VerifiedToken {
  readonly claims: ServiceAccountClaims;
  readonly user: User;
}

const serviceAccountVerifierOptions = optionsOf<ServiceAccountVerifierOptions>({
  dialect: aDialect,
  clock: aClock,
  issuers: listOf(aString),
  keys: listOf(anObject),
  apiAudiences: listOf(aString),
  objects: optional(withMethods("a BoundObjects of @svc/authn", "get")),
  onToken: optional(aFunction),
  onLegacyToken: optional(aFunction),
  maxCachedTokens: optional(aNonNegativeNumber),
});

/**
 * Verifies service account tokens. Signatures are checked once; times, audiences and bound objects
 * each time, so that a deletion takes effect immediately.
 * @throws {TypeError} for a wrong argument
 */
export function serviceAccountVerifier(options: ServiceAccountVerifierOptions): TokenVerifier {
  checkArgument("serviceAccountVerifier: options", options, serviceAccountVerifierOptions);
  const { dialect, clock, apiAudiences, objects, keys } = options;
  const names = claimNames(dialect);
  const issuers = new Set(options.issuers);
  const staleTokenKey = dialect.expand("authentication.{api}/stale-token");
  const verified = createDigestCache<VerifiedToken>(options.maxCachedTokens ?? 10_000);
  const lookUp = objects === undefined ? undefined : createBoundObjectLookup(objects, dialect);

  const checkClaims = (
    token: string,
    known: VerifiedToken,
    verifyOptions: VerifyOptions,
  ): ReturnType<TokenVerifier["verify"]> => {
    const { claims, user } = known;
    const nowMs = clock.now();
    const audiences = acceptedAudiences(claims, apiAudiences, verifyOptions.audiences);
    const problem = timeProblem(claims, nowMs / 1000) ?? (typeof audiences === "string" ? audiences : undefined);
    if (problem !== undefined || typeof audiences === "string") return { kind: "rejected", reason: problem ?? "" };
    const resultOf = ({ problem: lookupProblem, isMarked, warning, secret }: LookupResult): AuthenticationResult => {
      if (isMarked === true) options.onToken?.("legacy-invalid");
      if (lookupProblem !== undefined) return { kind: "rejected", reason: lookupProblem };
      if (secret !== undefined) options.onLegacyToken?.(secret);
      const staleToken = staleTokenText(claims, user, nowMs / 1000);
      const legacy = warning === undefined ? "legacy-manual" : "legacy-auto";
      options.onToken?.(claims.legacy ? legacy : staleToken === undefined ? "valid" : "stale");
      return {
        kind: "authenticated",
        user,
        audiences,
        ...(warning === undefined ? {} : { warnings: [warning] }),
        ...(staleToken === undefined ? {} : { annotations: { [staleTokenKey]: staleToken } }),
      };
    };
    const lookup = lookUp?.({ token, claims, nowMs }) ?? {};
    return lookup instanceof Promise ? lookup.then(resultOf) : resultOf(lookup);
  };

  return {
    verify: (token, verifyOptions = anyAudience) => {
      const known = verified.get(token);
      if (known !== undefined) return checkClaims(token, known, verifyOptions);
      const peeked = decodeUnverified(token);
      if (peeked === undefined || !encodedSignature.test(token)) return { kind: "absent" };
      const issuer = peeked.payload["iss"];
      const legacy = issuer === names.legacyIssuer;
      if (typeof issuer !== "string" || (!legacy && !issuers.has(issuer))) return { kind: "absent" };
      return signatureProblem(keys, token, peeked).then((problem) => {
        if (problem !== undefined) return { kind: "rejected", reason: problem };
        const claims = readClaims(peeked.payload, names, legacy);
        if (typeof claims === "string") return { kind: "rejected", reason: claims };
        const found = { claims, user: userOf(claims, dialect) };
        verified.set(token, found);
        return checkClaims(token, found, verifyOptions);
      });
    },
  };
}

/** Clients of the original read these words in token reviews. */
const badSignature = "go-jose/go-jose: error in cryptographic primitive";

/** The part behind the last dot. */
const encodedSignature = /\.[A-Za-z0-9_-]*$/;

/**
 * Returns undefined if one of the keys signed a token, otherwise the problem. A key has one
 * algorithm.
 */
async function signatureProblem(
  keys: readonly VerificationKey[],
  token: string,
  { header: { kid } }: UnverifiedToken,
): Promise<string | undefined> {
  const named = kid === undefined || kid === "" ? keys : keys.filter(({ id }) => id === kid);
  if (named.length === 0) return "invalid signature, no keys found";
  const { compactVerify, errors } = await loadJose();
  for (const { key, algorithm } of named) {
    try {
      await compactVerify(token, key, { algorithms: [algorithm] });
      return undefined;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return badSignature;
}

function timeProblem({ expires, notBefore, issued }: ServiceAccountClaims, now: number): string | undefined {
  if (notBefore !== undefined && now + leewaySeconds < notBefore) return "service account token is not valid yet";
  if (expires !== undefined && now - leewaySeconds > expires) return "service account token has expired";
  if (issued !== undefined && now + leewaySeconds < issued) return "service account token is issued in the future";
  return undefined;
}

/** Returns the requested audiences that a token has, or the problem if it has none. */
function acceptedAudiences(
  { audiences }: ServiceAccountClaims,
  apiAudiences: readonly string[],
  requested: readonly string[],
): readonly string[] | string {
  const own = audiences === undefined || audiences.length === 0 ? apiAudiences : audiences;
  if (requested.length === 0) return own;
  const both = requested.filter((a) => own.includes(a));
  if (both.length > 0) return both;
  const list = (values: readonly string[]): string => `[${values.map((v) => JSON.stringify(v)).join(" ")}]`;
  return `token audiences ${list(own)} is invalid for the target audiences ${list(requested)}`;
}

function userOf({ namespace, serviceAccount, pod, node, tokenId }: ServiceAccountClaims, dialect: Dialect): User {
  const entries: (readonly [string, readonly string[]])[] = [];
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== "") entries.push([dialect.expand(`authentication.{labels}/${name}`), [value]]);
  };
  if (tokenId !== undefined) add("credential-id", `JTI=${tokenId}`);
  add("node-name", node?.name);
  add("node-uid", node?.uid);
  add("pod-name", pod?.name);
  add("pod-uid", pod?.uid);
  return {
    name: `system:serviceaccount:${namespace}:${serviceAccount.name}`,
    uid: serviceAccount.uid,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
    extra: Object.fromEntries(entries),
  };
}

function staleTokenText({ warnAfter }: ServiceAccountClaims, { name }: User, now: number): string | undefined {
  if (warnAfter === undefined || now <= warnAfter) return undefined;
  return `subject: ${name}, seconds after warning threshold: ${Math.floor(now - warnAfter)}`;
}
