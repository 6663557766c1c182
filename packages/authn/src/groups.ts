import { checkArgument } from "@svc/base/check";
import { type AuthenticationResult, type Authenticator, completeUser, type User } from "./authenticator.ts";
import { anAuthenticator } from "./expected.ts";

const allAuthenticated = "system:authenticated";
/** Group of unauthenticated requests. */
export const allUnauthenticated = "system:unauthenticated";
/** Name of the anonymous user. */
export const anonymousName = "system:anonymous";

const expectedAuthenticator = anAuthenticator;

/**
 * Adds the group `system:authenticated` to every authenticated user. The same user results in the
 * same object, so that caches by user stay valid.
 * @throws {TypeError} for a wrong argument
 */
export function withAuthenticatedGroup(authenticator: Authenticator): Authenticator {
  checkArgument("withAuthenticatedGroup: authenticator", authenticator, expectedAuthenticator);
  const known = new WeakMap<User, User>();
  const add = (result: AuthenticationResult): AuthenticationResult => {
    if (result.kind !== "authenticated") return result;
    const user = completeUser(result.user);
    if (user.name === anonymousName || user.groups.includes(allAuthenticated)) return result;
    if (user.groups.includes(allUnauthenticated)) return result;
    let member = known.get(user);
    if (member === undefined) known.set(user, (member = { ...user, groups: [...user.groups, allAuthenticated] }));
    return { ...result, user: member };
  };
  return {
    authenticate: (request) => {
      const result = authenticator.authenticate(request);
      return result instanceof Promise ? result.then(add) : add(result);
    },
  };
}
