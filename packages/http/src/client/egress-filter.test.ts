import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createConnector } from "./connect.ts";
import { createEgressFilter } from "./egress-filter.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test("a name that resolves to an allowed address first and to a denied one later is resolved once", async () => {
  const server = createServer();
  let connections = 0;
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  let lookups = 0;
  const resolve: LookupFunction = (_name, _options, done) => {
    lookups++;
    done(null, [{ address: lookups === 1 ? "192.0.2.1" : "127.0.0.1", family: 4 }]);
  };
  const filter = createEgressFilter({ deniedSubnets: ["127.0.0.0/8"] }, resolve);
  // No machine has this address: the attempt ends by its timeout.
  const connect = createConnector({ connectTimeoutMs: 50 }, filter);
  const error = await connect(new URL(`http://rebinding.example:${port}`), "http/1.1").then(
    () => null,
    (failed: Error) => failed,
  );
  expect([error === null, lookups, connections]).toEqual([false, 1, 0]);
});

test("of the addresses of a name, only allowed ones are connected to", () => {
  const resolve: LookupFunction = (_name, _options, done) =>
    done(null, [
      { address: "127.0.0.1", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ]);
  const { lookup } = createEgressFilter({ deniedSubnets: ["127.0.0.0/8"] }, resolve);
  const found: unknown[] = [];
  lookup("x.example", { all: true }, (_error, addresses) => found.push(addresses));
  lookup("x.example", {}, (_error, address) => found.push(address));
  expect(found).toEqual([[{ address: "10.0.0.1", family: 4 }], "10.0.0.1"]);
});
