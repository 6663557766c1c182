import { describe, expect, test } from "vitest";
import type { Authorizer, Decision } from "./authorizer.ts";
import { alwaysAllow, alwaysDeny, privilegedGroup } from "./constant-authorizers.ts";
import { attributesWith, userOf } from "./testing/attributes.ts";
import { unionAuthorizer } from "./union.ts";

const says = (verdict: Decision["verdict"], reason = "", error?: string): Authorizer => ({
  authorize: () => ({ verdict, reason, ...(error === undefined ? {} : { error }) }),
});
const later = (authorizer: Authorizer): Authorizer => ({ authorize: async (a) => authorizer.authorize(a) });

describe("the first opinion is final", () => {
  const cases: readonly { name: string; chain: readonly Authorizer[]; want: Decision }[] = [
    { name: "an empty chain", chain: [], want: { verdict: "noOpinion", reason: "" } },
    { name: "one", chain: [says("allow", "a")], want: { verdict: "allow", reason: "a" } },
    {
      name: "an approval before a refusal",
      chain: [says("allow", "a"), says("deny", "b")],
      want: { verdict: "allow", reason: "a" },
    },
    {
      name: "a refusal before an approval",
      chain: [says("deny", "b"), says("allow", "a")],
      want: { verdict: "deny", reason: "b" },
    },
    {
      name: "no opinion, with all reasons joined",
      chain: [says("noOpinion", "a"), says("noOpinion"), says("noOpinion", "c")],
      want: { verdict: "noOpinion", reason: "a\nc" },
    },
    {
      name: "no opinion, with all errors joined",
      chain: [says("noOpinion", "a", "x"), says("noOpinion", "", "y")],
      want: { verdict: "noOpinion", reason: "a", error: "[x, y]" },
    },
  ];
  test.each(cases)("$name", async ({ chain, want }) => {
    expect(unionAuthorizer(chain).authorize(attributesWith())).toEqual(want);
    expect(await unionAuthorizer(chain.map(later)).authorize(attributesWith())).toEqual(want);
    const mixed = chain.map((a, i) => (i % 2 === 0 ? a : later(a)));
    expect(await unionAuthorizer(mixed).authorize(attributesWith())).toEqual(want);
  });

  test("members after it are not called", () => {
    const never: Authorizer = {
      authorize: () => {
        throw new Error("asked");
      },
    };
    expect(unionAuthorizer([alwaysAllow, never]).authorize(attributesWith())).toEqual({ verdict: "allow", reason: "" });
  });

  test("is synchronous where all members are", () => {
    expect(unionAuthorizer([alwaysDeny, alwaysAllow]).authorize(attributesWith())).not.toBeInstanceOf(Promise);
  });
});

test("administrators are allowed by their group, not by a name like it", () => {
  const union = unionAuthorizer([privilegedGroup(), alwaysDeny]);
  const denied = { verdict: "noOpinion", reason: "Everything is forbidden." };
  expect(union.authorize(attributesWith({ user: userOf("a", "system:masters") }))).toEqual({
    verdict: "allow",
    reason: "",
  });
  expect(union.authorize(attributesWith({ user: userOf("system:masters", "system:master") }))).toEqual(denied);
});
