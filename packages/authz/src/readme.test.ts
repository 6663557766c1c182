import { describe, expect, test } from "vitest";
import { authorizerConformance } from "./conformance/index.ts";
import { type Authorizer, createRbac, privilegedGroup, unionAuthorizer } from "./index.ts";
import { asked, userOf } from "./testing/attributes.ts";

// The examples of the README, as they stand there.
test("roles and bindings", () => {
  const rbac = createRbac("rbac.authorization.svc.io");
  rbac.setRole("", "reader", [{ verbs: ["get", "list"], apiGroups: [""], resources: ["pods", "pods/log"] }]);
  const subjects = [{ kind: "Group", name: "developers" }];
  rbac.setBinding("shop", "r", {
    namespace: "shop",
    name: "r",
    roleRef: { kind: "ClusterRole", name: "reader" },
    subjects,
  });

  const authorizer = unionAuthorizer([privilegedGroup(), rbac]);
  const user = { name: "alice", uid: "", groups: ["developers"], extra: {} };
  const pod = {
    isResource: true,
    group: "",
    version: "v1",
    resource: "pods",
    subresource: "",
    name: "p",
    namespace: "shop",
    path: "",
  };
  expect(authorizer.authorize({ user, verb: "get", ...pod })).toEqual({
    verdict: "allow",
    reason: 'RBAC: allowed by RoleBinding "r/shop" of ClusterRole "reader" to Group "developers"',
  });
  expect(authorizer.authorize({ user, verb: "delete", ...pod })).toEqual({ verdict: "noOpinion", reason: "" });
});

describe("an authorizer of your own", () => {
  const office: Authorizer = {
    authorize: ({ user, verb, resource, namespace }) =>
      user.groups.includes("office") && verb === "get" && resource === "configmaps" && namespace === "office"
        ? { verdict: "allow", reason: "the office reads its own" }
        : { verdict: "noOpinion", reason: "" },
  };
  const allowed = asked({ user: userOf("bob", "office"), resource: "configmaps", namespace: "office" });
  authorizerConformance({
    open: () => ({ authorizer: office, allowed, ignores: ["group", "subresource", "name"] }),
    test,
  });
});
