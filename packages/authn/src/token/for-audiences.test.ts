import { describe, expect, it } from "vitest";
import { forAudiences, staticTokens } from "../index.ts";

const user = { name: "alice", uid: "", groups: [], extra: {} };
const verifier = staticTokens([["secret", user]]);

describe("a token that names no audience", () => {
  it("is refused by its verifier for every audience that is asked for", () => {
    expect(verifier.verify("secret", { audiences: [] })).toEqual({ kind: "authenticated", user });
    expect(verifier.verify("secret", { audiences: ["vault"] })).toEqual({
      kind: "rejected",
      reason: 'token audiences [] is invalid for the target audiences ["vault"]',
    });
    expect(verifier.verify("other", { audiences: ["vault"] })).toEqual({ kind: "absent" });
  });

  it.each([
    { audiences: [], want: { kind: "authenticated", user } },
    { audiences: ["api", "vault"], want: { kind: "authenticated", user, audiences: ["api"] } },
    { audiences: ["vault"], want: { kind: "absent" } },
  ])("is good for the audiences that forAudiences declares, asked for $audiences", ({ audiences, want }) => {
    expect(forAudiences(verifier, ["api"]).verify("secret", { audiences })).toEqual(want);
  });
});
