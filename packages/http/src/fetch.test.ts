import { expect, test } from "vitest";
import { toFetch } from "./fetch.ts";
import type { ResponseWriter } from "./http.ts";

test("after the reader of a stream has cancelled it, the writer's calls have no effect", async () => {
  let writer: ResponseWriter | undefined;
  let closed = 0;
  const start = (started: ResponseWriter): void => {
    writer = started;
    started.onClose(() => closed++);
  };
  const fetch = toFetch(() => ({ status: 200, headers: [], body: { start } }));
  const response = await fetch(new Request("http://server.example/"));
  await response.body?.cancel();
  expect([writer?.write(Buffer.from("late")), closed]).toEqual([false, 1]);
  writer?.end();
  writer?.abort();
  expect(closed).toBe(1);
});
