import { aString, checkArgument, listOf } from "@svc/base/check";
import type { AuthenticationResult } from "../authenticator.ts";
import { aTokenVerifier } from "../expected.ts";
import { anyAudience, type TokenVerifier } from "./token-verifier.ts";

const absent: AuthenticationResult = { kind: "absent" };

const expectedAudiences = listOf(aString);

const expectedVerifier = aTokenVerifier;

/**
 * A verifier for tokens that name no audience, such as static tokens: each of them is valid for the
 * given audiences. For a request with other audiences the token counts as absent.
 *
 * @param audiences of the API server
 * @throws {TypeError} for a wrong argument
 */
export function forAudiences(verifier: TokenVerifier, audiences: readonly string[]): TokenVerifier {
  checkArgument("forAudiences: verifier", verifier, expectedVerifier);
  checkArgument("forAudiences: audiences", audiences, expectedAudiences);
  return {
    verify: (token, question = anyAudience) => {
      const requested = question.audiences;
      if (requested.length === 0) return verifier.verify(token, question);
      const both = requested.filter((audience) => audiences.includes(audience));
      if (both.length === 0) return absent;
      const withBoth = (result: AuthenticationResult): AuthenticationResult =>
        result.kind === "authenticated" ? { ...result, audiences: both } : result;
      const result = verifier.verify(token, { audiences: [], signal: question.signal });
      return result instanceof Promise ? result.then(withBoth) : withBoth(result);
    },
  };
}

/** The result for required audiences that a verifier's tokens don't name. */
export function notForAudiences(requested: readonly string[], own: readonly string[] = []): AuthenticationResult {
  const list = (values: readonly string[]): string => `[${values.map((value) => JSON.stringify(value)).join(" ")}]`;
  return {
    kind: "rejected",
    reason: `token audiences ${list(own)} is invalid for the target audiences ${list(requested)}`,
  };
}
