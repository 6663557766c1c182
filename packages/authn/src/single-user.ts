import { anObject, checkArgument } from "@svc/base/check";
import { type Authenticator, completeUser, type UserInfo } from "./authenticator.ts";

/**
 * Takes every request for one of the same user, whatever its credentials: for tests, and for
 * programs that only one user can reach.
 * @throws {TypeError} for a wrong argument
 */
export function singleUser(info: UserInfo): Authenticator {
  checkArgument("singleUser: info", info, anObject);
  const result = { kind: "authenticated", user: completeUser(info) } as const;
  return { authenticate: () => result };
}
