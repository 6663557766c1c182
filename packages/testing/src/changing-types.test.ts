import { core } from "@svc/api";
import { type JsonValue, svcDialect } from "@svc/meta";
import {
  applyDeclaredDefaults,
  createValidator,
  extensionStrategy,
  fromOpenApi,
  type ResourceDefinition,
  type ResourceVersion,
  tableOf,
} from "@svc/schema";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";

const group = "example.com";
const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"] as const;
const text = { type: "string" } as const;

/** One version of widgets, with the properties of its `spec`. */
function version(name: string, spec: Readonly<Record<string, JsonValue>>): ResourceVersion {
  const kind = { group, version: name, kind: "Widget" };
  const properties = { spec: { type: "object", default: {}, properties: spec } };
  const schema = fromOpenApi({ type: "object", properties }, { dialect: svcDialect, kind });
  const columns = Object.keys(spec).map((field) => ({ name: field, path: `.spec.${field}` }));
  return {
    ...{ group, version: name, stability: "ga", enabledByDefault: true, verbs, schema, semantics: "structural" },
    applyDefaults: (object) => void applyDeclaredDefaults(schema, object),
    table: tableOf(columns),
  };
}

function widgets(...versions: readonly ResourceVersion[]): ResourceDefinition {
  const [first] = versions;
  if (first === undefined) throw new TypeError("a type needs a version");
  const { validate } = createValidator(first.schema);
  return {
    ...{ resource: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
    ...{ shortNames: [], categories: [], namespaced: true, versions },
    storage: { group, version: first.version, prefix: `${group}/widgets` },
    strategy: extensionStrategy({ hasStatus: false, validate }),
  };
}

const before = { color: text, size: { type: "integer" } } as const;
const after = { color: text, shape: { type: "string", default: "round" } } as const;
const source = "a test";

describe("types that change while the server runs", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({
      resources: [core("namespaces", "resourcequotas")],
    });
    server.server.define(source, [widgets(version("v1", before))]);
  });
  afterEach(() => server[Symbol.asyncDispose]());

  const ask = async (
    path: string,
    init: { readonly method?: string; readonly body?: object; readonly accept?: string } = {},
  ) => {
    const { method = "GET", body, accept = "application/json" } = init;
    const response = await server.fetch(path, {
      method,
      headers: { accept, "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    return { code: response.status, etag: response.headers.get("etag"), body: answer === "" ? {} : parsed(answer) };
  };
  const parsed = (answer: string): Record<string, never> => {
    try {
      return JSON.parse(answer) as Record<string, never>;
    } catch {
      return { text: answer } as never;
    }
  };
  const pathOf = (name = "", at = "v1"): string =>
    `/apis/${group}/${at}/namespaces/default/widgets${name === "" ? "" : `/${name}`}`;
  const create = (name: string, spec: object) =>
    ask(pathOf(), { method: "POST", body: { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name }, spec } });
  const specOf = async (name: string, at = "v1"): Promise<unknown> => (await ask(pathOf(name, at))).body["spec"];
  const define = (...versions: readonly ResourceVersion[]): void =>
    server.server.define(source, [widgets(...versions)]);
  /** The lines of a watch, as far as they have come. */
  const watch = async (at = "v1") => {
    const response = await server.fetch(`${pathOf("", at)}?watch=1&allowWatchBookmarks=true`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let waiting = "";
    return {
      next: async (): Promise<Record<string, never> | undefined> => {
        while (!waiting.includes("\n")) {
          const { value, done = true } = (await reader?.read()) ?? {};
          if (done) return undefined;
          waiting += value;
        }
        const end = waiting.indexOf("\n");
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + 1);
        return JSON.parse(line) as Record<string, never>;
      },
    };
  };

  test("are served, found and described from the moment in which they are defined", async () => {
    expect((await create("a", { color: "red", size: 1, shape: "cut off" })).code).toBe(201);
    expect(await specOf("a")).toEqual({ color: "red", size: 1 });
    const { body } = await ask(`/apis/${group}/v1`);
    expect(body["resources"]).toMatchObject([{ name: "widgets", kind: "Widget" }]);
    const aggregated = await ask("/apis", {
      accept: "application/json;g=apidiscovery.svc.io;v=v2;as=APIGroupDiscoveryList",
    });
    expect(JSON.stringify(aggregated.body)).toContain('"name":"example.com"');
    const { body: document } = await ask(`/openapi/v3/apis/${group}/v1`);
    expect(JSON.stringify(document)).toContain('"size"');
    expect(JSON.stringify((await ask("/openapi/v2")).body)).toContain("com.example.v1.Widget");
  });

  test("read, list and write objects of the old schema by the new one", async () => {
    await create("a", { color: "red", size: 1 });
    await ask(pathOf());
    define(version("v1", after));
    expect(await specOf("a")).toEqual({ color: "red", shape: "round" });
    const { body } = await ask(pathOf());
    expect(body["items"]).toMatchObject([{ spec: { color: "red", shape: "round" } }]);
    const { body: changed } = await ask(pathOf("a"), { method: "PATCH", body: { spec: { color: "blue", size: 2 } } });
    expect(changed["spec"]).toEqual({ color: "blue", shape: "round" });
    const table = await ask(pathOf(), { accept: "application/json;as=Table;v=v1;g=meta.svc.io" });
    expect(table.body["rows"]).toMatchObject([{ cells: ["a", "blue", "round"] }]);
  });

  test("are read by the current schema after a restart, whatever schema they were written under", async () => {
    await create("a", { color: "red", size: 1 });
    await using again = await startTestServer({ storage: server.storage.fork(), resources: [core("namespaces")] });
    again.server.define(source, [widgets(version("v1", after))]);
    const stored = (await (await again.fetch(pathOf("a"))).json()) as { spec: object };
    expect(stored.spec).toEqual({ color: "red", shape: "round" });
  });

  test("keep their store and their open watches, which continue under the new schema", async () => {
    await create("a", { color: "red", size: 1 });
    const events = await watch();
    expect(await events.next()).toMatchObject({ type: "ADDED", object: { spec: { size: 1 } } });
    const store = () =>
      [...server.server.registry.opened()].find(({ definition }) => definition.resource === "widgets");
    const cache = store()?.cache;
    define(version("v1", after));
    await create("b", {});
    expect(await events.next()).toMatchObject({ type: "ADDED", object: { spec: { shape: "round" } } });
    expect(store()?.cache).toBe(cache);
    expect(cache?.loads).toBe(1);
  });

  test("end the watches of a version that goes, and no others", async () => {
    define(version("v1", before), version("v2", before));
    const [first, second] = [await watch("v1"), await watch("v2")];
    define(version("v1", before));
    expect(await second.next()).toBeUndefined();
    await create("a", {});
    expect(await first.next()).toMatchObject({ type: "ADDED" });
    expect((await ask(pathOf("", "v2"))).code).toBe(404);
  });

  test("move existing objects to another storage version", async () => {
    await create("a", { color: "red" });
    define(version("v2", after), version("v1", before));
    expect(await specOf("a", "v2")).toEqual({ color: "red" });
    expect((await ask(pathOf("a", "v2"))).body["apiVersion"]).toBe(`${group}/v2`);
    expect((await create("b", { size: 3 })).code).toBe(201);
  });

  test("report objects that they cannot read when the version of storage is removed", async () => {
    await create("a", { color: "red" });
    define(version("v2", after));
    expect(await ask(pathOf("a", "v2"))).toMatchObject({ code: 500 });
    define(version("v2", after), version("v1", before));
    expect(await specOf("a", "v2")).toEqual({ color: "red" });
  });

  test("disappear everywhere when they are removed, with their caches", async () => {
    await create("a", {});
    const events = await watch();
    await events.next();
    server.server.define(source, []);
    expect(await events.next()).toBeUndefined();
    expect([...server.server.registry.opened()].map(({ definition }) => definition.resource)).not.toContain("widgets");
    expect((await ask(pathOf("a"))).code).toBe(404);
    expect((await ask(`/apis/${group}`)).code).toBe(404);
    expect(JSON.stringify((await ask("/openapi/v3")).body)).not.toContain(group);
    define(version("v1", before));
    expect((await ask(pathOf("a"))).code).toBe(200);
  });

  test("give discovery and documents new tags, and keep those of other groups", async () => {
    const hashes = async (): Promise<Record<string, { serverRelativeURL: string }>> =>
      (await ask("/openapi/v3")).body["paths"] ?? {};
    const tag = async (path: string) =>
      (await ask(path, { accept: "application/json;g=apidiscovery.svc.io;v=v2;as=APIGroupDiscoveryList" })).etag;
    const old = { hashes: await hashes(), apis: await tag("/apis"), v2: (await ask("/openapi/v2")).etag };
    define(version("v1", after), version("v2", after));
    const now = { hashes: await hashes(), apis: await tag("/apis"), v2: (await ask("/openapi/v2")).etag };
    expect(now.apis).not.toBe(old.apis);
    expect(now.v2).not.toBe(old.v2);
    expect(now.hashes[`apis/${group}/v1`]).not.toEqual(old.hashes[`apis/${group}/v1`]);
    expect(now.hashes["api/v1"]).toEqual(old.hashes["api/v1"]);
  });

  test("are counted by quotas", async () => {
    const quotas = "/api/v1/namespaces/default/resourcequotas";
    const hard = { "count/widgets.example.com": "1" };
    const body = { metadata: { name: "q" }, spec: { hard } };
    await ask(quotas, { method: "POST", body });
    const used = { "count/widgets.example.com": "0" };
    await ask(`${quotas}/q/status`, { method: "PATCH", body: { status: { hard, used } } });
    expect((await create("a", {})).code).toBe(201);
    expect(await create("b", {})).toMatchObject({
      code: 403,
      body: { message: expect.stringContaining("exceeded quota") },
    });
  });

  test("may not take the name of another source", () => {
    const again = [widgets(version("v1", before))];
    expect(() => server.server.define("another", again)).toThrow(
      'two definitions of widgets in example.com/v1: from "a test" and "another"',
    );
  });
});
