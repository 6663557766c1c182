import { kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { startTestServer } from "./start-test-server.ts";
import { define, jsonRequest, versionOf, widget, widgetDefinition, widgetsPath } from "./widget-type.ts";

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
