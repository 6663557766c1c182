import { randomBytes } from "node:crypto";
import type { Authenticator } from "@svc/authn";
import { type Authorizer, privilegedGroup, type User, unionAuthorizer } from "@svc/authz";
import { aString, checkArgument, listOf, optional, optionsOf, recordOf } from "@svc/base/check";

/** The user that a test sends requests as. */
export interface TestUser {
  readonly name: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

const expectedUser = optionsOf<TestUser>({
  name: aString,
  uid: optional(aString),
  groups: optional(listOf(aString)),
  extra: optional(recordOf(listOf(aString))),
});

/** The user with all rights on a test server. */
export const administrator: TestUser = { name: "admin", groups: ["system:masters"] };

/** Authentication by tokens that are created for any user, and authorization. */
export interface TestAccess {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  tokenFor(user: TestUser): string;
}

/**
 * @param authorizer for users other than administrators, who have all rights. @default denies
 * everything
 */
export function createTestAccess(authorizer?: Authorizer): TestAccess {
  const users = new Map<string, User>();
  const tokens = new Map<string, string>();
  return {
    tokenFor: (of) => {
      checkArgument("tokenFor: user", of, expectedUser);
      const { name, uid = "", groups = [], extra = {} } = of;
      const user: User = { name, uid, groups: [...new Set([...groups, "system:authenticated"])], extra };
      const key = JSON.stringify(user);
      const token = tokens.get(key) ?? randomBytes(16).toString("hex");
      tokens.set(key, token);
      users.set(token, user);
      return token;
    },
    authenticator: {
      authenticate: (request) => {
        const header = request.header("authorization");
        if (header === undefined) return { kind: "absent" };
        const user = users.get(header.replace(/^Bearer /, ""));
        return user === undefined ? { kind: "rejected", reason: "no such token" } : { kind: "authenticated", user };
      },
    },
    authorizer: unionAuthorizer([privilegedGroup(), ...(authorizer === undefined ? [] : [authorizer])]),
  };
}
