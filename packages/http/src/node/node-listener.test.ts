import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, test } from "vitest";
import type { Handler } from "../http.ts";
import { listenNode } from "./listen-node.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test("an offer whose client resets the connection before the response is aborted, and its acceptance cancelled", async () => {
  const requested = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const handler: Handler = async ({ upgrade, signal }) => {
    const start = (): void => cancelled.reject(new Error("started"));
    const accepted = upgrade?.accept({ protocol: "echo", start, cancel: cancelled.resolve });
    const aborted = once(signal, "abort");
    requested.resolve();
    await aborted;
    return accepted ?? { status: 400, headers: [], body: Buffer.alloc(0) };
  };
  const listener = await listenNode(handler, { port: 0 });
  closing.push(() => listener.close(0));
  const client = connect(listener.port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
  await requested.promise;
  client.resetAndDestroy();
  await cancelled.promise;
}, 5_000);
