import { type AuthenticationResult, reasonsOf, rejectedBy } from "../authenticator.ts";

export interface TokenQuestion {
  /** For whom the token must be made. Empty when nobody cares. */
  readonly audiences: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Knows whose a token is, without a request around it. Absent is the answer to tokens that are another's matter. */
export interface TokenVerifier {
  verify(token: string, question: TokenQuestion): AuthenticationResult | Promise<AuthenticationResult>;
}

/** Asks one after another, as the union of authenticators does. */
export function unionVerifier(verifiers: readonly TokenVerifier[]): TokenVerifier {
  const from = (
    first: number,
    token: string,
    question: TokenQuestion,
    reasons: readonly string[],
  ): AuthenticationResult | Promise<AuthenticationResult> => {
    let told = reasons;
    for (let i = first; i < verifiers.length; i++) {
      const result = verifiers[i]?.verify(token, question);
      if (result instanceof Promise) {
        const before = told;
        return result.then((r) =>
          r.kind === "authenticated" ? r : from(i + 1, token, question, withReason(before, r)),
        );
      }
      if (result?.kind === "authenticated") return result;
      if (result !== undefined) told = withReason(told, result);
    }
    return told.length === 0 ? { kind: "absent" } : rejectedBy(told);
  };
  return { verify: (token, question) => from(0, token, question, []) };
}

function withReason(reasons: readonly string[], result: AuthenticationResult): readonly string[] {
  return result.kind === "rejected" ? [...reasons, ...reasonsOf(result)] : reasons;
}
