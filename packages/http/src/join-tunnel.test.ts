import { once } from "node:events";
import { Duplex } from "node:stream";
import { createManualClock } from "@svc/base";
import { expect, test } from "vitest";
import type { ResponseWriter, Tunnel } from "./http.ts";
import { joinTunnel } from "./join-tunnel.ts";

/** A connection whose peer reads when it is told to. */
function connection(): { readonly socket: Duplex; readonly read: () => void } {
  const waiting: (() => void)[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write: (_piece, _encoding, done) => void waiting.push(done),
  });
  return { socket, read: () => waiting.shift()?.() };
}

const tunnelOf = (client: Duplex): Tunnel => ({ take: () => client }) as Pick<Tunnel, "take"> as Tunnel;

async function leftTunnel() {
  const clock = createManualClock();
  const client = connection().socket;
  const backend = connection();
  joinTunnel(tunnelOf(client), backend.socket, { clock });
  client.push("for the backend");
  await once(client, "data");
  client.destroy();
  await once(client, "close");
  return { clock, backend };
}

test("a stream whose backend has closed before the tunnel opened is aborted", async () => {
  const backend = connection().socket;
  backend.destroy();
  await once(backend, "close");
  const calls: string[] = [];
  const writer: ResponseWriter = {
    connection: {},
    write: () => true,
    onDrain: () => undefined,
    onClose: () => undefined,
    end: () => calls.push("end"),
    abort: () => calls.push("abort"),
  };
  const body = (async function* () {
    await new Promise(() => undefined);
    yield Buffer.alloc(0);
  })();
  joinTunnel({ writer, body }, backend);
  expect(calls).toEqual(["abort"]);
});

test("a backend that does not read is closed 30 s after its client has disconnected", async () => {
  const { clock, backend } = await leftTunnel();
  clock.advance(29_999);
  expect(backend.socket.destroyed).toBe(false);
  clock.advance(1);
  expect(backend.socket.destroyed).toBe(true);
});

test("a backend that reads in time gets the data that its client sent before it disconnected", async () => {
  const { clock, backend } = await leftTunnel();
  clock.advance(20_000);
  const finished = once(backend.socket, "finish");
  backend.read();
  await finished;
  expect(backend.socket.writableFinished).toBe(true);
});
