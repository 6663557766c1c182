import { createHash } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect as connectTls, createServer, type TLSSocket } from "node:tls";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttpClient } from "./client/index.ts";
import { forwardUpgrade } from "./forward/index.ts";
import { type Handler, type Listener, listen } from "./index.ts";

const life = { nowMs: Date.now(), days: 1 };
const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
const subject = { commonName: "server" };
const tls = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], ...life });
const client = createHttpClient({ tls: { ca: authority.certificate } });

/** What a backend does with its side once it has switched, and what came with the offer. */
let behave: (socket: TLSSocket) => void;
const serverOptions = { cert: tls.certificate, key: tls.key, allowHalfOpen: true };
const backend = createServer(serverOptions, (socket) => {
  socket.on("error", () => undefined);
  socket.once("data", () => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: raw\r\n\r\n");
    behave(socket);
  });
});
let relay: Listener;
const handler: Handler = ({ upgrade, signal, method }) => {
  if (upgrade === undefined) throw new TypeError("nothing is offered");
  const url = new URL(`https://127.0.0.1:${(backend.address() as AddressInfo).port}/`);
  return forwardUpgrade({ client, upgrade, request: { method, url, headers: ["Host", "x"], signal } });
};

beforeAll(async () => {
  backend.listen(0, "127.0.0.1");
  await once(backend, "listening");
  relay = await listen(handler, { port: 0, address: "127.0.0.1", tls });
});
afterAll(async () => {
  client.close();
  backend.close();
  await relay.close(0);
});

/** The tunnel, its head read. */
async function open(): Promise<TLSSocket> {
  const options = { port: relay.port, host: "127.0.0.1", ca: authority.certificate, allowHalfOpen: true };
  const socket = connectTls(options);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: raw\r\n\r\n");
  let head = "";
  while (!head.includes("\r\n\r\n")) {
    const byte = socket.read(1) as Buffer | null;
    if (byte === null) await once(socket, "readable");
    else head += byte.toString("latin1");
  }
  expect(head).toMatch(/^HTTP\/1\.1 101 /);
  return socket;
}

/** Bytes that repeat after a prime, so that no piece is like another. */
const bytes = Buffer.from(Uint8Array.from({ length: 3_000_017 }, (_, i) => (i % 251) ^ (i >> 12)));
const hashOf = (all: Buffer): string => createHash("sha256").update(all).digest("hex");

async function readAll(socket: TLSSocket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

describe("a tunnel", () => {
  test.each([1, 100, 16_384, 70_000, 3_000_017])(
    "passes the data of a backend on in chunks of %i bytes",
    async (size) => {
      behave = (socket) => {
        for (let at = 0; at < bytes.length && at < size * 2000; at += size) socket.write(bytes.subarray(at, at + size));
        socket.end();
      };
      const want = bytes.subarray(0, Math.min(bytes.length, size * 2000));
      expect(hashOf(await readAll(await open()))).toBe(hashOf(want));
    },
  );

  test("passes the data of a client on, to its end", async () => {
    const received = Promise.withResolvers<Buffer>();
    behave = (socket) => void readAll(socket).then(received.resolve);
    const socket = await open();
    socket.end(bytes);
    expect(hashOf(await received.promise)).toBe(hashOf(bytes));
    socket.destroy();
  });

  test("passes data in both directions at the same time", async () => {
    behave = (socket) => socket.pipe(socket);
    const socket = await open();
    socket.end(bytes);
    expect(hashOf(await readAll(socket))).toBe(hashOf(bytes));
  });

  test("buffers a bounded part of the data that a slow client does not read", async () => {
    let sent = 0;
    const isFull = Promise.withResolvers<void>();
    behave = (socket) => {
      const piece = Buffer.alloc(64 * 1024);
      const send = (): void => {
        while (socket.write(piece)) sent += piece.length;
      };
      socket.on("drain", send);
      send();
      const look = (before: number): void => {
        if (before === sent) isFull.resolve();
        else setTimeout(look, 100, sent);
      };
      setTimeout(look, 100, sent);
    };
    const socket = await open();
    await isFull.promise;
    // What the kernel holds on both connections, and the two blocks of the tunnel.
    expect(sent).toBeLessThan(40 * 1024 * 1024);
    socket.destroy();
  });

  test("whose backend breaks off ends for its client", async () => {
    behave = (socket) => {
      socket.write("some");
      setImmediate(() => socket.destroy());
    };
    const socket = await open();
    socket.resume();
    await once(socket, "end");
    socket.destroy();
  });
});
