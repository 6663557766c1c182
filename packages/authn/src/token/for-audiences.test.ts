import { describe, expect, it } from "vitest";
import { forAudiences, staticTokens, type TokenVerifier, unionVerifier } from "../index.ts";

const user = { name: "alice", uid: "", groups: [], extra: {} };
const verifier = staticTokens([["secret", user]]);

describe("a token that names no audience", () => {
  it("is rejected by its verifier for every requested audience", () => {
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
  ])("is valid for the audiences that forAudiences declares, with $audiences requested", ({ audiences, want }) => {
    expect(forAudiences(verifier, ["api"]).verify("secret", { audiences })).toEqual(want);
  });
});

it.each<[string, TokenVerifier]>([
  ["static tokens", verifier],
  ["tokens of declared audiences", forAudiences(verifier, ["api"])],
  ["a union", unionVerifier([verifier])],
])("JavaScript that gives no options asks %s for any audience", (_, requested) => {
  const verify = requested.verify as (token: string) => unknown;
  expect(verify("secret")).toEqual({ kind: "authenticated", user });
});
