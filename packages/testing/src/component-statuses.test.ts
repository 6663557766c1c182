import { expect, test } from "vitest";
import { startTestServer } from "./index.ts";

const path = "/api/v1/componentstatuses";

test("components are checked on request", async () => {
  const components = [{ name: "scheduler", problem: () => Promise.resolve("connection refused") }];
  await using server = await startTestServer({ controlPlane: { components } });
  const ask = async (query: string, accept = "application/json"): Promise<readonly [number, unknown]> => {
    const response = await server.fetch(`${path}${query}`, { headers: { accept } });
    return [response.status, await response.json()];
  };
  const item = (name: string, status: string, message: string): object => ({
    metadata: { name, creationTimestamp: null },
    conditions: [{ type: "Healthy", status, message }],
  });
  const scheduler = item("scheduler", "False", "connection refused");
  const store = item("etcd-0", "True", "ok");
  const list = (...items: readonly object[]): object => ({
    kind: "ComponentStatusList",
    apiVersion: "v1",
    metadata: {},
    items,
  });
  expect(await ask("")).toEqual([200, list(scheduler, store)]);
  expect(await ask("?fieldSelector=metadata.name%3Detcd-0")).toEqual([200, list(store)]);
  expect(await ask("?labelSelector=a%3Db")).toEqual([200, list()]);
  expect(await ask("/etcd-0")).toEqual([200, { kind: "ComponentStatus", apiVersion: "v1", ...store }]);
  expect(await ask("/nope")).toMatchObject([404, { message: 'componentstatus "nope" not found' }]);
  expect(await ask("?watch=1")).toMatchObject([405, { details: { kind: "componentstatuses" } }]);
  const table = "application/json;as=Table;g=meta.svc.io;v=v1";
  expect(await ask("", table)).toMatchObject([
    200,
    {
      kind: "Table",
      rows: [
        { cells: ["scheduler", "Unhealthy", "connection refused", ""] },
        { cells: ["etcd-0", "Healthy", "ok", ""] },
      ],
    },
  ]);
});
