import type { Authorizer, Decision, RuleList } from "./authorizer.ts";

const allow: Decision = { verdict: "allow", reason: "" };
const deny: Decision = { verdict: "noOpinion", reason: "Everything is forbidden." };
const noRules: RuleList = { rules: [], errors: [], incomplete: false };
const nothing: Decision = { verdict: "noOpinion", reason: "" };

/** Everybody may everything. */
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

/** Nobody may anything. */
export const alwaysDeny: Authorizer = { authorize: () => deny, rulesFor: () => noRules };

/**
 * Members of a group may everything: without it nobody could mend roles that lock everybody out.
 * @default system:masters
 */
export function privilegedGroup(group = "system:masters"): Authorizer {
  return { authorize: ({ user }) => (user.groups.includes(group) ? allow : nothing), rulesFor: () => noRules };
}
