import { describe, it } from "vitest";
import type { Authorizer } from "../index.ts";
import { attributesWith, userOf } from "../testing/attributes.ts";
import { authorizerConformance } from "./index.ts";

describe("an authorizer of ten lines", () => {
  const office: Authorizer = {
    authorize: ({ user, verb, resource, namespace }) =>
      user.groups.includes("office") && verb === "get" && resource === "configmaps" && namespace === "office"
        ? { verdict: "allow", reason: "the office reads its own" }
        : { verdict: "noOpinion", reason: "" },
  };
  const allowed = attributesWith({ user: userOf("bob", "office"), resource: "configmaps", namespace: "office" });
  authorizerConformance({
    open: () => ({ authorizer: office, allowed, ignores: ["group", "subresource", "name"] }),
    test: it,
  });
});
