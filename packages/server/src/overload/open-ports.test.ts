import type { Listener } from "@svc/http";
import { expect, test } from "vitest";
import { OpenPorts } from "./open-ports.ts";

test("open ports count connections of open ports, and accepted connections of closed ones too", async () => {
  const listener = (connections: number, accepted: number): Listener => {
    let isClosed = false;
    return {
      port: 1,
      address: "127.0.0.1",
      get connections() {
        if (isClosed) throw new Error("a closed port is counted");
        return connections;
      },
      accepted,
      renew: () => undefined,
      close: async () => void (isClosed = true),
    };
  };
  const ports = new OpenPorts();
  const first = ports.add(listener(1, 10));
  ports.add(listener(2, 20));
  expect([first.connections, first.accepted, ports.connections, ports.accepted]).toEqual([1, 10, 3, 30]);
  await Promise.all([first.close(0), first.close(0)]);
  expect([ports.connections, ports.accepted]).toEqual([2, 30]);
});
