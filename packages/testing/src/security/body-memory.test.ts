import { expect, test } from "vitest";
import { startTestServer } from "../index.ts";

test("a body larger than the limit of one user's bodies gets 429", async () => {
  await using server = await startTestServer({ config: { limits: { maxUserBodyBytes: 1_000 } } });
  const send = async (length: number): Promise<readonly [number, string | null]> => {
    const body = JSON.stringify({ metadata: { name: `m${length}` }, data: { a: "a".repeat(length) } });
    const headers = { "content-type": "application/json" };
    const response = await server.fetch("/api/v1/namespaces/default/configmaps", { method: "POST", headers, body });
    return [response.status, response.headers.get("retry-after")];
  };
  expect([await send(500), await send(1_000), await send(501)]).toEqual([
    [201, null],
    [429, "1"],
    [201, null],
  ]);
});
