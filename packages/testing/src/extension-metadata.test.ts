import { kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { startTestServer } from "./start-test-server.ts";
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

const widgets = widgetsPath();

describe("odd metadata of an object of an extension type", () => {
  const warning = (name: string): string =>
    `metadata.finalizers: \\"${name}\\": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`;
  const wrongVersion = (apiVersion: string): string =>
    `the API version in the data (${apiVersion}) does not match the expected API version (example.com/v1)`;

  it.each<
    [string, string, string, object, { code: number; causes?: readonly string[]; warns?: string; message?: string }]
  >([
    ["a uid, by its status", "PATCH", "/a/status", { metadata: { uid: "x" } }, { code: 200 }],
    [
      "labels, by its status",
      "PATCH",
      "/a/status",
      { metadata: { labels: { a: "b!" }, finalizers: ["bad"] } },
      { code: 200 },
    ],
    ["a prefix for names", "PATCH", "/a", { metadata: { generateName: "B_" } }, { code: 200 }],
    ["another uid", "PATCH", "/a", { metadata: { uid: "x" } }, { code: 422, causes: ["metadata.uid", "metadata.uid"] }],
    [
      "a finalizer without a domain",
      "PATCH",
      "/a",
      { metadata: { finalizers: ["bad", "orphan"] } },
      { code: 200, warns: warning("bad") },
    ],
    [
      "a built-in kind",
      "PUT",
      "/a",
      { apiVersion: "v1", kind: "Status", metadata: { name: "a" } },
      { code: 400, message: wrongVersion("v1") },
    ],
    [
      "an unknown kind",
      "PUT",
      "/a",
      { apiVersion: "no/v1", kind: "X", metadata: { name: "a" } },
      { code: 400, message: wrongVersion("no/v1") },
    ],
  ])("%s", async (_name, method, path, body, { code, causes, warns, message }) => {
    await using server = await startTestServer({ dialect: kubernetesDialect });
    await define(server, widgetDefinition([versionOf("v1", undefined, { subresources: { status: {} } })]));
    await server.fetch(widgets, jsonRequest("POST", widget("a")));
    const response = await server.fetch(`${widgets}${path}`, jsonRequest(method, body));
    const answer = (await response.json()) as { message?: string; details?: { causes?: { field: string }[] } };
    expect(response.status).toBe(code);
    expect(answer.details?.causes?.map(({ field }) => field)).toEqual(causes);
    expect(response.headers.get("warning")).toBe(warns === undefined ? null : `299 - "${warns}"`);
    expect(answer.message).toEqual(message ?? (code === 200 ? undefined : expect.any(String)));
  });
});

describe("an object that a changed schema makes an embedded one", () => {
  const free = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const embedded = { ...free, "x-kubernetes-embedded-resource": true };
  const kept = { apiVersion: "v1", kind: "K" };

  it.each<[string, object, object]>([
    ["labels of another type", { ...kept, metadata: { name: "n", labels: 5 } }, { ...kept, metadata: { name: "n" } }],
    ["one such label", { ...kept, metadata: { labels: { a: 1, b: "x" } } }, { ...kept, metadata: {} }],
    ["unknown metadata", { ...kept, metadata: { zz: 1, name: "n" } }, { ...kept, metadata: { name: "n" } }],
    ["no metadata", { ...kept, metadata: null }, { ...kept, metadata: {} }],
    ["a kind of another type", { apiVersion: "v1", kind: 5 }, { apiVersion: "v1" }],
  ])("stays readable, and is mended by removing it: %s", async (_, stored, shown) => {
    await using server = await startTestServer({ dialect: kubernetesDialect });
    const send = async (method: string, path: string, body?: object): Promise<unknown> =>
      (await server.fetch(path, jsonRequest(method, body))).json();
    await define(server, widgetDefinition([versionOf("v1", specOf({ e: free }))]));
    await send("POST", widgets, widget("a", { spec: { e: stored } }));
    const versions = [versionOf("v1", specOf({ e: embedded }))];
    await send("PATCH", `${definitionsPath}/widgets.example.com`, { spec: { versions } });
    expect(await send("GET", `${widgets}/a`)).toMatchObject({ spec: { e: shown } });
    expect(await send("GET", widgets)).toMatchObject({ items: [{ spec: { e: shown } }] });
    const { spec } = (await send("PATCH", `${widgets}/a`, { spec: { e: null } })) as { readonly spec: object };
    expect(spec).toEqual({});
  });
});
