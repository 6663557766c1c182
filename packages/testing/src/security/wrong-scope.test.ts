import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergePatch, type RbacServer, send, startRbacServer } from "./rbac-server.ts";

const everything = [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }];

/** Alice may do everything in one namespace, and is after what belongs to the cluster. */
describe("cluster-scoped object reached by a namespaced URL", () => {
  let rbac: RbacServer;
  beforeAll(async () => {
    rbac = await startRbacServer();
    await rbac.grant("all-of-default", everything, { namespace: "default" });
    for (const name of ["n1", "n2"])
      expect((await rbac.server.fetch("/api/v1/nodes", send("POST", { metadata: { name } }))).status).toBe(201);
  });
  afterAll(async () => rbac?.[Symbol.asyncDispose]());

  test.each([
    ["/api/v1/namespaces/default/nodes", "GET"],
    ["/api/v1/namespaces/default/nodes/n1", "GET"],
    ["/api/v1/namespaces/default/nodes/n1", "DELETE"],
    ["/api/v1/namespaces/default/nodes/n1/status", "GET"],
    ["/api/v1/namespaces/default/persistentvolumes", "GET"],
    ["/api/v1/namespaces/default/namespaces", "GET"],
    ["/api/v1/namespaces/default/namespaces", "DELETE"],
    ["/api/v1/namespaces/default/namespaces/svc-system", "GET"],
    ["/api/v1/namespaces/default/namespaces/svc-public", "DELETE"],
    ["/api/v1/namespaces/default/namespaces/default", "GET"],
    ["/api/v1/namespaces/default/namespaces/svc-public/status", "GET"],
    ["/api/v1/watch/namespaces/default/namespaces", "GET"],
    ["/api/v1/watch/namespaces/default/nodes/n1", "GET"],
    ["/apis/rbac.authorization.svc.io/v1/namespaces/default/clusterroles/cluster-admin", "GET"],
    ["/apis/rbac.authorization.svc.io/v1/namespaces/default/clusterrolebindings", "DELETE"],
  ])("%s (%s) is not there", async (path, method) => {
    const answer = await rbac.alice.fetch(path, { method });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('"uid"');
  });

  test("no cluster-scoped object is created or changed by it", async () => {
    const roles = `${rbac.roles}/namespaces/default/clusterroles`;
    const made = await rbac.alice.fetch(roles, send("POST", { metadata: { name: "mine" }, rules: everything }));
    expect(made.status).toBe(404);
    const changed = await rbac.alice.fetch(
      "/api/v1/namespaces/default/nodes/n1",
      mergePatch({ metadata: { labels: { a: "b" } } }),
    );
    expect(changed.status).toBe(404);
    const node = (await (await rbac.server.fetch("/api/v1/nodes/n1")).json()) as { metadata: object };
    expect(node.metadata).not.toHaveProperty("labels");
    expect((await rbac.server.fetch(`${rbac.roles}/clusterroles/mine`)).status).toBe(404);
  });

  test.each([
    "/api/v1/nodes",
    "/api/v1/nodes/n1",
    "/api/v1/pods",
    "/api/v1/namespaces",
    "/api/v1/namespaces/svc-system/secrets",
  ])("%s itself is refused", async (path) => expect((await rbac.alice.fetch(path)).status).toBe(403));

  test("the namespace itself is accessible with rights in it", async () => {
    for (const path of ["/api/v1/namespaces/default", "/api/v1/namespaces/default/status"])
      expect((await rbac.alice.fetch(path)).status).toBe(200);
    const body = { metadata: { name: "namespaces" } };
    expect((await rbac.server.fetch("/api/v1/namespaces", send("POST", body))).status).toBe(201);
    expect((await rbac.server.fetch("/api/v1/namespaces/namespaces")).status).toBe(200);
  });

  test("a namespaced object without its namespace is not found, for any user", async () => {
    const body = { metadata: { name: "a" } };
    expect((await rbac.server.fetch("/api/v1/namespaces/default/configmaps", send("POST", body))).status).toBe(201);
    expect((await rbac.server.fetch("/api/v1/configmaps/a")).status).toBe(404);
    expect((await rbac.server.fetch("/api/v1/configmaps", send("POST", body))).status).toBe(405);
  });
});
