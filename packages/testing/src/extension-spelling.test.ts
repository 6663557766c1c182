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
