import { aFunction, anObject, checkArgument, either } from "@svc/base/check";
import type { AuthenticationRequest, AuthenticationResult, Authenticator, User } from "./authenticator.ts";
import { anAuthenticator } from "./expected.ts";
import { allUnauthenticated, anonymousName } from "./groups.ts";

/** Options of `withAnonymous`. */
export interface AnonymousOptions {
  /** @default true */
  readonly enabled?: boolean;
  /**
   * The only paths for anonymous requests, compared exactly.
   * @default all
   */
  readonly paths?: readonly string[];
}

const anonymousUser: User = { name: anonymousName, uid: "", groups: [allUnauthenticated], extra: {} };

const expectedOptions = either(anObject, aFunction);

const expectedAuthenticator = anAuthenticator;

/**
 * Authenticates a request without credentials as `system:anonymous`; one with invalid credentials
 * stays rejected. Wrap it around all other authenticators.
 *
 * @param options or a function that returns them, called for each request: they may change
 * @throws {TypeError} for a wrong argument
 */
export function withAnonymous(
  authenticator: Authenticator,
  options: AnonymousOptions | (() => AnonymousOptions) = {},
): Authenticator {
  checkArgument("withAnonymous: authenticator", authenticator, expectedAuthenticator);
  checkArgument("withAnonymous: options", options, expectedOptions);
  const current = typeof options === "function" ? options : () => options;
  const settle = ({ path, audiences }: AuthenticationRequest, result: AuthenticationResult): AuthenticationResult => {
    if (result.kind !== "absent") return result;
    const { enabled = true, paths } = current();
    if (!enabled || paths?.includes(path) === false) return result;
    const { warnings } = result;
    return {
      kind: "authenticated",
      user: anonymousUser,
      // A client without credentials is meant for every audience.
      ...(audiences === undefined ? {} : { audiences }),
      ...(warnings === undefined ? {} : { warnings }),
    };
  };
  return {
    authenticate: (request) => {
      const result = authenticator.authenticate(request);
      return result instanceof Promise ? result.then((r) => settle(request, r)) : settle(request, result);
    },
  };
}
