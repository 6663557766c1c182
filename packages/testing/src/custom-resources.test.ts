import { createEgress } from "@svc/http/client";
import { type ApiObject, kubernetesDialect } from "@svc/meta";
import { createMemoryStorage, type MemoryStorage } from "@svc/storage/memory";
import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import {
  definitionsPath,
  jsonRequest,
  specOf,
  versionOf,
  widget,
  widgetDefinition,
  widgetsPath,
} from "./widget-type.ts";

const definitions = definitionsPath;
const widgets = widgetsPath();

interface TestResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at by their members
  readonly json: any;
}

async function send(server: TestServer, method: string, path: string, body?: object): Promise<TestResponse> {
  const response = await server.fetch(path, jsonRequest(method, body));
  const text = await response.text();
  return { status: response.status, json: text.startsWith("{") ? JSON.parse(text) : text };
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

const definition = (versions: readonly object[], plural = "widgets"): object => ({
  ...widgetDefinition(versions, { names: { plural, kind: "Widget" } }),
  metadata: { name: `${plural}.example.com` },
});

async function define(server: TestServer, ...versions: readonly object[]): Promise<void> {
  const created = await send(server, "POST", definitions, definition(versions));
  expect([created.status, created.json.status.conditions ?? null]).toEqual([201, null]);
  await expect
    .poll(
      async () => {
        const { json } = await send(server, "GET", `${definitions}/widgets.example.com`);
        return json.status?.conditions?.find(({ type }: { type: string }) => type === "Established")?.status;
      },
      { interval: 1 },
    )
    .toBe("True");
}

const start = (): Promise<TestServer> => startTestServer({ dialect: kubernetesDialect });

it("a type is served once its definition is established", async () => {
  await using server = await start();
  expect((await send(server, "GET", widgets)).status).toBe(404);
  await define(server, versionOf("v1", specOf({ size: { type: "integer", default: 3 } })));
  const created = await send(server, "POST", widgets, widget("a", { spec: {} }));
  expect([created.status, created.json.spec, created.json.metadata.generation]).toEqual([201, { size: 3 }, 1]);
  const discovered = await send(server, "GET", "/apis/example.com/v1");
  expect(discovered.json.resources.map(({ name }: { name: string }) => name)).toEqual(["widgets"]);
  const published = await send(server, "GET", "/openapi/v3/apis/example.com/v1");
  expect(Object.keys(published.json.components.schemas)).toContain("com.example.v1.Widget");
  const metadata = published.json.components.schemas["io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"];
  expect(metadata.properties.creationTimestamp.description).toMatch(/^CreationTimestamp is a timestamp/);
});

it("a type is not in discovery while the write that establishes it is under way", async () => {
  const memory = createMemoryStorage();
  let seen: number | undefined;
  const storage: MemoryStorage = {
    ...memory,
    commit: async (writes, options) => {
      if (writes.some((write) => write.op === "put" && textOf(write.value).includes("InitialNamesAccepted")))
        seen ??= (await send(server, "GET", "/apis/example.com/v1")).status;
      return memory.commit(writes, options);
    },
  };
  await using server = await startTestServer({ dialect: kubernetesDialect, storage });
  await define(server, versionOf("v1", specOf({})));
  expect(seen).toBe(404);
  expect((await send(server, "GET", "/apis/example.com/v1")).status).toBe(200);
});

it("a definition with lists in thousands of lists is refused as too deep", async () => {
  await using server = await startTestServer({ dialect: kubernetesDialect });
  const deep = `${'{"type":"array","items":'.repeat(9_000)}{"type":"string"}${"}".repeat(9_000)}`;
  const body = JSON.stringify(definition([versionOf("v1", specOf({ a: "DEEP" }))])).replace('"DEEP"', deep);
  const response = await server.fetch(definitions, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("exceeded max depth");
});

it("a definition with the names of another is neither served nor established", async () => {
  await using server = await start();
  await define(server, versionOf("v1", specOf({})));
  await send(server, "POST", definitions, definition([versionOf("v1", specOf({}))], "gadgets"));
  await expect
    .poll(async () => {
      const { json } = await send(server, "GET", `${definitions}/gadgets.example.com`);
      return json.status.conditions?.map((c: { type: string; status: string }) => `${c.type} ${c.status}`);
    })
    .toEqual(["NamesAccepted False", "Established False"]);
  expect((await send(server, "GET", "/apis/example.com/v1/namespaces/default/gadgets")).status).toBe(404);
});

it("a default that breaks a rule of its schema is refused", async () => {
  await using server = await start();
  const positive = { type: "integer", "x-kubernetes-validations": [{ rule: "self > 0" }] };
  const at = "spec.validation.openAPIV3Schema.properties[spec].properties[a].default";
  const cases: readonly (readonly [schema: object, causes: readonly string[]])[] = [
    [{ ...positive, default: 1 }, []],
    [{ ...positive, default: 0 }, [`${at}: Invalid value: "integer": failed rule: self > 0`]],
    [{ ...positive, default: "x" }, [`${at}: Invalid value: "string":  in body must be of type integer: "string"`]],
    [
      { type: "array", maxItems: 3, items: positive, default: [1, -1] },
      [`${at}[1]: Invalid value: "integer": failed rule: self > 0`],
    ],
    [
      { type: "object", properties: { n: positive }, default: { n: 0 } },
      [`${at}.n: Invalid value: "integer": failed rule: self > 0`],
    ],
    [{ "x-kubernetes-int-or-string": true, default: 1.5 }, []],
  ];
  for (const [schema, causes] of cases) {
    const body = definition([versionOf("v1", specOf({ a: schema }))]);
    const { json } = await send(server, "POST", `${definitions}?dryRun=All`, body);
    const received = (json.details?.causes ?? []) as readonly { readonly field: string; readonly message: string }[];
    expect(received.map(({ field, message }) => `${field}: ${message}`)).toEqual(causes);
  }
});

describe("objects are judged by their schema", () => {
  it("by types and rules; a violation that existed before is only a warning", async () => {
    await using server = await start();
    const rules = { "x-kubernetes-validations": [{ rule: "self.min <= self.max", message: "min over max" }] };
    await define(server, versionOf("v1", specOf({ min: { type: "integer" }, max: { type: "integer" } }, rules)));
    const wrong = await send(server, "POST", widgets, widget("a", { spec: { min: 3, max: 1 } }));
    expect([wrong.status, wrong.json.message]).toEqual([
      422,
      'Widget.example.com "a" is invalid: spec: Invalid value: "object": min over max',
    ]);
    const typed = await send(server, "POST", widgets, widget("a", { spec: { min: "x", max: 1 } }));
    expect(typed.json.details.causes.map(({ field }: { field: string }) => field)).toEqual(["spec.min", "<nil>"]);
    expect((await send(server, "POST", widgets, widget("a", { spec: { min: 1, max: 3 } }))).status).toBe(201);
  });

  it("a stored object that no longer fits stays readable, and can be repaired", async () => {
    await using server = await start();
    await define(server, versionOf("v1", specOf({ size: { type: "integer" }, note: { type: "string" } })));
    await send(server, "POST", widgets, widget("a", { spec: { size: 9, note: "x" } }));
    await send(server, "PATCH", `${definitions}/widgets.example.com`, {
      spec: { versions: [versionOf("v1", specOf({ size: { type: "integer", maximum: 5 } }))] },
    });
    expect((await send(server, "GET", `${widgets}/a`)).json.spec).toEqual({ size: 9 });
    expect((await send(server, "PATCH", `${widgets}/a`, { metadata: { labels: { l: "m" } } })).status).toBe(200);
    expect((await send(server, "PATCH", `${widgets}/a`, { spec: { size: 8 } })).status).toBe(422);
    expect((await send(server, "PATCH", `${widgets}/a`, { spec: { size: 5 } })).status).toBe(200);
  });
});

it("a write through another version is validated there and stored without fields that the storage version lacks", async () => {
  await using server = await start();
  const required = { required: ["name"] };
  await define(
    server,
    versionOf("v1", specOf({ size: { type: "integer" } })),
    versionOf("v2", specOf({ size: { type: "integer" }, name: { type: "string" } }, required)),
  );
  const v2 = widgets.replace("/v1/", "/v2/");
  const inV2 = (spec: object): object => ({ ...widget("a", { spec }), apiVersion: "example.com/v2" });
  expect((await send(server, "POST", v2, inV2({ size: 1 }))).status).toBe(422);
  const created = await send(server, "POST", v2, inV2({ size: 1, name: "n" }));
  expect([created.status, created.json.apiVersion, created.json.spec]).toEqual([201, "example.com/v2", { size: 1 }]);
  const read = await send(server, "GET", `${widgets}/a`);
  expect([read.json.apiVersion, read.json.spec]).toEqual(["example.com/v1", { size: 1 }]);
});

it("a write through another version raises the generation only if it changes something there", async () => {
  await using server = await start();
  await define(
    server,
    versionOf("v1", specOf({ a: { type: "string" }, b: { type: "string", default: "later" } })),
    versionOf("v1beta1", specOf({ a: { type: "string" } })),
  );
  const beta = widgets.replace("/v1/", "/v1beta1/");
  const object = { ...widget("a", { spec: { a: "x" } }), apiVersion: "example.com/v1beta1" };
  expect((await send(server, "POST", beta, object)).status).toBe(201);
  const patched = async (change: object): Promise<number> =>
    (await send(server, "PATCH", `${beta}/a`, change)).json.metadata.generation;
  expect(await patched({ metadata: { labels: { l: "1" } } })).toBe(1);
  expect(await patched({ spec: { a: "y" } })).toBe(2);
});

interface Owner {
  readonly manager: string;
  readonly operation: string;
}

const ownersOf = ({ json }: TestResponse): readonly string[] =>
  ((json.metadata.managedFields ?? []) as readonly Owner[]).map(({ manager, operation }) => `${manager} ${operation}`);

async function apply(server: TestServer, path: string, body: object): Promise<TestResponse> {
  const response = await server.fetch(path, {
    method: "PATCH",
    headers: { "content-type": "application/apply-patch+yaml" },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

it("members of a value of another type than the schema's are unknown fields", async () => {
  await using server = await start();
  const text = { type: "string" };
  await define(server, versionOf("v1", specOf({ a: text, l: { type: "array", items: text } })));
  const wrong = widget("a", { spec: { a: { x: 1 }, l: [{ y: [{ z: 1 }] }] } });
  const strict = await send(server, "POST", `${widgets}?fieldValidation=Strict`, wrong);
  expect([strict.status, strict.json.message]).toEqual([
    400,
    'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.a.x", unknown field "spec.l[0].y"',
  ]);
  expect((await send(server, "POST", widgets, wrong)).status).toBe(422);
});

describe("server-side apply", () => {
  const schema = specOf({
    a: { type: "string" },
    d: { type: "string", default: "x" },
    n: { type: "string", nullable: true },
    o: { type: "object", properties: { x: { type: "string" } } },
  });
  const cases: readonly (readonly [spec: object, status: number, result: object | string])[] = [
    [{ a: "x" }, 201, { a: "x", d: "x" }],
    [{ n: null, d: null }, 201, { d: "x", n: null }],
    [{ a: null }, 422, 'spec.a: Invalid value: "null": spec.a in body must be of type string: "null"'],
    [{ o: null }, 422, 'spec.o: Invalid value: "null": spec.o in body must be of type object: "null"'],
  ];
  it.each(cases)("of the spec %j returns %i", async (spec, status, result) => {
    await using server = await start();
    await define(server, versionOf("v1", schema));
    const applied = await apply(server, `${widgets}/a?fieldManager=m`, widget("a", { spec }));
    const shown = status === 201 ? applied.json.spec : applied.json.message;
    expect([applied.status, shown]).toEqual([
      status,
      typeof result === "string" ? `Widget.example.com "a" is invalid: ${result}` : result,
    ]);
  });

  it("to an object with a value of another type is refused, and other writes drop its owners", async () => {
    await using server = await start();
    const free = { "x-kubernetes-preserve-unknown-fields": true };
    await define(server, versionOf("v1", specOf({ a: free, b: free })));
    await send(server, "POST", widgets, widget("a", { spec: { a: "x" } }));
    const schemaOf = specOf({ a: { type: "integer" }, b: free });
    await send(server, "PATCH", `${definitions}/widgets.example.com`, {
      spec: { versions: [versionOf("v1", schemaOf)] },
    });
    const put = (): Promise<TestResponse> =>
      apply(server, `${widgets}/a?fieldManager=m`, widget("a", { spec: { b: 1 } }));
    const why = ".spec.a: expected numeric (int or float), got string";
    const object = "(default/a; example.com/v1, Kind=Widget)";
    await expect
      .poll(async () => (await put()).json.message, { interval: 1 })
      .toBe(`failed to create typed live object ${object}: ${why}`);
    const labelled = await send(server, "PATCH", `${widgets}/a`, { metadata: { labels: { x: "y" } } });
    expect([labelled.status, ownersOf(labelled)]).toEqual([200, []]);
    expect((await put()).json.message).toBe(
      `failed to create manager for existing fields: failed to convert new object ${object} to smd typed: ${why}`,
    );
    await send(server, "PATCH", `${widgets}/a`, { spec: { a: 1 } });
    expect(ownersOf(await put())).toEqual(["m Apply", "before-first-apply Update"]);
  });
});

it("owners in a version that lacks fields of the other are dropped by a write through it", async () => {
  await using server = await start();
  const text = { type: "string" };
  await define(server, versionOf("v1", specOf({ a: text, b: text })), versionOf("v2", specOf({ a: text })));
  await send(server, "POST", widgets, widget("a", { spec: { a: "1" } }));
  const v2 = widgets.replace("/v1/", "/v2/");
  const narrow = await send(server, "PATCH", `${v2}/a`, { spec: { a: "2" } });
  expect(ownersOf(narrow)).toEqual(["unknown Update", "unknown Update"]);
  await send(server, "PATCH", `${widgets}/a`, { spec: { b: "3" } });
  expect(ownersOf(await send(server, "GET", `${widgets}/a`))).toEqual([]);
});

it("a definition with an invalid certificate bundle is not established, and an update cannot set one", async () => {
  await using server = await start();
  const made = definition([versionOf("v1", specOf({}))]) as { readonly spec: object };
  const conversion = (caBundle: string): object => ({
    strategy: "Webhook",
    webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://example.com", caBundle } },
  });
  const broken = Buffer.from("no certificate").toString("base64");
  await send(server, "POST", definitions, { ...made, spec: { ...made.spec, conversion: conversion(broken) } });
  const at = `${definitions}/widgets.example.com`;
  const established = async (): Promise<string | undefined> => {
    const { json } = await send(server, "GET", at);
    const found = json.status.conditions?.find(({ type }: { type: string }) => type === "Established");
    return found === undefined ? undefined : `${found.status} ${found.reason}`;
  };
  await expect.poll(established, { interval: 1 }).toBe("False InvalidCABundle");
  await send(server, "PATCH", at, { spec: { conversion: { strategy: "None", webhook: null } } });
  await expect.poll(established, { interval: 1 }).toBe("True InitialNamesAccepted");
  const refused = await send(server, "PATCH", at, { spec: { conversion: conversion(broken) } });
  expect([refused.status, refused.json.details.causes[0].field]).toEqual([
    422,
    "spec.conversion.webhookClientConfig.caBundle",
  ]);
});

it("subresources are discovered in the order status, scale", async () => {
  await using server = await start();
  const replicas = { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" };
  await define(server, versionOf("v1", specOf({}), { subresources: { status: {}, scale: replicas } }));
  const { json } = await send(server, "GET", "/apis/example.com/v1");
  const names = json.resources.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["widgets", "widgets/status", "widgets/scale"]);
});

it("the deletion of a definition removes its objects first, and creates are refused until then", async () => {
  await using server = await start();
  await define(server, versionOf("v1", specOf({})));
  await send(server, "POST", widgets, widget("a", {}));
  const held = widget("held", {}) as { metadata: object };
  await send(server, "POST", widgets, { ...held, metadata: { ...held.metadata, finalizers: ["example.com/hold"] } });
  const deleted = await send(server, "DELETE", `${definitions}/widgets.example.com`);
  expect([deleted.status, deleted.json.kind]).toEqual([200, "CustomResourceDefinition"]);
  await expect
    .poll(async () =>
      (await send(server, "GET", widgets)).json.items?.map((i: { metadata: { name: string } }) => i.metadata.name),
    )
    .toEqual(["held"]);
  const refused = await send(server, "POST", widgets, widget("b", {}));
  expect([refused.status, refused.json.message]).toEqual([
    405,
    "create not allowed while custom resource definition is terminating",
  ]);
  await send(server, "PATCH", `${widgets}/held`, { metadata: { finalizers: null } });
  server.clock.advance(2_000);
  await expect.poll(async () => (await send(server, "GET", `${definitions}/widgets.example.com`)).status).toBe(404);
  expect((await send(server, "GET", widgets)).status).toBe(404);
});

it("a scale, a status, columns and selectable fields are found by the paths of the definition", async () => {
  await using server = await start();
  await define(
    server,
    versionOf(
      "v1",
      {
        type: "object",
        properties: {
          spec: { type: "object", properties: { n: { type: "integer" }, color: { type: "string" } } },
          status: { type: "object", properties: { n: { type: "integer" } } },
        },
      },
      {
        subresources: { status: {}, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } },
        additionalPrinterColumns: [{ name: "Color", type: "string", jsonPath: ".spec.color" }],
        selectableFields: [{ jsonPath: ".spec.color" }],
      },
    ),
  );
  await send(server, "POST", widgets, widget("a", { spec: { n: 2, color: "red" }, status: { n: 9 } }));
  await send(server, "POST", widgets, widget("b", { spec: { n: 2, color: "blue" } }));
  const scale = await send(server, "GET", `${widgets}/a/scale`);
  expect([scale.json.spec, scale.json.status]).toEqual([{ replicas: 2 }, { replicas: 0 }]);
  const selected = await send(server, "GET", `${widgets}?fieldSelector=spec.color%3Dred`);
  expect(selected.json.items.map((i: { metadata: { name: string } }) => i.metadata.name)).toEqual(["a"]);
  const status = await send(server, "PATCH", `${widgets}/a/status`, { spec: { n: 7 }, status: { n: 2 } });
  expect([status.json.spec.n, status.json.status]).toEqual([2, { n: 2 }]);
  const table = await server.fetch(widgets, { headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" } });
  const { columnDefinitions, rows } = (await table.json()) as {
    columnDefinitions: readonly { name: string }[];
    rows: readonly { cells: readonly unknown[] }[];
  };
  expect([columnDefinitions.map((c) => c.name), rows.map((r) => r.cells)]).toEqual([
    ["Name", "Color"],
    [
      ["a", "red"],
      ["b", "blue"],
    ],
  ]);
});

describe("objects that a webhook converts", () => {
  const v2 = widgets.replace("/v1/", "/v2/");
  const schemas = {
    v1: specOf({ address: { type: "string" } }),
    v2: specOf({ host: { type: "string" }, port: { type: "string" } }, { required: ["host"] }),
  };
  const inV2 = (name: string, spec: object): object => ({ ...widget(name, { spec }), apiVersion: "example.com/v2" });

  interface Hook {
    calls: number;
    problem: string | undefined;
  }

  const converted = (object: ApiObject, apiVersion: string): ApiObject => {
    const { address = "", host = "", port = "" } = (object["spec"] ?? {}) as Readonly<Record<string, string>>;
    const [first = "", second = ""] = address.split(":");
    const spec = apiVersion.endsWith("/v2") ? { host: first, port: second } : { address: `${host}:${port}` };
    return { ...object, apiVersion, spec };
  };

  async function startConverting(
    selectable: { readonly v1?: readonly object[]; readonly v2?: readonly object[] } = {},
  ): Promise<{ readonly server: TestServer; readonly hook: Hook }> {
    const hook: Hook = { calls: 0, problem: undefined };
    const server = await startTestServer({
      dialect: kubernetesDialect,
      controlPlane: {
        callConversionWebhook: async (_, { apiVersion, kind, request }) => {
          hook.calls++;
          if (hook.problem !== undefined) throw new Error(hook.problem);
          const convertedObjects = request.objects.map((object) => converted(object, request.desiredAPIVersion));
          return { apiVersion, kind, response: { uid: request.uid, result: { status: "Success" }, convertedObjects } };
        },
      },
    });
    const { v1 = [], v2: ofV2 = [] } = selectable;
    const versions = [
      versionOf("v1", schemas.v1, { selectableFields: v1 }),
      versionOf("v2", schemas.v2, { selectableFields: ofV2 }),
    ];
    const made = definition(versions) as { readonly spec: object };
    const webhook = { conversionReviewVersions: ["v1"], clientConfig: { url: "https://example.com/convert" } };
    const conversion = { strategy: "Webhook", webhook };
    await send(server, "POST", definitions, { ...made, spec: { ...made.spec, conversion } });
    await expect.poll(async () => (await send(server, "GET", v2)).status, { interval: 1 }).toBe(200);
    return { server, hook };
  }

  it.each([
    [true, "192.0.2.5"],
    [false, "10.0.0.7"],
  ])("are converted by a service, with routing to endpoints %s at %s", async (routeToEndpoints, address) => {
    const egress = createEgress({ policy: () => ({ deniedSubnets: ["0.0.0.0/0"] }) });
    const admissionOptions = { webhooks: { routeToEndpoints } };
    await using server = await startTestServer({
      dialect: kubernetesDialect,
      controlPlane: { admissionOptions, egress },
    });
    const metadata = { name: "converter" };
    const services = "/api/v1/namespaces/default/services";
    await send(server, "POST", services, { metadata, spec: { clusterIP: "10.0.0.7", ports: [{ port: 443 }] } });
    const subsets = [{ addresses: [{ ip: "192.0.2.5" }], ports: [{ port: 8443 }] }];
    await send(server, "POST", services.replace("services", "endpoints"), { metadata, subsets });
    const made = definition([versionOf("v1", schemas.v1), versionOf("v2", schemas.v2)]) as { readonly spec: object };
    const clientConfig = { service: { name: "converter", namespace: "default" } };
    const conversion = { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig } };
    await send(server, "POST", definitions, { ...made, spec: { ...made.spec, conversion } });
    await expect.poll(async () => (await send(server, "GET", v2)).status, { interval: 1 }).toBe(200);
    const { status, json } = await send(server, "POST", v2, inV2("a", { host: "h" }));
    expect([status, json.message]).toEqual([500, expect.stringContaining(address)]);
  });

  it("are selected in each version by the fields of that version", async () => {
    const { server } = await startConverting({
      v1: [{ jsonPath: ".spec.address" }],
      v2: [{ jsonPath: ".spec.host" }, { jsonPath: ".spec.port" }],
    });
    await using _ = server;
    await send(server, "POST", v2, inV2("a", { host: "h", port: "1" }));
    await send(server, "POST", v2, inV2("b", { host: "h", port: "2" }));
    await send(server, "POST", v2, inV2("c", { host: "i", port: "1" }));
    const selected = async (path: string, selector: string): Promise<readonly string[]> => {
      const { json } = await send(server, "GET", `${path}?fieldSelector=${encodeURIComponent(selector)}`);
      return json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    };
    expect(await selected(v2, "spec.host=h")).toEqual(["a", "b"]);
    expect(await selected(v2, "spec.host=h,spec.port=1")).toEqual(["a"]);
    expect(await selected(v2, "spec.port!=1")).toEqual(["b"]);
    expect(await selected(widgets, "spec.address=h:2")).toEqual(["b"]);
  });

  it("are watched and deleted by the fields of each version", async () => {
    const { server } = await startConverting({
      v1: [{ jsonPath: ".spec.address" }],
      v2: [{ jsonPath: ".spec.host" }, { jsonPath: ".spec.port" }],
    });
    await using _ = server;
    await send(server, "POST", v2, inV2("first", { host: "h", port: "1" }));
    const response = await server.fetch(`${v2}?watch=true&fieldSelector=spec.host%3Dh`);
    const lines = response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
    let text = "";
    const nextEvent = async (): Promise<string> => {
      while (!text.includes("\n")) text += (await lines?.next())?.value ?? "\n";
      const { type, object } = JSON.parse(text.slice(0, text.indexOf("\n"))) as { type: string; object: ApiObject };
      text = text.slice(text.indexOf("\n") + 1);
      return `${type} ${object.metadata.name} ${JSON.stringify(object["spec"])}`;
    };
    expect(await nextEvent()).toBe('ADDED first {"host":"h","port":"1"}');
    await send(server, "POST", v2, inV2("other", { host: "i", port: "1" }));
    await send(server, "PATCH", `${v2}/first`, { spec: { port: "2" } });
    expect(await nextEvent()).toBe('MODIFIED first {"host":"h","port":"2"}');
    await send(server, "PATCH", `${v2}/other`, { spec: { host: "h" } });
    expect(await nextEvent()).toBe('ADDED other {"host":"h","port":"1"}');
    await send(server, "PATCH", `${v2}/first`, { spec: { host: "j" } });
    expect(await nextEvent()).toBe('DELETED first {"host":"h","port":"2"}');
    expect((await send(server, "DELETE", `${v2}?fieldSelector=spec.host%3Dh`)).status).toBe(200);
    expect(await nextEvent()).toBe('DELETED other {"host":"h","port":"1"}');
    expect((await send(server, "GET", v2)).json.items).toMatchObject([{ metadata: { name: "first" } }]);
  });

  it("are read and written in each version, and converted once for reads", async () => {
    const { server, hook } = await startConverting();
    await using _ = server;
    await send(server, "POST", widgets, widget("a", { spec: { address: "h:1" } }));
    expect((await send(server, "GET", `${v2}/a`)).json.spec).toEqual({ host: "h", port: "1" });
    const { calls } = hook;
    expect((await send(server, "GET", v2)).json.items.map((i: ApiObject) => i["spec"])).toEqual([
      { host: "h", port: "1" },
    ]);
    expect(hook.calls).toBe(calls);
    const created = await send(server, "POST", v2, inV2("b", { host: "i", port: "2" }));
    expect([created.status, created.json.spec]).toEqual([201, { host: "i", port: "2" }]);
    expect((await send(server, "GET", `${widgets}/b`)).json.spec).toEqual({ address: "i:2" });
    const patched = await send(server, "PATCH", `${v2}/a`, { spec: { port: "9" } });
    expect([patched.status, patched.json.spec]).toEqual([200, { host: "h", port: "9" }]);
    expect((await send(server, "GET", `${widgets}/a`)).json.spec).toEqual({ address: "h:9" });
    expect((await send(server, "POST", v2, inV2("c", { port: "1" }))).status).toBe(422);
  });

  it("stay available in the storage version while the webhook fails, and the error has the reason", async () => {
    const { server, hook } = await startConverting();
    await using _ = server;
    await send(server, "POST", widgets, widget("a", { spec: { address: "h:1" } }));
    hook.problem = "EOF";
    const why = "conversion webhook for example.com/v1, Kind=Widget failed: EOF";
    const one = await send(server, "GET", `${v2}/a`);
    expect([one.status, one.json.message]).toEqual([500, why]);
    const list = await send(server, "GET", v2);
    expect([list.status, list.json.message]).toEqual([
      429,
      `storage is (re)initializing: failed to list example.com/v2, Kind=Widget: ${why}`,
    ]);
    expect((await send(server, "GET", `${widgets}/a`)).json.spec).toEqual({ address: "h:1" });
    expect((await send(server, "GET", `${v2}?watch=true`)).status).toBe(429);
    for (const path of [`${v2}/a`, v2]) {
      const kept = await send(server, "DELETE", path);
      expect([kept.status, kept.json.message]).toEqual([500, why]);
    }
    hook.problem = undefined;
    expect((await send(server, "GET", `${v2}/a`)).status).toBe(200);
    expect((await send(server, "DELETE", v2)).json.items).toHaveLength(1);
  });

  it("are converted when another version becomes the stored one", async () => {
    const { server } = await startConverting();
    await using _ = server;
    await send(server, "POST", widgets, widget("a", { spec: { address: "h:1" } }));
    await send(server, "PATCH", `${definitions}/widgets.example.com`, {
      spec: {
        versions: [versionOf("v1", schemas.v1, { storage: false }), versionOf("v2", schemas.v2, { storage: true })],
      },
    });
    const stored = await send(server, "GET", `${definitions}/widgets.example.com`);
    expect(stored.json.status.storedVersions).toEqual(["v1", "v2"]);
    expect((await send(server, "GET", v2)).json.items.map((i: ApiObject) => i["spec"])).toEqual([
      { host: "h", port: "1" },
    ]);
    expect((await send(server, "GET", `${widgets}/a`)).json.spec).toEqual({ address: "h:1" });
    expect((await send(server, "PATCH", `${widgets}/a`, { metadata: { labels: { x: "y" } } })).status).toBe(200);
  });
});

it.each([
  ["brackets that stay open", ".spec[", ["Name", "first"], ["w", "red"]],
  ["all that is inside", "..", ["Name", "first", "odd", "last"], undefined],
  ["a stride of zero", ".spec.list[0:9:0]", ["Name", "first", "odd", "last"], ["w", "red", null, "red"]],
])(
  "the table of a type with a column of %s has the columns before it, or an answer",
  async (_, jsonPath, columns, cells) => {
    await using server = await startTestServer({ dialect: kubernetesDialect });
    const column = (name: string, path: string): object => ({ name, type: "string", jsonPath: path });
    const color = specOf({ color: { type: "string" } });
    const additionalPrinterColumns = [
      column("first", ".spec.color"),
      column("odd", jsonPath),
      column("last", ".spec.color"),
    ];
    await define(server, versionOf("v1", color, { additionalPrinterColumns }));
    await send(server, "POST", widgets, widget("w", { spec: { color: "red" } }));
    const table = await server.fetch(widgets, { headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" } });
    expect(table.status).toBe(200);
    const { columnDefinitions, rows } = (await table.json()) as {
      columnDefinitions: readonly { name: string }[];
      rows: readonly { cells: readonly unknown[] }[];
    };
    expect(columnDefinitions.map(({ name }) => name)).toEqual(columns);
    expect(rows[0]?.cells).toEqual(cells ?? ["w", "red", expect.stringMatching(/^\{"apiVersion"/), "red"]);
  },
);

it("a row of a table has a bounded size, however many columns show one value", async () => {
  await using server = await startTestServer({ dialect: kubernetesDialect });
  const additionalPrinterColumns = Array.from({ length: 40 }, (_, i) => ({
    name: `c${i}`,
    type: "string",
    jsonPath: ".spec.text",
  }));
  await define(server, versionOf("v1", specOf({ text: { type: "string" } }), { additionalPrinterColumns }));
  const text = "x".repeat(1_000_000);
  await send(server, "POST", widgets, widget("w", { spec: { text } }));
  const accept = "application/json;as=Table;g=meta.k8s.io;v=v1";
  const table = await server.fetch(`${widgets}?includeObject=None`, { headers: { accept } });
  const { rows } = (await table.json()) as { rows: readonly { cells: readonly unknown[] }[] };
  expect(rows[0]?.cells.map((cell) => (typeof cell === "string" ? cell.length : cell))).toEqual([
    1,
    ...Array.from({ length: 4 }, () => 1_000_000),
    ...Array.from({ length: 36 }, () => null),
  ]);
});
