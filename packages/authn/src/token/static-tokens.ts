import type { AuthenticationResult, UserInfo } from "../authenticator.ts";
import { createDigest } from "./digest.ts";
import { notForAudiences } from "./for-audiences.ts";
import type { TokenVerifier } from "./token-verifier.ts";

const absent: AuthenticationResult = { kind: "absent" };

/**
 * Knows the tokens of some users, which name no audience: `forAudiences` gives them some. They are
 * kept as keyed digests, so that how long a comparison takes tells nothing about them.
 *
 * @param users by token
 */
export function staticTokens(users: Iterable<readonly [string, UserInfo]>): TokenVerifier {
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
  return {
    verify: (token, { audiences }) => {
      const found = find(token);
      if (found === undefined) return absent;
      return audiences.length === 0 ? found : notForAudiences(audiences);
    },
  };
}
