import { quote } from "@svc/base";
import { type Program, toPlain } from "@svc/cel";
import type { User } from "../authenticator.ts";
import type { CompiledJwt, CompiledRule } from "./compile.ts";
import type { PrefixedClaim } from "./config.ts";

/** Limits of one expression: tokens come from clients and may be long. */
const maxCost = 1_000_000;

/** Claims of a token. */
export type Claims = Readonly<Record<string, unknown>>;

/** The claims of a token do not yield a user. */
class ClaimProblem extends Error {
  override readonly name = "ClaimProblem";
}

/**
 * The user of a token's claims, or why it has none.
 *
 * @param credentialId the key of `extra` that identifies the token
 */
export function userFromClaims(jwt: CompiledJwt, claims: Claims, credentialId: string): User | string {
  try {
    const { uid, groups } = jwt.config.claimMappings;
    const user: User = {
      name: usernameOf(jwt, claims),
      groups: groupsOf(jwt.groups, groups, claims),
      uid:
        jwt.uid === undefined
          ? plainUid(uid.claim, claims)
          : text(evaluate(jwt.uid, { claims }, "uid claim expression"), "uid claim expression"),
      extra: { ...extraOf(jwt, claims), ...tokenIdOf(claims, credentialId) },
    };
    checkClaims(jwt, claims);
    checkUser(jwt.userRules, user);
    return user;
  } catch (error) {
    if (error instanceof ClaimProblem) return error.message;
    throw error;
  }
}

function usernameOf({ config, username: program }: CompiledJwt, claims: Claims): string {
  const { claim, prefix = "" } = config.claimMappings.username;
  const name =
    program === undefined
      ? textClaim(claims, claim, "username")
      : text(evaluate(program, { claims }, "username claim expression"), "username claim expression");
  if (program === undefined && claim === "email") checkVerified(claims);
  if (prefix + name === "")
    throw new ClaimProblem(
      program === undefined ? "empty username" : "empty username via CEL expression is not allowed",
    );
  return prefix + name;
}

/** Refuses an email that the issuer marks as not verified. */
function checkVerified(claims: Claims): void {
  const { email_verified: verified } = claims;
  if (verified === undefined) return;
  if (typeof verified !== "boolean")
    throw new ClaimProblem("parse 'email_verified' claim: it is neither true nor false");
  if (!verified) throw new ClaimProblem("email not verified");
}

function groupsOf(
  program: Program | undefined,
  { claim, prefix = "" }: PrefixedClaim,
  claims: Claims,
): readonly string[] {
  if (program !== undefined)
    return texts(evaluate(program, { claims }, "group claim expression"), "group claim expression");
  const value = claim === "" ? undefined : claims[claim];
  if (value === undefined || value === null) return [];
  const groups = typeof value === "string" ? [value] : value;
  if (!Array.isArray(groups) || !groups.every((g): g is string => typeof g === "string"))
    throw new ClaimProblem(`parse groups claim ${quote(claim)}: it is no list of text`);
  return groups.map((group) => prefix + group);
}

function plainUid(claim: string, claims: Claims): string {
  return claim === "" ? "" : textClaim(claims, claim, "uid");
}

function extraOf({ extra }: CompiledJwt, claims: Claims): User["extra"] {
  const found = extra.map(({ key, program }) => {
    const what = `extra claim expression: ${program.source}`;
    return [key, texts(evaluate(program, { claims }, what), what)] as const;
  });
  return Object.fromEntries(found.filter(([, values]) => values.length > 0));
}

function tokenIdOf({ jti }: Claims, credentialId: string): User["extra"] {
  return typeof jti === "string" && jti !== "" ? { [credentialId]: [`JTI=${jti}`] } : {};
}

function checkClaims({ config, claimRules }: CompiledJwt, claims: Claims): void {
  for (const { claim, requiredValue } of config.claimValidationRules) {
    if (claim === "") continue;
    if (!Object.hasOwn(claims, claim)) throw new ClaimProblem(`required claim ${claim} not present in ID token`);
    const value = claims[claim];
    if (typeof value !== "string") throw new ClaimProblem(`parse claim ${claim}: it is no text`);
    if (value !== requiredValue)
      throw new ClaimProblem(`required claim ${claim} value does not match. Got = ${value}, want = ${requiredValue}`);
  }
  checkRules(claimRules, { claims }, "claim validation expression");
}

function checkUser(rules: readonly CompiledRule[], { name, ...rest }: User): void {
  checkRules(rules, { user: { username: name, ...rest } }, "user info validation rule");
}

function checkRules(rules: readonly CompiledRule[], vars: Readonly<Record<string, unknown>>, what: string): void {
  for (const { program, source, message } of rules) {
    if (evaluate(program, vars, what) === true) continue;
    const why = message === "" ? "" : `: ${message}`;
    throw new ClaimProblem(`error evaluating ${what}: validation expression '${source}' failed${why}`);
  }
}

function evaluate(program: Program, vars: Readonly<Record<string, unknown>>, what: string): unknown {
  const result = program.evaluate(vars, { budget: maxCost });
  if (result.ok) return toPlain(result.value);
  throw new ClaimProblem(
    `error evaluating ${what}: expression '${program.source}' resulted in error: ${result.error.message}`,
  );
}

function textClaim(claims: Claims, claim: string, what: string): string {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (value === undefined) throw new ClaimProblem(`parse ${what} claims ${quote(claim)}: claim not present`);
  if (typeof value !== "string") throw new ClaimProblem(`parse ${what} claims ${quote(claim)}: it is no text`);
  return value;
}

function text(value: unknown, what: string): string {
  if (typeof value === "string") return value;
  throw new ClaimProblem(`error evaluating ${what}: expression must return a string`);
}

/** Reads a text or a list of texts; empty for null and empty values. */
function texts(value: unknown, what: string): readonly string[] {
  if (value === null || value === "") return [];
  if (typeof value === "string") return [value];
  if (Array.isArray(value) && value.every((v): v is string => typeof v === "string"))
    return value.filter((v) => v !== "");
  throw new ClaimProblem(`error evaluating ${what}: expression must return a string or a list of strings`);
}
