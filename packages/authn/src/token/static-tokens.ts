import { anIterable, checkArgument } from "@svc/base/check";
import type { AuthenticationResult, UserInfo } from "../authenticator.ts";
import { createDigest } from "./digest.ts";
import { notForAudiences } from "./for-audiences.ts";
import { anyAudience, type TokenVerifier } from "./token-verifier.ts";

const absent: AuthenticationResult = { kind: "absent" };

/**
 * Verifies a fixed set of tokens, which name no audience: `forAudiences` adds some. Tokens are kept
 * as keyed digests, so that the time of a comparison reveals nothing.
 *
 * @param users by token
 * @throws {TypeError} for a wrong argument
 */
export function staticTokens(users: Iterable<readonly [string, UserInfo]>): TokenVerifier {
  checkArgument("staticTokens: users", users, anIterable);
  const digest = createDigest();
  const known = new Map<string, AuthenticationResult>();
  // The length of tokens is no secret, and most tokens of other verifiers have another length.
  const lengths = new Set<number>();
  for (const [token, user] of users) {
    known.set(digest(token), { kind: "authenticated", user });
    lengths.add(token.length);
  }
  const find = (token: string): AuthenticationResult | undefined =>
    lengths.has(token.length) ? known.get(digest(token)) : undefined;
  return {
    verify: (token, { audiences } = anyAudience) => {
      const found = find(token);
      if (found === undefined) return absent;
      return audiences.length === 0 ? found : notForAudiences(audiences);
    },
  };
}
