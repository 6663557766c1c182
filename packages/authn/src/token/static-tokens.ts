import type { AuthenticationResult, User } from "../authenticator.ts";
import { createDigest } from "./digest.ts";
import type { TokenVerifier } from "./token-verifier.ts";

const absent: AuthenticationResult = { kind: "absent" };

/**
 * Knows the tokens of some users. They are kept as keyed digests, so that how long a comparison
 * takes tells nothing about them.
 *
 * @param users by token
 */
export function staticTokens(users: Iterable<readonly [string, User]>): TokenVerifier {
  const digest = createDigest();
  const known = new Map<string, AuthenticationResult>();
  // How long tokens are is no secret, and most that are another's matter are of another length.
  const lengths = new Set<number>();
  for (const [token, user] of users) {
    known.set(digest(token), { kind: "authenticated", user });
    lengths.add(token.length);
  }
  const find = (token: string): AuthenticationResult | undefined =>
    lengths.has(token.length) ? known.get(digest(token)) : undefined;
  return { verify: (token) => find(token) ?? absent };
}
