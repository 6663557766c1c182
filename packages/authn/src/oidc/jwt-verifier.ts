import type { Clock, Log } from "@svc/base";
import {
  aClock,
  aFunction,
  aLog,
  aNonNegativeNumber,
  anObject,
  checkArgument,
  listOf,
  optional,
  optionsOf,
} from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import type { AuthenticationResult } from "../authenticator.ts";
import { createDigestCache } from "../token/digest-cache.ts";
import { notForAudiences } from "../token/for-audiences.ts";
import { audiencesOf, decodeUnverified } from "../token/jwt.ts";
import { anyAudience, type TokenVerifier } from "../token/token-verifier.ts";
import { type Claims, userFromClaims } from "./claims-user.ts";
import type { CompiledJwt } from "./compile.ts";
import { type IssuerConfig, signingAlgorithms } from "./config.ts";
import type { HttpsGet } from "./https-get.ts";
import { createIssuerKeys, type IssuerKeys, wellKnownUrl } from "./issuer-keys.ts";

/** Options of `jwtVerifier`. */
export interface JwtVerifierOptions {
  readonly jwt: readonly CompiledJwt[];
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the HTTPS client of an issuer, with its certificate authorities. */
  readonly httpsGetFor: (issuer: IssuerConfig) => HttpsGet;
  /**
   * Most cached tokens.
   * @default 10,000
   */
  readonly maxCachedTokens?: number;
  /**
   * Called with the duration of checking a token that was not cached.
   * @param issuer its URL
   */
  readonly observe?: (issuer: string, ok: boolean, ms: number) => void;
}

/** Tolerated clock skew for `nbf`; none for `exp`. */
const notBeforeLeewaySeconds = 60;
/** Time for which a verified signature is cached, so that revoked keys take effect. */
const cacheMs = 300_000;

interface Issuer {
  readonly jwt: CompiledJwt;
  readonly keys: IssuerKeys;
}

interface CachedResult {
  readonly claims: Claims;
  readonly result: AuthenticationResult;
  readonly untilMs: number;
}

const jwtVerifierOptions = optionsOf<JwtVerifierOptions>({
  jwt: listOf(anObject),
  dialect: aDialect,
  clock: aClock,
  log: aLog,
  httpsGetFor: aFunction,
  maxCachedTokens: optional(aNonNegativeNumber),
  observe: optional(aFunction),
});

/**
 * Verifies tokens of OpenID Connect issuers. Tokens of unknown issuers are absent.
 * @throws {TypeError} for a wrong argument
 */
export function jwtVerifier(options: JwtVerifierOptions): TokenVerifier {
  checkArgument("jwtVerifier: options", options, jwtVerifierOptions);
  const { clock, dialect } = options;
  const credentialId = dialect.expand("authentication.{labels}/credential-id");
  const issuers = new Map(options.jwt.map((jwt) => [jwt.config.issuer.url, issuerOf(jwt, options)]));
  const cache = createDigestCache<CachedResult>(options.maxCachedTokens ?? 10_000);

  const checkTimed = async (token: string, claims: Claims, issuer: Issuer): Promise<AuthenticationResult> => {
    const startMs = clock.monotonic();
    const result = await check(token, claims, issuer);
    options.observe?.(issuer.jwt.config.issuer.url, result.kind === "authenticated", clock.monotonic() - startMs);
    return result;
  };
  const check = async (token: string, claims: Claims, { jwt, keys }: Issuer): Promise<AuthenticationResult> => {
    const problem =
      (await keys.verify(token)) ??
      claimTypeProblem(claims) ??
      audienceProblem(claims, jwt.config.issuer) ??
      timeProblem(claims, clock.now());
    if (problem !== undefined) return rejected(problem);
    const user = userFromClaims(jwt, claims, credentialId);
    if (typeof user === "string") return rejected(user);
    const result: AuthenticationResult = { kind: "authenticated", user };
    cache.set(token, { claims, result, untilMs: clock.monotonic() + cacheMs });
    return result;
  };

  return {
    verify: (token, { audiences } = anyAudience) => {
      const known = cache.get(token);
      if (known !== undefined && clock.monotonic() <= known.untilMs) {
        const problem = timeProblem(known.claims, clock.now());
        return problem === undefined ? withAudiences(audiences, known.claims, known.result) : rejected(problem);
      }
      const claims = decodeUnverified(token)?.payload;
      const issuer = typeof claims?.["iss"] === "string" ? issuers.get(claims["iss"]) : undefined;
      if (claims === undefined || issuer === undefined) return { kind: "absent" };
      return checkTimed(token, claims, issuer).then((result) => withAudiences(audiences, claims, result));
    },
  };
}

function issuerOf(jwt: CompiledJwt, { clock, log, httpsGetFor }: JwtVerifierOptions): Issuer {
  const { issuer, algorithms = signingAlgorithms } = jwt.config;
  const { url, discoveryURL } = issuer;
  const discoveryUrl = discoveryURL === "" ? wellKnownUrl(url) : discoveryURL;
  return { jwt, keys: createIssuerKeys({ url, discoveryUrl, algorithms, get: httpsGetFor(issuer), clock, log }) };
}

function rejected(problem: string): AuthenticationResult {
  return { kind: "rejected", reason: `oidc: ${problem}` };
}

/** Validates the types of standard claims, whether used or not. */
function claimTypeProblem({ sub, exp }: Claims): string | undefined {
  const isText = typeof exp === "string" && secondsOf(exp) === undefined;
  const bad = sub !== undefined && typeof sub !== "string" ? "sub" : isText ? "exp" : undefined;
  return bad === undefined ? undefined : `verify token: oidc: failed to unmarshal claims: ${bad}`;
}

function audienceProblem(claims: Claims, { audiences }: IssuerConfig): string | undefined {
  const tokenAudiences = audiencesOf(claims) ?? [];
  if (tokenAudiences.some((a) => audiences.includes(a))) return undefined;
  const list = (values: readonly string[]): string => `[${values.map((v) => JSON.stringify(v)).join(" ")}]`;
  const expected = audiences.length === 1 ? JSON.stringify(audiences[0]) : `in ${list(audiences)}`;
  return `verify token: oidc: expected audience ${expected} got ${list(tokenAudiences)}`;
}

/** A token that is good, if it names one of the audiences that the question is about. */
function withAudiences(
  requested: readonly string[],
  claims: Claims,
  result: AuthenticationResult,
): AuthenticationResult {
  if (requested.length === 0 || result.kind !== "authenticated") return result;
  const own = audiencesOf(claims) ?? [];
  const audiences = requested.filter((audience) => own.includes(audience));
  return audiences.length === 0 ? notForAudiences(requested, own) : { ...result, audiences };
}

function timeProblem(claims: Claims, nowMs: number): string | undefined {
  const now = nowMs / 1000;
  const [exp, nbf] = [secondsOf(claims["exp"]), secondsOf(claims["nbf"])];
  if (exp === undefined || now >= exp) return `verify token: oidc: token is expired (Token Expiry: ${timeText(exp)})`;
  if (claims["nbf"] === undefined) return undefined;
  if (nbf === undefined || now + notBeforeLeewaySeconds < nbf)
    return `verify token: oidc: current time ${timeText(now)} before the nbf (not before) time: ${timeText(nbf)}`;
  return undefined;
}

/** A time claim, which some issuers write as text. */
function secondsOf(claim: unknown): number | undefined {
  if (typeof claim === "number") return claim;
  return typeof claim === "string" && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(claim)
    ? Number(claim)
    : undefined;
}

const lastTimeSeconds = 253_402_300_799;

/** Formats a time claim for messages; an invalid one as the zero time. */
function timeText(seconds: unknown): string {
  const isTime = typeof seconds === "number" && Math.abs(seconds) <= lastTimeSeconds;
  const text = isTime ? new Date(seconds * 1000).toISOString() : "0001-01-01T00:00:00";
  return `${text.slice(0, 19).replace("T", " ")} +0000 UTC`;
}
