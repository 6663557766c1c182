import {
  type AuthenticationRequest,
  type AuthenticationResult,
  type Authenticator,
  reasonsOf,
  rejectedBy,
} from "./authenticator.ts";

/**
 * Asks one after another; the first that knows who it is decides. One that rejects does not stop the others, since a credential may be
 * for one that comes later; when nobody accepts, and anybody rejected, the whole is rejected.
 */
export function unionAuthenticator(authenticators: readonly Authenticator[]): Authenticator {
  const [only] = authenticators;
  if (authenticators.length === 1 && only !== undefined) return only;
  return { authenticate: (request) => ask(authenticators, request, nothingYet, 0) };
}

interface Soundings {
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

const nothingYet: Soundings = { reasons: [], warnings: [] };

function ask(
  authenticators: readonly Authenticator[],
  request: AuthenticationRequest,
  soFar: Soundings,
  first: number,
): AuthenticationResult | Promise<AuthenticationResult> {
  let soundings = soFar;
  for (let i = first; i < authenticators.length; i++) {
    const result = authenticators[i]?.authenticate(request);
    if (result instanceof Promise) {
      const before = soundings;
      return result.then((r) =>
        r.kind === "authenticated" ? r : ask(authenticators, request, withResult(before, r), i + 1),
      );
    }
    if (result?.kind === "authenticated") return result;
    if (result !== undefined) soundings = withResult(soundings, result);
  }
  const { reasons, warnings } = soundings;
  if (reasons.length > 0) return rejectedBy(reasons);
  return warnings.length === 0 ? absent : { kind: "absent", warnings };
}

const absent: AuthenticationResult = { kind: "absent" };

function withResult(
  { reasons, warnings }: Soundings,
  result: Exclude<AuthenticationResult, { kind: "authenticated" }>,
): Soundings {
  if (result.kind === "rejected") return { reasons: [...reasons, ...reasonsOf(result)], warnings };
  return result.warnings === undefined
    ? { reasons, warnings }
    : { reasons, warnings: [...warnings, ...result.warnings] };
}
