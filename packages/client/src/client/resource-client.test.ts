import { createManualClock } from "@svc/base";
import { hasReason, kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import {
  chunks,
  events,
  jsonResponse,
  listOf,
  refusal,
  type ScriptedResponse,
  scriptedTransport,
} from "../testing/scripted-transport.ts";
import { createClient } from "./client.ts";
import type { AnyObject } from "./objects.ts";
import type { ResourceClient } from "./resource-client.ts";

const object = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a", uid: "u", resourceVersion: "1" } };

function deployments(responses: readonly ScriptedResponse[], namespace?: string, more: object = {}) {
  const transport = scriptedTransport(responses);
  const client = createClient({ transport, clock: createManualClock(), userAgent: "me/1" });
  const names = { group: "apps", version: "v1", resource: "deployments", kind: "Deployment", ...more };
  const resource = client.resource<AnyObject>(namespace === undefined ? names : { ...names, namespace });
  return { resource, client, requested: transport.requested, requests: transport.requests };
}

type Act = (resource: ResourceClient<AnyObject>) => Promise<unknown>;
const path = "/apis/apps/v1/namespaces/n/deployments";

describe("a verb", () => {
  test.each<{ name: string; act: Act; line: string; body?: unknown; type?: string }>([
    { name: "get", act: (r) => r.get("a", { resourceVersion: "0" }), line: `GET ${path}/a?resourceVersion=0` },
    {
      name: "list",
      act: (r) => r.list({ labelSelector: "a=b,c!=d", fieldSelector: "metadata.name=x", limit: 5, continue: "t/=" }),
      line: `GET ${path}?labelSelector=a=b,c!=d&fieldSelector=metadata.name=x&limit=5&continue=t/=`,
    },
    {
      name: "create",
      act: (r) => r.create({ metadata: { name: "a" } }, { dryRun: true, fieldManager: "m", fieldValidation: "Strict" }),
      line: `POST ${path}?dryRun=All&fieldManager=m&fieldValidation=Strict`,
      body: { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" } },
      type: "application/json",
    },
    { name: "update", act: (r) => r.update(object), line: `PUT ${path}/a`, body: object, type: "application/json" },
    { name: "updateStatus", act: (r) => r.updateStatus(object), line: `PUT ${path}/a/status`, body: object },
    {
      name: "merge patch",
      act: (r) => r.patch("a", { type: "merge", patch: { x: null } }),
      line: `PATCH ${path}/a`,
      body: { x: null },
      type: "application/merge-patch+json",
    },
    {
      name: "JSON patch",
      act: (r) => r.patch("a", { type: "json", patch: [{ op: "remove", path: "/x" }] }),
      line: `PATCH ${path}/a`,
      body: [{ op: "remove", path: "/x" }],
      type: "application/json-patch+json",
    },
    {
      name: "strategic patch",
      act: (r) => r.patch("a", { type: "strategic", patch: {} }),
      line: `PATCH ${path}/a`,
      type: "application/strategic-merge-patch+json",
    },
    {
      name: "apply",
      act: (r) => r.apply({ metadata: { name: "a" } }, { fieldManager: "m", force: true }),
      line: `PATCH ${path}/a?fieldManager=m&force=true`,
      body: { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" } },
      type: "application/apply-patch+yaml",
    },
    {
      name: "delete",
      act: (r) =>
        r.delete("a", {
          propagationPolicy: "Orphan",
          gracePeriodSeconds: 0,
          preconditions: { uid: "u" },
          dryRun: true,
        }),
      line: `DELETE ${path}/a`,
      body: {
        kind: "DeleteOptions",
        apiVersion: "v1",
        propagationPolicy: "Orphan",
        gracePeriodSeconds: 0,
        preconditions: { uid: "u" },
        dryRun: ["All"],
      },
    },
    {
      name: "deleteCollection",
      act: (r) => r.deleteCollection({ labelSelector: "a=b", propagationPolicy: "Background" }),
      line: `DELETE ${path}?labelSelector=a=b`,
      body: { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Background" },
    },
    { name: "scale", act: (r) => r.scale.get("a"), line: `GET ${path}/a/scale` },
    {
      name: "another subresource",
      act: (r) => r.subresource("eviction").create("a", { metadata: { name: "a" } }),
      line: `POST ${path}/a/eviction`,
      body: { metadata: { name: "a" } },
    },
  ])("$name sends the right request", async ({ act, line, body, type }) => {
    const { resource, requested, requests } = deployments([jsonResponse(object)], "n");
    await act(resource);
    expect(requested).toEqual([line]);
    const [request] = requests;
    expect(request?.headers?.["user-agent"]).toBe("me/1");
    if (body !== undefined) expect(JSON.parse(String(request?.body))).toEqual(body);
    if (type !== undefined) expect(request?.headers?.["content-type"]).toBe(type);
  });

  test("of objects without a namespace of the client goes to the object's namespace", async () => {
    const { resource, requested } = deployments([jsonResponse(object), jsonResponse(object), jsonResponse(object)]);
    const metadata = { name: "a", namespace: "other" };
    await resource.create({ metadata });
    await resource.update({ metadata });
    await resource.apply({ metadata }, { fieldManager: "m" });
    const at = "/apis/apps/v1/namespaces/other/deployments";
    expect(requested).toEqual([`POST ${at}`, `PUT ${at}/a`, `PATCH ${at}/a?fieldManager=m`]);
  });

  test.each(["", ".", ".."])("refuses %j as a name", (name) => {
    const { resource, requested } = deployments([], "n");
    expect(() => resource.get(name)).toThrow("is not valid as a name in a path");
    expect(() => resource.delete(name)).toThrow(TypeError);
    expect(requested).toEqual([]);
  });

  test("puts any other name into the path as one part", async () => {
    const { resource, requests } = deployments([jsonResponse(object)], "n");
    await resource.get("a/b?c#é");
    expect(requests[0]?.path).toBe(`${path}/a%2Fb%3Fc%23%C3%A9`);
  });

  test("that needs a name fails with an error for an object without one", () => {
    const { resource } = deployments([], "n");
    expect(() => resource.update({ metadata: {} })).toThrow("the object has no metadata.name");
  });

  test("that the server rejects throws the server's error", async () => {
    const details = { name: "a", kind: "deployments", causes: [{ reason: "X", message: "m", field: "f" }] };
    const { resource } = deployments([refusal(409, "Conflict", { details })], "n");
    const error: unknown = await resource.get("a").catch((e: unknown) => e);
    expect(hasReason(error, "Conflict")).toBe(true);
    expect(error).toMatchObject({ code: 409, message: "refused: Conflict", details });
  });
});

describe("a list", () => {
  test("has items with kind and apiVersion", async () => {
    const body = {
      kind: "DeploymentList",
      apiVersion: "apps/v1",
      metadata: { resourceVersion: "7" },
      items: [{ metadata: {} }],
    };
    const { resource } = deployments([jsonResponse(body), jsonResponse({ ...body, items: null })]);
    const list = await resource.list();
    expect(list).toEqual({
      metadata: { resourceVersion: "7" },
      items: [{ kind: "Deployment", apiVersion: "apps/v1", metadata: {} }],
    });
    expect((await resource.list()).items).toEqual([]);
  });

  const namesOf = async (all: AsyncIterable<AnyObject>): Promise<(string | undefined)[]> => {
    const names: (string | undefined)[] = [];
    for await (const { metadata } of all) names.push(metadata?.name);
    return names;
  };
  const named = (name: string) => ({ metadata: { name } });

  test("is read page by page, later pages without the version of the first", async () => {
    const { resource, requested } = deployments([
      listOf("7", [named("a")], { continue: "t" }),
      listOf("7", [named("b")]),
    ]);
    const all = resource.all({ labelSelector: "x", resourceVersion: "7", resourceVersionMatch: "Exact", pageSize: 1 });
    expect(await namesOf(all)).toEqual(["a", "b"]);
    const root = "GET /apis/apps/v1/deployments?labelSelector=x";
    expect(requested).toEqual([
      `${root}&resourceVersion=7&resourceVersionMatch=Exact&limit=1`,
      `${root}&continue=t&limit=1`,
    ]);
  });

  test("continues at a later version when the server lost the first", async () => {
    const lost = refusal(410, "Expired", { metadata: { continue: "later" } });
    const { resource, requested } = deployments([
      listOf("7", [named("a")], { continue: "t" }),
      lost,
      listOf("9", [named("c")]),
    ]);
    expect(await namesOf(resource.all())).toEqual(["a", "c"]);
    expect(requested[2]).toContain("continue=later");
  });

  test("that fails at first, or without a continue token, is an error", async () => {
    const { resource } = deployments([refusal(410, "Expired", { metadata: { continue: "later" } })]);
    await expect(namesOf(resource.all())).rejects.toThrow("refused: Expired");
    const second = deployments([listOf("7", [], { continue: "t" }), refusal(410, "Expired")]);
    await expect(namesOf(second.resource.all())).rejects.toThrow("refused: Expired");
  });

  test("requests no page beyond the consumed items", async () => {
    const { resource, requested } = deployments([listOf("7", [named("a"), named("b")], { continue: "t" })]);
    for await (const _first of resource.all()) break;
    expect(requested).toHaveLength(1);
  });
});

describe("a watch", () => {
  const read = async (
    resource: ResourceClient<AnyObject>,
    signal = new AbortController().signal,
  ): Promise<string[]> => {
    const observed: string[] = [];
    for await (const { type } of resource.watch({ resourceVersion: "7", timeoutSeconds: 60, signal }))
      observed.push(type);
    return observed;
  };
  const bytes = (text: string): ScriptedResponse => ({
    status: 200,
    header: () => undefined,
    body: chunks([...Buffer.from(text)].map((byte) => Uint8Array.of(byte))),
  });

  test("yields events, split at any byte, until the server ends it", async () => {
    const text =
      '{"type":"ADDED","object":{"n":"é"}}\r\n\n{"type":"BOOKMARK","object":{}}\n{"type":"DELETED","object":{}}';
    const { resource, requested } = deployments([bytes(text)]);
    expect(await read(resource)).toEqual(["ADDED", "BOOKMARK", "DELETED"]);
    expect(requested[0]).toBe(
      "GET /apis/apps/v1/deployments?resourceVersion=7&timeoutSeconds=60&watch=true&allowWatchBookmarks=true",
    );
  });

  test.each([
    ['{"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"too old"}}', "too old"],
    ['{"type":"ERROR"}', ""],
    ['{"type":"ADDED","object":{"a', "broke off inside an event, or is not JSON"],
    ['{"type":"CHANGED","object":{}}', "returned an event of an unknown type"],
    ['{"type":"ADDED","object":null}', "event of an unknown type"],
    ["null", "event of an unknown type"],
  ])("with the event %j is an error", async (text, message) => {
    await expect(read(deployments([bytes(text)]).resource)).rejects.toThrow(message);
  });

  test("ends with the signal's reason", async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const { resource } = deployments([events([{ type: "ADDED", object: {} }], "stays")]);
    const loop = async (): Promise<void> => {
      for await (const _event of resource.watch({ signal: stop.signal })) stop.abort(reason);
    };
    await expect(loop()).rejects.toBe(reason);
  });

  test("whose iteration ends early closes the request", async () => {
    const { resource, requests } = deployments([events([{ type: "ADDED", object: {} }], "stays")]);
    for await (const _event of resource.watch({ signal: new AbortController().signal })) break;
    expect(requests[0]?.signal?.aborted).toBe(true);
  });

  test("does not grow beyond the bound of an event", async () => {
    const transport = scriptedTransport([bytes(`{"type":"ADDED","object":{"a":"${"x".repeat(500)}`)]);
    const client = createClient({ transport, maxEventBytes: 100 });
    const resource = client.resource<AnyObject>({ group: "", version: "v1", resource: "pods" });
    await expect(read(resource)).rejects.toThrow("an event of the watch is larger than 100 bytes");
  });
});

test.each([svcDialect, kubernetesDialect])(
  "requests only metadata in the dialect's media type ($name)",
  async (dialect) => {
    const transport = scriptedTransport([listOf("1", []), jsonResponse({ metadata: {} })]);
    const client = createClient({ transport, dialect });
    const resource = client.resource<AnyObject>({
      group: "",
      version: "v1",
      resource: "pods",
      metadataOnly: true,
      namespace: "n",
    });
    await resource.list();
    await resource.get("a");
    expect(transport.requests.map((r) => r.headers?.["accept"])).toEqual([
      `application/json;as=PartialObjectMetadataList;g=meta.${dialect.apiDomain};v=v1`,
      `application/json;as=PartialObjectMetadata;g=meta.${dialect.apiDomain};v=v1`,
    ]);
  },
);

describe("a wrong argument is refused before a request is sent", () => {
  const { resource, client, requested } = deployments([], "n");
  const untyped = resource as unknown as Record<string, (...args: unknown[]) => unknown>;
  const scale = resource.scale as unknown as typeof untyped;
  const signal = new AbortController().signal;

  test.each<[call: string, act: () => unknown, message: string]>([
    ["resource without options", () => client.resource(undefined as never), "resource: options must be an object"],
    ["get without a name", () => untyped["get"]?.(), "a name in a path must be a string, not undefined"],
    ["get of an object", () => untyped["get"]?.({ name: "a" }), "a name in a path must be a string, not an object"],
    ["delete without a name", () => untyped["delete"]?.(), "a name in a path must be a string"],
    ["delete with text for options", () => untyped["delete"]?.("a", "now"), "delete: options must be an object"],
    [
      "deleteCollection with text for a selector",
      () => untyped["deleteCollection"]?.("app=web"),
      "deleteCollection: options must be an object",
    ],
    [
      "deleteCollection with a misspelt selector",
      () => untyped["deleteCollection"]?.({ labelselector: "app=web" }),
      "deleteCollection: options.labelselector is unknown: did you mean labelSelector?",
    ],
    [
      "list with a misspelt selector",
      () => untyped["list"]?.({ fieldselector: "a=b" }),
      "list: options.fieldselector is unknown: did you mean fieldSelector?",
    ],
    ["all with text", () => untyped["all"]?.("x"), "all: options must be an object"],
    ["watch without a signal", () => untyped["watch"]?.({}), "watch: options.signal must be an AbortSignal"],
    ["watch of a number", () => untyped["watch"]?.({ signal, resourceVersion: 1 }), "watch: options.resourceVersion"],
    ["create of nothing", () => untyped["create"]?.(), "create: object must be an object, not undefined"],
    ["update of text", () => untyped["update"]?.("a"), "update: object must be an object"],
    ["updateStatus of null", () => untyped["updateStatus"]?.(null), "updateStatus: object must be an object, not null"],
    ["patch without a type", () => untyped["patch"]?.("a", { spec: {} }), "patch: patch.type must be"],
    ["apply without options", () => untyped["apply"]?.(object), "apply: options must be an object, not undefined"],
    ["apply without a manager", () => untyped["apply"]?.(object, {}), "apply: options.fieldManager must be a string"],
    ["subresource without a name", () => untyped["subresource"]?.(), "subresource: subresource must be a string"],
    ["get of a subresource without a name", () => scale["get"]?.(), "a name in a path must be a string"],
    ["update of a subresource without one", () => scale["update"]?.("a"), "update: object must be an object"],
  ])("%s", async (_name, act, message) => {
    await expect(async () => act()).rejects.toThrow(message);
    expect(requested).toEqual([]);
  });
});
