import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RbacServer, send, startRbacServer } from "./rbac-server.ts";

const configMaps = "namespaces/default/configmaps";
const accounts = "namespaces/default/serviceaccounts";

/**
 * Paths below `/watch/` are authorized as watches, whatever their method: nothing else may run
 * there, and below `/proxy/` nothing at all.
 */
describe("the old prefixes of paths", () => {
  let rbac: RbacServer;
  beforeAll(async () => {
    rbac = await startRbacServer();
    const rules = [{ apiGroups: ["*"], resources: ["*", "*/*"], verbs: ["watch", "proxy"] }];
    await rbac.grant("watcher", rules);
    const made = await rbac.server.fetch(`/api/v1/${configMaps}`, send("POST", { metadata: { name: "a" } }));
    expect(made.status).toBe(201);
    const account = await rbac.server.fetch(`/api/v1/${accounts}`, send("POST", { metadata: { name: "boss" } }));
    expect(account.status).toBe(201);
    const schema = { openAPIV3Schema: { type: "object" } };
    const spec = {
      group: "e.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    };
    const definitions = "/apis/apiextensions.svc.io/v1/customresourcedefinitions";
    const defined = await rbac.server.fetch(definitions, send("POST", { metadata: { name: "widgets.e.com" }, spec }));
    expect(defined.status).toBe(201);
    await rbac.server.settle();
  });
  afterAll(async () => rbac?.[Symbol.asyncDispose]());

  test.each([
    { method: "POST", path: `watch/${configMaps}`, status: 405 },
    { method: "DELETE", path: `watch/${configMaps}`, status: 405 },
    { method: "HEAD", path: `watch/${configMaps}`, status: 405 },
    { method: "PUT", path: `watch/${configMaps}/a`, status: 405 },
    { method: "PATCH", path: `watch/${configMaps}/a`, status: 405 },
    { method: "DELETE", path: `watch/${configMaps}/a`, status: 405 },
    { method: "POST", path: "watch/namespaces", status: 405 },
    { method: "DELETE", path: "watch/namespaces/default", status: 405 },
    { method: "GET", path: "watch/namespaces/default/status", status: 404 },
    { method: "PUT", path: "watch/namespaces/default/finalize", status: 404 },
    { method: "POST", path: `watch/${accounts}/boss/token`, status: 404 },
    { method: "GET", path: "watch/namespaces/default/pods/p/log", status: 404 },
    { method: "POST", path: "watch/namespaces/default/pods/p/exec", status: 404 },
    { method: "GET", path: "watch/nodes/n/proxy/metrics", status: 404 },
    { method: "POST", path: "watch/namespaces/default/bindings", status: 404 },
    { method: "GET", path: "watch/componentstatuses", status: 404 },
    { method: "GET", path: `proxy/${configMaps}`, status: 404 },
    { method: "DELETE", path: `proxy/${configMaps}/a`, status: 404 },
    { method: "POST", path: `proxy/${accounts}/boss/token`, status: 404 },
    { method: "GET", path: "proxy/nodes/n/metrics", status: 404 },
  ])("$method /api/v1/$path is answered $status", async ({ method, path, status }) => {
    const answer = await rbac.alice.fetch(`/api/v1/${path}?dryRun=All`, { method });
    expect(answer.status).toBe(status);
  });

  test.each(["metadata.name!=a", "metadata.namespace=default", "metadata.name=b"])(
    "a watch of one object is not widened by the field selector %s",
    async (selector) => {
      const answer = await rbac.alice.fetch(
        `/api/v1/watch/${configMaps}/a?fieldSelector=${encodeURIComponent(selector)}`,
      );
      expect(answer.status).toBe(400);
    },
  );

  test("a name that looks like a selector selects that name only", async () => {
    const name = "a,metadata.namespace!=other";
    const answer = await rbac.alice.fetch(`/api/v1/watch/${configMaps}/${encodeURIComponent(name)}?timeoutSeconds=1`);
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    const read = reader?.read();
    rbac.server.clock.advance(1000);
    expect((await read)?.done).toBe(true);
  });

  test("a watch runs there", async () => {
    const answer = await rbac.alice.fetch(`/api/v1/watch/${configMaps}/a`);
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('"type":"ADDED"');
    await reader?.cancel();
  });

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "%s of an extension type is a watch, as authorized",
    async (method) => {
      for (const path of ["watch/widgets", "watch/namespaces/default/widgets/none"]) {
        const answer = await rbac.alice.fetch(`/apis/e.com/v1/${path}?timeoutSeconds=1`, { method });
        const reader = answer.body?.getReader();
        const read = reader?.read();
        rbac.server.clock.advance(1000);
        expect([answer.status, (await read)?.done]).toEqual([200, true]);
      }
      const proxied = await rbac.alice.fetch("/apis/e.com/v1/proxy/namespaces/default/widgets/w", { method });
      expect(proxied.status).toBe(405);
      const status = await rbac.alice.fetch("/apis/e.com/v1/watch/namespaces/default/widgets/w/status", { method });
      expect(status.status).toBe(404);
    },
  );

  test("nothing was created, changed or deleted", async () => {
    const list = (await (await rbac.server.fetch(`/api/v1/${configMaps}`)).json()) as { items: object[] };
    expect(list.items).toHaveLength(1);
  });
});
