import { type AuthenticationResult, reasonsOf, rejectedBy } from "../authenticator.ts";

/** Options of a verification. */
export interface VerifyOptions {
  /** Required audiences of the token; empty for any. */
  readonly audiences: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Finds the user of a token, without a request around it. Tokens of other verifiers are absent. */
export interface TokenVerifier {
  verify(token: string, options: VerifyOptions): AuthenticationResult | Promise<AuthenticationResult>;
}

/** Tries verifiers in order, like the union of authenticators. */
export function unionVerifier(verifiers: readonly TokenVerifier[]): TokenVerifier {
  const verifyFrom = (
    first: number,
    token: string,
    options: VerifyOptions,
    reasons: readonly string[],
  ): AuthenticationResult | Promise<AuthenticationResult> => {
    let rejections = reasons;
    for (let i = first; i < verifiers.length; i++) {
      const result = verifiers[i]?.verify(token, options);
      if (result instanceof Promise) {
        const before = rejections;
        return result.then((r) =>
          r.kind === "authenticated" ? r : verifyFrom(i + 1, token, options, withReason(before, r)),
        );
      }
      if (result?.kind === "authenticated") return result;
      if (result !== undefined) rejections = withReason(rejections, result);
    }
    return rejections.length === 0 ? { kind: "absent" } : rejectedBy(rejections);
  };
  return { verify: (token, options) => verifyFrom(0, token, options, []) };
}

function withReason(reasons: readonly string[], result: AuthenticationResult): readonly string[] {
  return result.kind === "rejected" ? [...reasons, ...reasonsOf(result)] : reasons;
}
