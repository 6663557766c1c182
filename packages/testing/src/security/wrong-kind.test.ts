import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RbacServer, send, startRbacServer } from "./rbac-server.ts";

const secret = "dG9wLXNlY3JldA==";
const secrets = "/api/v1/namespaces/default/secrets";
const maps = "/api/v1/namespaces/default/configmaps";

/** Alice may read config maps of one namespace, and is after what others have. */
describe("list of one kind reading another", () => {
  let rbac: RbacServer;
  beforeAll(async () => {
    rbac = await startRbacServer();
    const verbs = ["get", "list", "watch"];
    await rbac.grant("maps", [{ apiGroups: [""], resources: ["configmaps", "pods"], verbs }], { namespace: "default" });
    const must = async (path: string, body: object): Promise<void> => {
      expect((await rbac.server.fetch(path, send("POST", body))).status).toBe(201);
    };
    await must("/api/v1/namespaces", { metadata: { name: "default-2" } });
    for (const name of ["a", "b", "c"]) {
      await must(secrets, { metadata: { name }, data: { key: secret } });
      await must(maps, { metadata: { name }, data: { key: "open" } });
      await must("/api/v1/namespaces/default-2/configmaps", { metadata: { name: `other-${name}` } });
    }
    const template = {
      metadata: { name: "t" },
      template: { spec: { containers: [{ name: "c", image: "hidden-image" }] } },
    };
    await must("/api/v1/namespaces/default/podtemplates", template);
  });
  afterAll(async () => rbac?.[Symbol.asyncDispose]());

  const names = async (path: string): Promise<readonly string[]> => {
    const list = (await (await rbac.alice.fetch(path)).json()) as { items: { metadata: { name: string } }[] };
    return list.items.map((i) => i.metadata.name);
  };

  test("a kind, or a namespace, whose name begins like another's is another", async () => {
    expect(await names("/api/v1/namespaces/default/pods")).toEqual([]);
    expect(await names(maps)).toEqual(["a", "b", "c"]);
  });

  test("the continuation of another list leads nowhere", async () => {
    const first = (await (await rbac.server.fetch(`${secrets}?limit=1`)).json()) as { metadata: { continue: string } };
    const everywhere = (await (await rbac.server.fetch("/api/v1/configmaps?limit=1")).json()) as {
      metadata: { continue: string };
    };
    for (const { metadata } of [first, everywhere]) {
      const answer = await rbac.alice.fetch(`${maps}?limit=10&continue=${encodeURIComponent(metadata.continue)}`);
      const text = await answer.text();
      expect(text).not.toContain(secret);
      expect(text).not.toContain("other-");
    }
  });

  test("a forged continue token has no effect", async () => {
    for (const start of ["../secrets/default/", "/registry/secrets/default/", "a\u0000", "../default-2/"]) {
      const made = Buffer.from(JSON.stringify({ v: "meta.svc.io/v1", rv: -1, start })).toString("base64url");
      const answer = await rbac.alice.fetch(`${maps}?limit=10&continue=${made}`);
      const text = await answer.text();
      expect(text).not.toContain(secret);
      expect(text).not.toContain("other-");
    }
  });

  test.each([
    "application/json;as=Table;g=meta.svc.io;v=v1",
    "application/json;as=PartialObjectMetadataList;g=meta.svc.io;v=v1",
    "application/yaml",
    "application/vnd.svc.protobuf",
  ])("no form of an answer holds more: %s", async (accept) => {
    const answer = await rbac.alice.fetch(`${maps}?includeObject=Object`, { headers: { accept } });
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain(secret);
    const refused = await rbac.alice.fetch(secrets, { headers: { accept } });
    expect([refused.status, (await refused.text()).includes(secret)]).toEqual([403, false]);
  });

  test("a watch, or a list that may select one object, is authorized as such", async () => {
    for (const path of [
      `${secrets}?watch=true`,
      `/api/v1/watch/namespaces/default/secrets`,
      `${secrets}?fieldSelector=metadata.name=a`,
      `${secrets}/a`,
    ])
      expect((await rbac.alice.fetch(path)).status).toBe(403);
  });
});
