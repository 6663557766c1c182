import { type ExtensionGroups, type GroupsSnapshot, type ServerExtension, textResponse } from "@svc/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

const group = "remote.example.com";

/** Serves `remote.example.com/v1` by a handler that tells what it was asked. */
const remote: GroupsSnapshot = {
  handler: (name, version) =>
    name === group && version === "v1"
      ? ({ user, info }) => textResponse(200, `${user.name} ${info.verb} ${info.path}`)
      : undefined,
  plain: (groups) => [{ name: group, versions: ["v1"] }, ...groups],
  aggregated: (groups) => [...groups, { name: group, versions: [{ version: "v1", freshness: "Stale" }] }],
  openApiV2: (document) => ({ ...document, "x-remote": true }),
  openApiV3: new Map([
    [
      `apis/${group}/v1`,
      { serverRelativeUrl: `/openapi/v3/apis/${group}/v1?hash=1`, handler: () => textResponse(200, "remote document") },
    ],
  ]),
};
const nothing: GroupsSnapshot = { handler: () => undefined };

describe("groups that an extension serves by handlers", () => {
  let server: TestServer;
  let snapshot: GroupsSnapshot;
  beforeEach(async () => {
    snapshot = remote;
    const groups: ExtensionGroups = { snapshot: () => snapshot };
    const extension: ServerExtension = { name: "remote", groups: () => groups };
    server = await startTestServer({ config: { extensions: [extension] } });
  });
  afterEach(async () => server[Symbol.asyncDispose]());
  const text = async (path: string, init?: RequestInit): Promise<string> => (await server.fetch(path, init)).text();

  const handled = [
    { path: `/apis/${group}/v1`, want: `admin get /apis/${group}/v1` },
    { path: `/apis/${group}/v1/namespaces/a/things`, want: `admin list /apis/${group}/v1/namespaces/a/things` },
    { path: `/apis/${group}/v1/things/b/c/d`, want: `admin get /apis/${group}/v1/things/b/c/d` },
    { path: `/apis/${group}/v2/things`, want: "404 page not found\n" },
    { path: `//apis/${group}/v1`, want: "404 page not found\n" },
  ];
  test.each(handled)("$path gets $want", async ({ path, want }) => {
    expect(await text(`https://test.invalid${path}`)).toBe(want);
  });

  test("requests for them are authorized first", async () => {
    const response = await server.as({ name: "bob" }).fetch(`/apis/${group}/v1/things`);
    expect(response.status).toBe(403);
  });

  test("an extension takes precedence over the catalog", async () => {
    snapshot = { handler: (name) => (name === "apps" ? () => textResponse(200, "mine") : undefined) };
    expect(await text("/apis/apps/v1/deployments")).toBe("mine");
    expect(await text("/apis/batch/v1/jobs")).toContain("JobList");
  });

  const accept = "application/json;g=apidiscovery.svc.io;v=v2;as=APIGroupDiscoveryList";
  const found = async () => {
    const plain = JSON.parse(await text("/apis")) as { readonly groups: readonly { readonly name: string }[] };
    const all = JSON.parse(await text("/apis", { headers: { accept } })) as {
      readonly items: readonly { readonly metadata: { readonly name: string } }[];
    };
    const v2 = JSON.parse(await text("/openapi/v2")) as Readonly<Record<string, unknown>>;
    const v3 = JSON.parse(await text("/openapi/v3")) as { readonly paths: Readonly<Record<string, object>> };
    const root = JSON.parse(await text("/")) as { readonly paths: readonly string[] };
    return {
      group: (await server.fetch(`/apis/${group}`)).status,
      plain: plain.groups[0]?.name === group,
      aggregated: all.items.at(-1)?.metadata.name === group,
      v2: v2["x-remote"] === true,
      v3: v3.paths[`apis/${group}/v1`],
      document: (await server.fetch(`/openapi/v3/apis/${group}/v1`)).status,
      root: root.paths.includes(`/apis/${group}/v1`),
    };
  };

  test("discovery and OpenAPI contain them, and follow changes", async () => {
    const served = {
      ...{ group: 200, plain: true, aggregated: true, v2: true, document: 200, root: true },
      v3: { serverRelativeURL: `/openapi/v3/apis/${group}/v1?hash=1` },
    };
    expect(await found()).toEqual(served);
    snapshot = nothing;
    const none = { group: 404, plain: false, aggregated: false, v2: false, v3: undefined, document: 404, root: false };
    expect(await found()).toEqual(none);
    snapshot = remote;
    expect(await found()).toEqual(served);
  });
});
