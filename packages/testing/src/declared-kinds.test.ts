import { kubernetesDialect } from "@svc/meta";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import { define, jsonRequest, versionOf, widget, widgetDefinition, widgetsPath } from "./widget-type.ts";

const widgets = widgetsPath();
const own = "example.com/v1";

const counted = { type: "object", properties: { n: { type: "integer" } } };
const schemaWith = (name: string): object => ({ type: "object", properties: { [name]: counted, status: counted } });

const definition = widgetDefinition([
  versionOf("v1", schemaWith("spec"), {
    subresources: { status: {}, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } },
  }),
  versionOf("v2", schemaWith("other"), { served: false }),
]);

interface Outcome {
  readonly code: number;
  readonly message?: string | undefined;
  readonly warnings?: readonly string[];
}

let origin: TestServer;

async function send(server: TestServer, method: string, path: string, body: object | string): Promise<Outcome> {
  const response = await server.fetch(path, jsonRequest(method, body));
  const { message } = (await response.json()) as { message?: string };
  const warnings = [...(response.headers.get("warning") ?? "").matchAll(/unknown field \\"([^"\\]*)/g)];
  return { code: response.status, message, warnings: warnings.map(([, name]) => name ?? "") };
}

beforeAll(async () => {
  origin = await startTestServer({ dialect: kubernetesDialect });
  await define(origin, definition);
  await send(origin, "POST", widgets, widget("a", { spec: { n: 1 } }));
  return () => origin[Symbol.asyncDispose]();
});

const odd = { metadata: { name: "b", odd: 1 }, spec: { n: 1 }, other: { n: 1, x: 1 } };
const mismatch = (apiVersion: string): string =>
  `the API version in the data (${apiVersion}) does not match the expected API version (${own})`;

describe("an object of an extension type that declares another version or kind is decoded as that first", () => {
  it.for<[string, string, readonly string[], string]>([
    ["example.com/v2", "Widget", ["metadata.odd", "other.x", "spec"], mismatch("example.com/v2")],
    ["example.com/v9", "Widget", ["metadata.odd", "other", "spec"], mismatch("example.com/v9")],
    ["example.com/v9", "Other", ["metadata.odd"], mismatch("example.com/v9")],
    ["apps/v1", "Widget", ["metadata.odd"], mismatch("apps/v1")],
    [own, "Other", ["metadata.odd"], 'Other.example.com "b" is invalid: kind: Invalid value: "Other": must be Widget'],
  ])("%s %s", async ([apiVersion, kind, unknown, message]) => {
    const body = { apiVersion, kind, ...odd };
    const code = apiVersion === own ? 422 : 400;
    expect(await send(origin, "POST", widgets, body)).toEqual({ code, message, warnings: unknown });
    const strict = await send(origin, "POST", `${widgets}?fieldValidation=Strict`, body);
    const fields = unknown.map((name) => `unknown field "${name}"`).join(", ");
    const version = apiVersion.split("/").at(-1);
    expect(strict).toEqual({
      code: 400,
      message: `${kind} in version "${version}" cannot be handled as a ${kind}: strict decoding error: ${fields}`,
      warnings: [],
    });
    expect(await send(origin, "POST", `${widgets}?fieldValidation=Ignore`, body)).toEqual({
      code,
      message,
      warnings: [],
    });
    const undecodable = await send(origin, "POST", widgets, { ...body, metadata: { labels: 1 } });
    expect(undecodable).toMatchObject({ code: 400, message: expect.stringContaining("cannot unmarshal number") });
  });

  it("by a patch too", async () => {
    const body = { apiVersion: "example.com/v9", spec: { n: 2 } };
    const message =
      'Widget.example.com "a" is invalid: apiVersion: Invalid value: "example.com/v9": must be example.com/v1';
    expect(await send(origin, "PATCH", `${widgets}/a`, body)).toEqual({ code: 422, message, warnings: ["spec"] });
    const strict = await send(origin, "PATCH", `${widgets}/a?fieldValidation=Strict`, body);
    expect(strict).toMatchObject({
      code: 422,
      message: expect.stringContaining('strict decoding error: unknown field "spec"'),
    });
  });
});

describe("the declared kind of an extension object is validated after", () => {
  const other = (name: string, more: object = {}): object => ({
    apiVersion: own,
    kind: "Other",
    metadata: { name, ...more },
    spec: { n: 1 },
  });

  it.for<[string, string, string, object, Outcome]>([
    ["the namespace", "POST", "", other("b", { namespace: "no" }), { code: 400 }],
    ["the name", "PUT", "/a", other("b"), { code: 400 }],
    ["the object was found", "PUT", "/none", other("none"), { code: 404 }],
    ["its version was sent", "PUT", "/a", other("a"), { code: 422, message: expect.stringContaining("0x0") }],
    ["and matched", "PUT", "/a/status", other("a", { resourceVersion: "1" }), { code: 409 }],
  ])("%s", async ([, method, path, body, want]) => {
    expect(await send(origin, method, `${widgets}${path}`, body)).toMatchObject(want);
  });

  it("but not in writes of the status, which keep kind and schema", async () => {
    await using server = await origin.fork();
    const found = (await (await server.fetch(`${widgets}/a`)).json()) as { metadata: object };
    const body = { apiVersion: own, kind: "Other", metadata: found.metadata, status: { n: 2, x: 1 } };
    expect(await send(server, "PUT", `${widgets}/a/status`, body)).toMatchObject({ code: 200 });
    const after: unknown = await (await server.fetch(`${widgets}/a`)).json();
    expect(after).toMatchObject({ kind: "Widget", spec: { n: 1 }, status: { n: 2 } });
    expect(after).not.toHaveProperty("status.x");
  });
});

it.for<[string, object | string]>([
  ["another type", { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" }, spec: { replicas: "a" } }],
  ["no JSON", "{"],
])("a scale of an extension type with %s is refused as of no kind", async ([, body]) => {
  const message = 'no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:110"';
  expect(await send(origin, "PUT", `${widgets}/a/scale`, body)).toMatchObject({ code: 400, message });
});
