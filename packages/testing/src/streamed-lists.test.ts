import { kubernetesDialect, svcDialect } from "@svc/meta";
import { expect, test } from "vitest";
import { startTestServer } from "./index.ts";

interface Bookmark {
  readonly type: string;
  readonly object: { readonly metadata: { readonly annotations?: Readonly<Record<string, string>> } };
}

const partial = (group: string): string => `application/json;as=PartialObjectMetadata;g=${group};v=v1`;

test.each([
  { dialect: svcDialect, api: "svc.io", labels: "svc.io" },
  { dialect: kubernetesDialect, api: "k8s.io", labels: "kubernetes.io" },
])("a streamed list ends with the fields after its items: $dialect.name", async ({ dialect, api, labels }) => {
  await using server = await startTestServer({ dialect, config: { featureGates: { WatchList: true } } });
  const stream = async (accept: string): Promise<readonly Bookmark[]> => {
    const query = "watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan";
    const response = await server.fetch(`/api/v1/namespaces?${query}&timeoutSeconds=5`, { headers: { accept } });
    server.clock.advance(10_000);
    const lines = (await response.text()).trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Bookmark);
  };
  const around = async (accept: string): Promise<unknown> => {
    const events = await stream(accept);
    const end = events.findIndex(({ type }) => type !== "ADDED");
    expect([end, events[end]?.type]).toEqual([4, "BOOKMARK"]);
    const { annotations = {} } = events[end]?.object.metadata ?? {};
    expect(annotations[`${api}/initial-events-end`]).toBe("true");
    const list = Buffer.from(annotations[`${labels}/initial-events-list-blueprint`] ?? "", "base64").toString();
    return JSON.parse(list);
  };
  expect(await around("application/json")).toEqual({
    kind: "NamespaceList",
    apiVersion: "v1",
    metadata: {},
    items: null,
  });
  expect(await around(partial(`meta.${api}`))).toMatchObject({
    kind: "PartialObjectMetadataList",
    apiVersion: `meta.${api}/v1`,
    items: null,
  });
});
