import type { Log } from "@svc/base";
import { CorruptError } from "@svc/storage";
import { createMemoryStorage, type MemoryStorage } from "@svc/storage/memory";
import { beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const key = "/registry/configmaps/default/bad";

/** A store that finds the present value of a key damaged, as a log does whose bytes rotted. */
async function damaged(storage: MemoryStorage, victim: string): Promise<MemoryStorage> {
  const revision = (await storage.get(victim)).entry?.revision;
  const error = new CorruptError(`the value of "${victim}" is damaged`, { key: victim, ...(revision && { revision }) });
  return {
    ...storage,
    async range(range, options) {
      const page = await storage.range(range, options);
      const entries = page.entries.filter((entry) => entry.key !== victim || entry.revision !== revision);
      if (entries.length === page.entries.length) return page;
      if (options?.onCorrupt === undefined) throw error;
      options.onCorrupt(error);
      return { ...page, entries };
    },
    async commit(writes, options) {
      const result = await storage.commit(writes, options);
      if (!result.ok && result.current?.key === victim && result.current.revision === revision) throw error;
      return result;
    },
  };
}

interface ConfigMap {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string; readonly creationTimestamp: string };
  readonly data: Readonly<Record<string, string>>;
}

describe("an object whose stored bytes are lost", () => {
  let server: TestServer;
  let before: ConfigMap;
  const logged: string[] = [];
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (message, fields) => void logged.push(`${message} ${String(fields?.["key"])}`),
  };

  const ask = async (method: string, path: string, body?: object, type = "application/json") => {
    const response = await server.fetch(path, {
      method,
      headers: { "content-type": type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      code: response.status,
      body: (await response.json()) as unknown,
      warning: response.headers.get("warning"),
    };
  };
  const names = async (path = maps): Promise<readonly string[]> =>
    ((await ask("GET", path)).body as { items: { metadata: { name: string } }[] }).items.map((i) => i.metadata.name);

  beforeEach(async () => {
    logged.length = 0;
    const storage = createMemoryStorage();
    server = await startTestServer({ storage });
    for (const name of ["bad", "good"])
      await ask("POST", maps, { metadata: { name, finalizers: ["example.com/wait"] }, data: { of: name } });
    before = (await ask("GET", `${maps}/bad`)).body as ConfigMap;
    server = await startTestServer({ storage: await damaged(storage.fork(), key), config: { log } });
    return () => server[Symbol.asyncDispose]();
  });

  test("is answered for as the original does, and all the others are served", async () => {
    expect(await ask("GET", `${maps}/bad`)).toMatchObject({
      code: 500,
      body: {
        message: expect.stringMatching(
          /StorageError: corrupt object, Code: 7, Key: \/registry\/configmaps\/default\/bad/,
        ),
      },
    });
    expect((await ask("GET", `${maps}/good`)).code).toBe(200);
    expect((await ask("PUT", `${maps}/good`, { metadata: { name: "good" }, data: {} })).code).toBe(200);
    expect((await ask("POST", maps, { metadata: { name: "new" } })).code).toBe(201);
    expect(await names("/api/v1/namespaces/kube-system/configmaps")).not.toContain("bad");
    expect(await names(`${maps}?fieldSelector=metadata.name!=bad`)).toContain("good");
  });

  test.each(["", "?labelSelector=a=b", "?limit=500", "?resourceVersion=0"])(
    "is never omitted from a list silently: %s",
    async (query) => {
      expect(await ask("GET", maps + query)).toMatchObject({
        code: 500,
        body: { reason: "StorageReadError", details: { causes: [{ field: key }] } },
      });
    },
  );

  test("ends a watch that starts with existing objects", async () => {
    const watch = await server.fetch(`${maps}?watch=1&resourceVersion=0`);
    expect((await watch.text()).trim().split("\n").at(-1)).toMatch(/^{"type":"ERROR",.*corrupt object/);
  });

  test("is in the way of a new one, and of changes that build on it", async () => {
    expect(await ask("POST", maps, { metadata: { name: "bad" } })).toMatchObject({
      code: 409,
      body: { reason: "AlreadyExists" },
    });
    const merge = await ask("PATCH", `${maps}/bad`, { data: { a: "b" } }, "application/merge-patch+json");
    expect(merge.code).toBe(500);
    const apply = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "bad" } };
    expect((await ask("PATCH", `${maps}/bad?fieldManager=m`, apply, "application/apply-patch+yaml")).code).toBe(500);
  });

  test("is reported by /readyz, by the metrics, and once in the log", async () => {
    await ask("GET", maps);
    await ask("GET", `${maps}/bad`);
    const ready = await server.fetch("/readyz?verbose");
    expect(ready.status).toBe(200);
    expect(await ready.text()).toContain("[+]stored-objects ok: cannot be read: 1 of configmaps\n");
    expect(await (await server.fetch("/metrics")).text()).toContain(
      'apiserver_storage_unreadable_objects{resource="configmaps"} 1\n',
    );
    expect(logged).toEqual([`a stored object is damaged ${key}`]);
  });

  test("is restored by a client that has a copy, with its identity", async () => {
    const { code, body } = await ask("PUT", `${maps}/bad`, before);
    expect(code).toBe(200);
    const { uid, creationTimestamp } = before.metadata;
    expect(body).toMatchObject({ metadata: { uid, creationTimestamp }, data: { of: "bad" } });
    expect(await names()).toEqual(["bad", "good"]);
    expect(await (await server.fetch("/readyz?verbose")).text()).not.toContain("stored-objects");
  });

  test("is replaced by a new object without a resourceVersion", async () => {
    const { code, body } = await ask("PUT", `${maps}/bad`, { metadata: { name: "bad" }, data: { new: "1" } });
    expect(code).toBe(200);
    expect(body).toMatchObject({ data: { new: "1" } });
    expect((body as ConfigMap).metadata.uid).not.toBe(before.metadata.uid);
    expect(await names()).toEqual(["bad", "good"]);
  });

  test("is not replaced for another version, nor in a dry run", async () => {
    const metadata = { name: "bad", resourceVersion: "1" };
    expect(await ask("PUT", `${maps}/bad`, { metadata })).toMatchObject({ code: 409, body: { reason: "Conflict" } });
    expect((await ask("PUT", `${maps}/bad?dryRun=All`, { metadata: { name: "bad" } })).code).toBe(200);
    expect((await ask("GET", `${maps}/bad`)).code).toBe(500);
  });

  test("is deleted, with a warning", async () => {
    expect((await ask("DELETE", `${maps}/bad?dryRun=All`)).code).toBe(200);
    expect((await ask("GET", `${maps}/bad`)).code).toBe(500);
    const { code, body, warning } = await ask("DELETE", `${maps}/bad`);
    expect([code, body]).toMatchObject([200, { status: "Success", details: { name: "bad" } }]);
    expect(warning).toContain("was damaged");
    expect((await ask("GET", `${maps}/bad`)).code).toBe(404);
    expect(await names()).toEqual(["good"]);
  });

  test.each([
    ["uid", { uid: "u" }, 500],
    ["resourceVersion", { resourceVersion: "1" }, 409],
  ])("is not deleted for another object: %s", async (_, preconditions, code) => {
    expect((await ask("DELETE", `${maps}/bad`, { preconditions })).code).toBe(code);
  });

  test("goes with the whole collection, not with a part of it", async () => {
    expect((await ask("DELETE", `${maps}?labelSelector=a=b`)).code).toBe(500);
    expect((await ask("DELETE", maps)).code).toBe(200);
    expect((await ask("GET", `${maps}/bad`)).code).toBe(404);
  });

  test("ends a watch when it is deleted, since the event cannot be sent", async () => {
    const { metadata } = (await ask("GET", "/api/v1/namespaces/kube-system/configmaps")).body as ConfigMap;
    const watch = await server.fetch(`${maps}?watch=1&resourceVersion=${metadata.resourceVersion}`);
    await ask("DELETE", `${maps}/bad`);
    expect(await watch.text()).toMatch(/^{"type":"ERROR",.*corrupt object/);
  });
});

test("the server is ready whatever object is damaged", async () => {
  const storage = createMemoryStorage();
  await startTestServer({ storage });
  const { entries } = await storage.range({ prefix: "/registry/" });
  expect(entries.length).toBeGreaterThan(40);
  for (const entry of entries) {
    await using server = await startTestServer({ storage: await damaged(storage.fork(), entry.key) });
    expect([entry.key, (await server.fetch("/readyz")).status]).toEqual([entry.key, 200]);
  }
});

test("a namespace whose stored bytes are lost does not count as absent", async () => {
  const storage = createMemoryStorage();
  await startTestServer({ storage });
  await using server = await startTestServer({
    storage: await damaged(storage.fork(), "/registry/namespaces/default"),
  });
  const create = (): Promise<Response> =>
    server.fetch(maps, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name: "a" } }),
    });
  expect((await create()).status).toBe(500);
  const path = "/api/v1/namespaces/default";
  expect((await server.fetch(path, { method: "DELETE" })).status).toBe(500);
  const body = JSON.stringify({ metadata: { name: "default" } });
  const healed = await server.fetch(path, { method: "PUT", headers: { "content-type": "application/json" }, body });
  expect(healed.status).toBe(200);
  expect((await create()).status).toBe(201);
});
