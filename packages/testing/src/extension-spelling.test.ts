import { kubernetesDialect } from "@svc/meta";
import { beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import { define, versionOf, widget, widgetDefinition, widgetsPath } from "./widget-type.ts";

const widgets = widgetsPath();
const apiVersion = "example.com/v1";
const metadata = { name: "b" };

let origin: TestServer;

beforeAll(async () => {
  origin = await startTestServer({ dialect: kubernetesDialect });
  await define(origin, widgetDefinition([versionOf("v1", { type: "object" })]));
  await answer("POST", widgets, widget("a"));
  return () => origin[Symbol.asyncDispose]();
});

async function answer(method: string, path: string, body: object, type = "application/json"): Promise<string> {
  const headers = { "content-type": type };
  const response = await origin.fetch(path, { method, headers, body: JSON.stringify(body) });
  const { message = "" } = (await response.json()) as { message?: string };
  return `${response.status} ${message}`;
}

it.each<[object, string]>([
  [
    { apiVersion, Kind: "Widget", metadata },
    "400 the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{",
  ],
  [
    { apiVersion, KIND: "Other", metadata },
    "400 the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{",
  ],
  [
    { Kind: "Widget", metadata },
    "400 the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{",
  ],
  [
    { ApiVersion: apiVersion, kind: "Widget", metadata },
    `400 the API version in the data () does not match the expected API version (${apiVersion})`,
  ],
])("the type of an extension object must be spelled exactly: %j", async (body, want) => {
  expect(await answer("POST", `${widgets}?dryRun=All`, body)).toContain(want);
});

it.each<[string, object, string]>([
  ["merge-patch", { kind: null }, "Object 'Kind' is missing in '{"],
  ["merge-patch", { kind: "" }, "Object 'Kind' is missing in '{"],
  ["json-patch", [{ op: "remove", path: "/kind" }], "Object 'Kind' is missing in '{"],
  ["merge-patch", { kind: 5 }, "couldn't get version/kind; json parse error"],
  ["merge-patch", { apiVersion: {} }, "couldn't get version/kind; json parse error"],
])("a %s that leaves an extension object without a kind is invalid: %j", async (type, patch, want) => {
  const reported = await answer("PATCH", `${widgets}/a?dryRun=All`, patch, `application/${type}+json`);
  expect(reported).toContain('422  "" is invalid: patch: Invalid value: ');
  expect(reported).toContain(want);
});

const mismatch = (named: string): string =>
  `400 the API version in the data (${named}) does not match the expected API version (${apiVersion})`;

it.each<[query: string, body: string, want: string, warning: string | null]>([
  ["", '{"kind":"Widget","kind":"Widget"}', mismatch(""), "kind"],
  ["", '{"kind":"Widget","z":1,"z":2}', mismatch(""), "z"],
  ["", '{"apiVersion":"x/v9","kind":"Widget","z":1,"z":2}', mismatch("x/v9"), "z"],
  [
    "?fieldValidation=Strict",
    '{"kind":"Widget","z":1,"z":2}',
    "400 Object 'apiVersion' is missing in 'object has no apiVersion field'",
    null,
  ],
  [
    "?fieldValidation=Strict",
    `{"apiVersion":"${apiVersion}","kind":"Other","z":1,"z":2}`,
    '400 Other in version "v1" cannot be handled as a Other: strict decoding error: duplicate field "z"',
    null,
  ],
])(
  "repeated fields of an extension object without metadata are reported: %s %s",
  async (query, body, want, repeated) => {
    const headers = { "content-type": "application/json" };
    const response = await origin.fetch(`${widgets}${query}`, { method: "POST", headers, body });
    const { message = "" } = (await response.json()) as { message?: string };
    expect(`${response.status} ${message}`).toBe(want);
    expect(response.headers.get("warning")).toBe(
      repeated === null ? null : `299 - "duplicate field \\"${repeated}\\""`,
    );
  },
);

it.each(["Widget", "WidgetList"])("a %s is no type that built-in kinds know", async (kind) => {
  const body = { apiVersion, kind, metadata };
  expect(await answer("POST", "/api/v1/namespaces/default/configmaps", body)).toBe(
    `400 ${kind} in version "v1" cannot be handled as a ConfigMap: no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:110"`,
  );
});
