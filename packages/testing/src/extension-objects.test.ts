import { type ApiObject, kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import {
  define,
  definitionsPath,
  jsonRequest,
  specOf,
  versionOf,
  widget,
  widgetDefinition,
  widgetsPath,
} from "./widget-type.ts";

const asTable = "application/json;as=Table;g=meta.k8s.io;v=v1";

const post = (server: TestServer, path: string, body: object): Promise<Response> =>
  server.fetch(path, jsonRequest("POST", body));

/** Starts a server with a definition of widgets whose versions are served. */
async function serverWith(...versions: readonly object[]): Promise<TestServer> {
  const server = await startTestServer({ dialect: kubernetesDialect });
  await define(server, widgetDefinition(versions));
  return server;
}

it("the cells of a table are those of the requested version", async () => {
  const additionalPrinterColumns = [{ name: "Spec", type: "string", jsonPath: ".spec" }];
  const text = { type: "string" };
  await using server = await serverWith(
    versionOf("v1", specOf({ a: text, b: text }), { additionalPrinterColumns }),
    versionOf("v2", specOf({ a: text }), { additionalPrinterColumns }),
  );
  const object = widget("w", { spec: { a: "1", b: "2" } });
  expect((await post(server, widgetsPath("v1"), object)).status).toBe(201);
  const cells = async (path: string): Promise<readonly unknown[]> => {
    const table = (await (await server.fetch(path, { headers: { accept: asTable } })).json()) as {
      readonly rows: readonly { readonly cells: readonly unknown[] }[];
    };
    return table.rows.map((row) => row.cells);
  };
  expect(await cells(widgetsPath("v1"))).toEqual([["w", '{"a":"1","b":"2"}']]);
  expect(await cells(widgetsPath("v2"))).toEqual([["w", '{"a":"1"}']]);
  expect(await cells(`${widgetsPath("v2")}/w`)).toEqual([["w", '{"a":"1"}']]);
});

it("each request for a deprecated version gets a warning, also a refused one", async () => {
  const deprecated = { deprecated: true, deprecationWarning: "use v1" };
  await using server = await serverWith(versionOf("v1", specOf({})), versionOf("v1beta1", specOf({}), deprecated));
  const warningOf = async (path: string, init: RequestInit = {}): Promise<readonly [number, string | null]> => {
    const { status, headers } = await server.fetch(path, init);
    return [status, headers.get("warning")];
  };
  const warning = '299 - "use v1"';
  const strategic = {
    method: "PATCH",
    body: "{}",
    headers: { "content-type": "application/strategic-merge-patch+json" },
  };
  expect(await warningOf(widgetsPath("v1beta1"))).toEqual([200, warning]);
  expect(await warningOf(`${widgetsPath("v1beta1")}/w/scale`)).toEqual([404, warning]);
  expect(await warningOf(`${widgetsPath("v1beta1")}/w`, strategic)).toEqual([415, warning]);
  expect(await warningOf(`${widgetsPath("v1")}/w`, strategic)).toEqual([415, null]);
});

it("a definition with a pattern for names does not restrict other types in the document", async () => {
  const metadata = { type: "object", properties: { name: { type: "string", maxLength: 6 } } };
  await using server = await serverWith(versionOf("v1", { type: "object", properties: { metadata } }));
  const document = (await (await server.fetch("/openapi/v3/apis/example.com/v1")).json()) as {
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
  expect(document.components.schemas["io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"]).not.toHaveProperty(
    "properties.name.maxLength",
  );
});

it("values of additionalProperties: true are any scalars and lists, and objects without fields", async () => {
  await using server = await serverWith(versionOf("v1", specOf({ m: { type: "object", additionalProperties: true } })));
  const object = (m: object): object => widget("w", { spec: { m } });
  const strict = `${widgetsPath("v1")}?fieldValidation=Strict`;
  expect((await post(server, strict, object({ a: { b: 1 } }))).status).toBe(400);
  const created = await post(server, widgetsPath("v1"), object({ a: { b: 1 }, c: [{ d: 2 }, 3], e: "f" }));
  expect(created.headers.get("warning")).toBe(
    '299 - "unknown field \\"spec.m.a.b\\"", 299 - "unknown field \\"spec.m.c[0].d\\""',
  );
  expect(await created.json()).toMatchObject({ spec: { m: { a: {}, c: [{}, 3], e: "f" } } });
});

it("an apply of a field that the version of another owner lacks is refused", async () => {
  const text = { type: "string" };
  await using server = await serverWith(
    versionOf("v1", specOf({ a: text })),
    versionOf("v2", specOf({ a: text, b: text })),
  );
  const object = widget("w", { spec: { a: "1" } });
  expect((await post(server, widgetsPath("v1"), object)).status).toBe(201);
  const applied = await server.fetch(`${widgetsPath("v2")}/w?fieldManager=m`, {
    method: "PATCH",
    headers: { "content-type": "application/apply-patch+yaml" },
    body: JSON.stringify({ apiVersion: "example.com/v2", kind: "Widget", spec: { b: "2" } }),
  });
  expect([applied.status, await applied.json()]).toMatchObject([
    500,
    { message: "failed to convert new object: .spec.b: field not declared in schema" },
  ]);
});

it("an apply to an object that the version of another owner no longer allows is refused", async () => {
  const fields = { a: { type: "string" }, b: { type: "string" } };
  await using server = await serverWith(versionOf("v1", specOf(fields)), versionOf("v2", specOf(fields)));
  const apply = (name: string, spec: object, query: string): Promise<Response> =>
    server.fetch(`${widgetsPath(name)}/w?${query}`, {
      method: "PATCH",
      headers: { "content-type": "application/apply-patch+yaml" },
      body: JSON.stringify({ apiVersion: `example.com/${name}`, kind: "Widget", metadata: { name: "w" }, spec }),
    });
  expect((await apply("v2", { a: "1", b: "2" }, "fieldManager=one")).status).toBe(201);
  const changed = await server.fetch(`${definitionsPath}/widgets.example.com`, {
    method: "PATCH",
    headers: { "content-type": "application/json-patch+json" },
    body: JSON.stringify([
      { op: "remove", path: "/spec/versions/1/schema/openAPIV3Schema/properties/spec/properties/b" },
    ]),
  });
  expect(changed.status).toBe(200);
  const refused = { code: 500, message: ".spec.b: field not declared in schema" };
  await expect
    .poll(async () => (await apply("v1", { b: "3" }, "fieldManager=two&force=true&dryRun=All")).json())
    .toMatchObject(refused);
  const byOwner = await apply("v1", { a: "3" }, "fieldManager=one&force=true");
  expect(await byOwner.json()).toMatchObject(refused);
});

it("a scale is read in the requested version", async () => {
  const replicas = { type: "integer" };
  const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
  const subresources = { subresources: { scale } };
  await using server = await serverWith(
    versionOf("v1", specOf({ replicas }), subresources),
    versionOf("v2", specOf({ size: replicas }), subresources),
  );
  const object = widget("w", { spec: { replicas: 3 } });
  expect((await post(server, widgetsPath("v1"), object)).status).toBe(201);
  const scaled = async (name: string): Promise<unknown> =>
    (await server.fetch(`${widgetsPath(name)}/w/scale`)).json() as Promise<unknown>;
  expect(await scaled("v1")).toMatchObject({ spec: { replicas: 3 } });
  expect(await scaled("v2")).toMatchObject({ code: 500, message: expect.stringContaining("does not exist") });
});

it("discovery shows the hash of the stored version only while that is served", async () => {
  const hashes = async (storedIsServed: boolean): Promise<readonly boolean[]> => {
    const stored = versionOf("v2", specOf({}), { storage: true, served: storedIsServed });
    await using server = await serverWith(versionOf("v1", specOf({}), { storage: false }), stored);
    const { resources } = (await (await server.fetch("/apis/example.com/v1")).json()) as {
      readonly resources: readonly object[];
    };
    return resources.map((resource) => "storageVersionHash" in resource);
  };
  expect(await hashes(true)).toEqual([true]);
  expect(await hashes(false)).toEqual([false]);
});

it.each(["json", "yaml"])("one object as a list of metadata is refused, in %s", async (format) => {
  await using server = await serverWith(versionOf("v1", specOf({})));
  expect((await post(server, widgetsPath("v1"), widget("w"))).status).toBe(201);
  const accept = `application/${format};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`;
  const response = await server.fetch(`${widgetsPath("v1")}/w`, { headers: { accept } });
  expect([response.status, await response.json()]).toMatchObject([500, { message: "content is not a list" }]);
});

it("the resources of a group of extension types are shown for a range of media types", async () => {
  await using server = await serverWith(versionOf("v1", specOf({})));
  const show = async (accept: string): Promise<readonly [number, unknown]> => {
    const response = await server.fetch("/apis/example.com/v1", { headers: { accept } });
    return [response.status, await response.json()];
  };
  expect(await show("application/*")).toMatchObject([200, { kind: "APIResourceList" }]);
  const message =
    "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf";
  expect(await show("text/html")).toMatchObject([406, { message }]);
});

it("an object with a mistyped status, which is ignored, has no field owners", async () => {
  const properties = { spec: { type: "object", properties: { a: { type: "string" } } }, status: { type: "object" } };
  const schema = { type: "object", properties };
  await using server = await serverWith(versionOf("v1", schema, { subresources: { status: {} } }));
  const owners = async (name: string, status: unknown): Promise<number | undefined> => {
    const response = await post(server, widgetsPath("v1"), widget(name, { spec: { a: "1" }, status }));
    return ((await response.json()) as ApiObject).metadata.managedFields?.length;
  };
  expect([await owners("a", {}), await owners("b", true), await owners("c", [])]).toEqual([1, undefined, undefined]);
});

it("a list where text has a format is taken, and has no owners", async () => {
  await using server = await serverWith(versionOf("v1", specOf({ day: { type: "string", format: "date" } })));
  const response = await post(server, widgetsPath("v1"), widget("w", { spec: { day: [1, { a: 1 }] } }));
  const { spec, metadata } = (await response.json()) as ApiObject & { readonly spec: unknown };
  expect([response.status, spec, metadata.managedFields]).toEqual([201, { day: [1, {}] }, undefined]);
});

it("of objects with the same names, those with a list where text has a format have no owners", async () => {
  const day = { type: "string", format: "date" };
  await using server = await serverWith(versionOf("v1", specOf({ day, days: { type: "array", items: day } })));
  const owners = async (name: string, spec: object): Promise<number | undefined> => {
    const response = await post(server, widgetsPath("v1"), widget(name, { spec }));
    return ((await response.json()) as ApiObject).metadata.managedFields?.length;
  };
  const date = "2026-01-01";
  expect(await owners("a", { day: date, days: [date] })).toBe(1);
  expect(await owners("b", { day: [date], days: [date] })).toBeUndefined();
  expect(await owners("c", { day: date, days: [[date]] })).toBeUndefined();
  expect(await owners("d", { day: date, days: [date, date] })).toBe(1);
});

it.each<[string, unknown, number | string]>([
  ["an integer of a type that declares text", 1, ".spec.a: expected string, got &value.valueUnstructured{Value:1}"],
  ["text of such a type", "x", 1],
])("the owners of %s go by the declared type", async (_, a, told) => {
  const either = { type: "string", "x-kubernetes-int-or-string": true };
  await using server = await serverWith(versionOf("v1", specOf({ a: either })));
  const created = await post(server, widgetsPath("v1"), widget("w", { spec: { a } }));
  const owners = ((await created.json()) as ApiObject).metadata.managedFields?.length;
  const applied = await server.fetch(`${widgetsPath("v1")}/x?fieldManager=m`, {
    method: "PATCH",
    headers: { "content-type": "application/apply-patch+yaml" },
    body: JSON.stringify(widget("x", { spec: { a } })),
  });
  const { message } = (await applied.json()) as { readonly message?: string };
  expect([created.status, owners ?? message?.replace(/^.*\): /, "")]).toEqual([201, told]);
  expect(applied.status).toBe(owners === undefined ? 500 : 201);
});

it.each([
  ["kind", { Kind: "Other" }, "Kind"],
  ["API version", { APIVERSION: "v1" }, "APIVERSION"],
])("another spelling of the %s is an unknown field", async (_, more, name) => {
  await using server = await serverWith(versionOf("v1", specOf({})));
  const response = await post(server, widgetsPath("v1"), { ...widget("w"), ...more });
  expect([response.status, response.headers.get("warning")]).toEqual([201, `299 - "unknown field \\"${name}\\""`]);
  expect(await response.json()).not.toHaveProperty(name);
});

describe("the scale of an extension type", () => {
  const number = { type: "integer" };
  const properties = {
    spec: { type: "object", properties: { replicas: number } },
    status: { type: "object", properties: { replicas: number } },
  };
  const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
  const scaled = async (): Promise<TestServer> => {
    const server = await serverWith(versionOf("v1", { type: "object", properties }, { subresources: { scale } }));
    await post(server, widgetsPath("v1"), widget("w", { spec: { replicas: 0 } }));
    return server;
  };

  it("has an empty cell for no replicas", async () => {
    await using server = await scaled();
    const response = await server.fetch(`${widgetsPath("v1")}/w/scale`, { headers: { accept: asTable } });
    expect(await response.json()).toMatchObject({ rows: [{ cells: ["w", null, 0, expect.any(String)] }] });
  });

  it.each<[string, object, number]>([
    ["without a version", {}, 200],
    ["with an empty version", { resourceVersion: "" }, 200],
    ["with the version 0", { resourceVersion: "0" }, 422],
  ])("an update %s", async (_, metadata, status) => {
    await using server = await scaled();
    const body = {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "w", namespace: "default", ...metadata },
      spec: { replicas: 1 },
    };
    const response = await server.fetch(`${widgetsPath("v1")}/w/scale`, jsonRequest("PUT", body));
    expect(response.status).toBe(status);
  });
});
