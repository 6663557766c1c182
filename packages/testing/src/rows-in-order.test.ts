import { expect, test } from "vitest";
import { startTestServer } from "./index.ts";

test("rows of flow schemas are in the order in which requests meet them", async () => {
  await using server = await startTestServer();
  const response = await server.fetch("/apis/flowcontrol.apiserver.svc.io/v1/flowschemas", {
    headers: { accept: "application/json;as=Table;g=meta.svc.io;v=v1" },
  });
  const { rows } = (await response.json()) as { rows: readonly { cells: readonly unknown[] }[] };
  const order = rows.map(({ cells }) => Number(cells[2]));
  expect(order.length).toBeGreaterThan(2);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});
