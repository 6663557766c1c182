import { checkArgument, listOf } from "@svc/base/check";
import { type AuthenticationResult, reasonsOf, rejectedBy } from "../authenticator.ts";
import { aTokenVerifier } from "../expected.ts";

/** Options of a verification. */
export interface VerifyOptions {
  /** Required audiences of the token; empty for any. */
  readonly audiences: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** For any audience: what verifiers assume where JavaScript gives no options. */
export const anyAudience: VerifyOptions = { audiences: [] };

/** Finds the user of a token, without a request around it. Tokens of other verifiers are absent. */
export interface TokenVerifier {
  verify(token: string, options: VerifyOptions): AuthenticationResult | Promise<AuthenticationResult>;
}

/** The next verifier to try, and the reasons of earlier ones. */
interface Progress {
  readonly next: number;
  readonly rejections: readonly string[];
}

const start: Progress = { next: 0, rejections: [] };

const expectedVerifiers = listOf(aTokenVerifier);

/**
 * Tries verifiers in order, like the union of authenticators.
 * @throws {TypeError} for a wrong argument
 */
export function unionVerifier(verifiers: readonly TokenVerifier[]): TokenVerifier {
  checkArgument("unionVerifier: verifiers", verifiers, expectedVerifiers);
  const verifyFrom = (
    token: string,
    options: VerifyOptions,
    { next, rejections: earlier }: Progress,
  ): AuthenticationResult | Promise<AuthenticationResult> => {
    let rejections = earlier;
    for (let i = next; i < verifiers.length; i++) {
      const result = verifiers[i]?.verify(token, options);
      if (result instanceof Promise) {
        const before = rejections;
        return result.then((r) =>
          r.kind === "authenticated"
            ? r
            : verifyFrom(token, options, { next: i + 1, rejections: withReason(before, r) }),
        );
      }
      if (result?.kind === "authenticated") return result;
      if (result !== undefined) rejections = withReason(rejections, result);
    }
    return rejections.length === 0 ? { kind: "absent" } : rejectedBy(rejections);
  };
  return { verify: (token, options = anyAudience) => verifyFrom(token, options, start) };
}

function withReason(reasons: readonly string[], result: AuthenticationResult): readonly string[] {
  return result.kind === "rejected" ? [...reasons, ...reasonsOf(result)] : reasons;
}
