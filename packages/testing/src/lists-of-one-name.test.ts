import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { startTestServer } from "./start-test-server.ts";

test.each([
  ["a limit alone is read from the store, which knows at once", "&limit=1", undefined],
  ["a match waits for the version", "&limit=1&resourceVersionMatch=NotOlderThan", 1],
  ["no limit waits for the version", "", 1],
])("a list of one name from a version of the future: %s", async (_name, options, retryAfterSeconds) => {
  await using server = await startTestServer({});
  const path = "/api/v1/namespaces/default/configmaps?fieldSelector=metadata.name=a&resourceVersion=9999";
  let isOver = false;
  const requested = server.fetch(`${path}${options}`).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextTurn();
    server.clock.advance(100);
  }
  const response = await requested;
  const { details } = (await response.json()) as { readonly details: { readonly retryAfterSeconds?: number } };
  expect([response.status, details.retryAfterSeconds]).toEqual([504, retryAfterSeconds]);
});
