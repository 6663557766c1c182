import { nodeRestriction } from "@svc/admission-plugins";
import { createNodeAuthorizer, createNodeGraph } from "@svc/authz";
import { clusterObjects } from "@svc/controlplane";
import { svcDialect as dialect } from "@svc/meta";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../index.ts";
import { mergePatch, send } from "./rbac-server.ts";

const ns = "/api/v1/namespaces/default";
const container = { name: "c", image: "i" };

/** Node n1 runs a pod that uses one secret; it is after everything else. */
describe("node identity widening its own rights", () => {
  let server: TestServer;
  let n1: Pick<TestServer, "fetch">;
  let uid: string;
  const status = async (path: string, init?: RequestInit): Promise<number> => (await n1.fetch(path, init)).status;

  beforeAll(async () => {
    const graph = createNodeGraph(dialect);
    const authorizer = createNodeAuthorizer({ dialect, graph });
    server = await startTestServer({
      authorizer,
      controlPlane: { nodes: graph },
      config: { admission: (local) => [nodeRestriction({ dialect, objects: clusterObjects(local), authorizer })] },
    });
    n1 = server.as({ name: "system:node:n1", groups: ["system:nodes"] });
    const must = async (path: string, body: object): Promise<{ metadata: { uid: string } }> => {
      const answer = await server.fetch(path, send("POST", body));
      expect(answer.status).toBe(201);
      return (await answer.json()) as { metadata: { uid: string } };
    };
    ({ uid } = (await must("/api/v1/nodes", { metadata: { name: "n1" } })).metadata);
    for (const name of ["used", "free", "others"]) await must(`${ns}/secrets`, { metadata: { name } });
    const volumes = (secretName: string): object[] => [{ name: "v", secret: { secretName } }];
    const pods = `${ns}/pods`;
    await must(pods, {
      metadata: { name: "mine" },
      spec: { nodeName: "n1", containers: [container], volumes: volumes("used") },
    });
    await must(pods, {
      metadata: { name: "theirs" },
      spec: { nodeName: "n2", containers: [container], volumes: volumes("others") },
    });
    await must(pods, { metadata: { name: "waiting" }, spec: { containers: [container], volumes: volumes("free") } });
  });
  afterAll(async () => server?.[Symbol.asyncDispose]());

  test("it reads the objects that its pods use, and no others", async () => {
    expect(await status(`${ns}/secrets/used`)).toBe(200);
    for (const path of ["/secrets/free", "/secrets/others", "/secrets", "/configmaps/x", "/pods", "/pods/theirs"])
      expect([path, await status(ns + path)]).toEqual([path, 403]);
    for (const path of ["/api/v1/secrets", "/api/v1/nodes", "/api/v1/pods", "/api/v1/persistentvolumes/x"])
      expect([path, await status(path)]).toEqual([path, 403]);
  });

  test("by making a pod that uses more", async () => {
    const owner = { apiVersion: "v1", kind: "Node", name: "n1", uid, controller: true };
    const metadata = { name: "made", annotations: { "svc.io/config.mirror": "x" }, ownerReferences: [owner] };
    const volumes = [{ name: "v", secret: { secretName: "free" } }];
    expect(
      await status(
        `${ns}/pods`,
        send("POST", { metadata, spec: { nodeName: "n1", containers: [container], volumes } }),
      ),
    ).toBe(403);
    const bare = { metadata: { name: "made" }, spec: { nodeName: "n1", containers: [container], volumes } };
    expect(await status(`${ns}/pods`, send("POST", bare))).toBe(403);
    expect(
      await status(`${ns}/pods`, send("POST", { metadata, spec: { nodeName: "n1", containers: [container] } })),
    ).toBe(201);
    expect(await status(`${ns}/secrets/free`)).toBe(403);
  });

  test("by taking a pod", async () => {
    const binding = {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name: "waiting" },
      target: { kind: "Node", name: "n1" },
    };
    expect(await status(`${ns}/pods/waiting/binding`, send("POST", binding))).toBe(403);
    expect(await status(`${ns}/pods/waiting`, mergePatch({ spec: { nodeName: "n1" } }))).toBe(403);
    expect(
      await status(`${ns}/pods/waiting/status`, mergePatch({ spec: { nodeName: "n1" }, status: { phase: "x" } })),
    ).toBe(403);
    expect(await status(`${ns}/pods/mine/ephemeralcontainers`, mergePatch({ spec: { ephemeralContainers: [] } }))).toBe(
      403,
    );
    expect(await status(`${ns}/secrets/free`)).toBe(403);
  });

  test("by objects of other nodes", async () => {
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "theirs" } };
    expect(await status(`${ns}/pods/theirs/eviction`, send("POST", eviction))).toBe(403);
    expect(await status(`${ns}/pods/theirs`, { method: "DELETE" })).toBe(403);
    expect(await status(`${ns}/pods/theirs/status`, mergePatch({ status: { phase: "Failed" } }))).toBe(403);
  });

  test("by marking itself", async () => {
    const label = { metadata: { labels: { "node-restriction.svc.io/trusted": "yes" } } };
    expect(await status("/api/v1/nodes/n1", mergePatch(label))).toBe(403);
    expect(await status("/api/v1/nodes/n1/status", mergePatch(label))).toBe(403);
    expect(
      await status("/api/v1/nodes/n1", mergePatch({ spec: { taints: [{ key: "a", effect: "NoSchedule" }] } })),
    ).toBe(403);
    expect(await status("/api/v1/nodes", send("POST", { metadata: { name: "n2" } }))).toBe(403);
    expect(await status("/api/v1/nodes/n1", { method: "DELETE" })).toBe(403);
  });

  test("by impersonation", async () => {
    const headers = { "impersonate-user": "admin", "impersonate-group": "system:masters" };
    expect(await status("/api/v1/nodes/n1", { headers })).toBe(403);
    const token = { spec: { audiences: ["x"] } };
    expect(await status(`${ns}/serviceaccounts/default/token`, send("POST", token))).toBe(403);
    const role = { metadata: { name: "r" }, rules: [] };
    expect(await status("/apis/rbac.authorization.svc.io/v1/clusterroles", send("POST", role))).toBe(403);
  });

  test("as a user that only has a node's name", async () => {
    const liar = server.as({ name: "system:node:n1" });
    expect((await liar.fetch(`${ns}/secrets/used`)).status).toBe(403);
  });
});
