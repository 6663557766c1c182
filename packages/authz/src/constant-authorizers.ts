import { aString, checkArgument } from "@svc/base/check";
import type { Authorizer, Decision, RuleList } from "./authorizer.ts";

const allow: Decision = { verdict: "allow", reason: "" };
const deny: Decision = { verdict: "noOpinion", reason: "Everything is forbidden." };
const noRules: RuleList = { rules: [], errors: [], incomplete: false };
const nothing: Decision = { verdict: "noOpinion", reason: "" };

/** Allows everything. */
export const alwaysAllow: Authorizer = {
  authorize: () => allow,
  rulesFor: () => ({
    rules: [
      { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
      { verbs: ["*"], nonResourceURLs: ["*"] },
    ],
    errors: [],
    incomplete: false,
  }),
};

/** Allows nothing. */
export const alwaysDeny: Authorizer = { authorize: () => deny, rulesFor: () => noRules };

/**
 * Allows everything to members of a group, so that administrators can repair roles that lock
 * everyone out.
 * @default system:masters
 * @throws {TypeError} for a wrong argument
 */
export function privilegedGroup(group = "system:masters"): Authorizer {
  checkArgument("privilegedGroup: group", group, aString);
  return { authorize: ({ user }) => (user.groups.includes(group) ? allow : nothing), rulesFor: () => noRules };
}
