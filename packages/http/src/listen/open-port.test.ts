import { once } from "node:events";
import { connect } from "node:net";
import { createManualClock } from "@svc/base";
import { expect, it } from "vitest";
import { listen, listenNode } from "../index.ts";

it.each([
  ["listen", listen],
  ["listenNode", listenNode],
])("a port of %s destroys its connections when the grace period is over, by its clock", async (_name, open) => {
  const clock = createManualClock();
  const received = Promise.withResolvers<AbortSignal>();
  const handler: Parameters<typeof listen>[0] = ({ signal }) => {
    received.resolve(signal);
    return new Promise(() => undefined);
  };
  const listener = await open(handler, { port: 0, clock });
  const client = connect(listener.port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  const signal = await received.promise;
  const closed = listener.close(60_000);
  clock.advance(59_999);
  expect(signal.aborted).toBe(false);
  const aborted = once(signal, "abort");
  clock.advance(1);
  await Promise.all([aborted, once(client, "close"), closed]);
});

it("a port that closes without a grace period needs no time of its clock", async () => {
  const received = Promise.withResolvers<void>();
  const handler: Parameters<typeof listen>[0] = () => {
    received.resolve();
    return new Promise(() => undefined);
  };
  const listener = await listen(handler, { port: 0, clock: createManualClock() });
  const client = connect(listener.port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  await received.promise;
  await Promise.all([once(client, "close"), listener.close(0)]);
});
