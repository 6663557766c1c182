import { connect as connectHttp2 } from "node:http2";
import { request } from "node:https";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Listener, type ListenOptions, listen } from "../index.ts";
import { flood, frames } from "../testing/http2-frames.ts";

let tls: { readonly certificate: string; readonly key: string };
let ca: string;
const open: Listener[] = [];

beforeAll(async () => {
  const authority = await makeAuthority({ subject: { commonName: "test-ca" }, nowMs: Date.now(), days: 1 });
  ca = authority.certificate;
  tls = await issueCertificate(authority, {
    subject: { commonName: "test" },
    usage: "server",
    hosts: ["127.0.0.1"],
    nowMs: Date.now(),
    days: 1,
  });
});
afterAll(async () => {
  await Promise.all(open.map((listener) => listener.close(0)));
});

async function start(options: Partial<ListenOptions> = {}): Promise<number> {
  const handler = () => ({ status: 200, headers: [], body: Buffer.from("ok") });
  const listener = await listen(handler, { port: 0, address: "127.0.0.1", tls, ...options });
  open.push(listener);
  return listener.port;
}

/** What a handshake agrees on, or why it fails. */
function handshake(port: number, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket: TLSSocket = connectTls({ port, host: "127.0.0.1", ca, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
      socket.destroy();
    });
    socket.on("error", (error) => resolve(`refused: ${(error as NodeJS.ErrnoException).code ?? error.message}`));
  });
}

describe("TLS", () => {
  test("of old versions is refused, whatever the client accepts", async () => {
    const port = await start();
    const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" } as const;
    expect(await handshake(port, old)).toMatch(/^refused: /);
    expect(await handshake(port, { maxVersion: "TLSv1.2" })).toMatch(/^TLSv1\.2 TLS_ECDHE_/);
    expect(await handshake(port, {})).toMatch(/^TLSv1\.3 /);
  });

  test("of 1.2 is refused if 1.3 is required", async () => {
    const port = await start({ tls: { ...tls, minVersion: "TLSv1.3" } });
    expect(await handshake(port, { maxVersion: "TLSv1.2" })).toMatch(/^refused: /);
    expect(await handshake(port, {})).toMatch(/^TLSv1\.3 /);
  });

  test("takes the cipher suites that are named, and no others", async () => {
    const only = "TLS_AES_128_GCM_SHA256:ECDHE-ECDSA-AES256-GCM-SHA384";
    const port = await start({ tls: { ...tls, ciphers: only } });
    const by12 = (ciphers: string): Promise<string> => handshake(port, { maxVersion: "TLSv1.2", ciphers });
    expect(await by12("ECDHE-ECDSA-AES256-GCM-SHA384")).toBe("TLSv1.2 TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
    expect(await by12("ECDHE-ECDSA-AES128-GCM-SHA256")).toMatch(/^refused: /);
    expect(await handshake(port, {})).toBe("TLSv1.3 TLS_AES_128_GCM_SHA256");
  });
});

describe("headers", () => {
  test("that are too large are refused before any handler runs", async () => {
    const port = await start({ maxHeaderBytes: 8192 });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        { port, host: "127.0.0.1", ca, headers: { x: "y".repeat(10_000) }, agent: false },
        (answer) => {
          resolve(answer.statusCode);
          answer.resume();
        },
      );
      sent.on("error", reject);
      sent.end();
    });
    expect(status).toBe(431);
  });

  test("that are too many or too large are refused over HTTP/2 too, one by one and together", async () => {
    const port = await start({ maxHeaderBytes: 8192 });
    const many = (count: number, value: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, value]));
    expect(await ask(port, { x: "y".repeat(9_000) })).toBe(431);
    expect(await ask(port, many(100, "y".repeat(100)))).toBe(431);
    expect(await ask(port, many(400, "y"))).toBe(431);
    expect(await ask(port, many(20, "y".repeat(100)))).toBe(200);
  });
});

/** The status of an answer over HTTP/2; nothing where there is none. */
async function ask(port: number, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca });
  session.on("error", () => undefined);
  try {
    return await new Promise((resolve) => {
      const stream = session.request({ ":path": "/", ...headers });
      stream.on("response", (answer) => resolve(answer[":status"]));
      stream.on("error", () => resolve(undefined));
      stream.on("close", () => resolve(undefined));
      stream.resume();
    });
  } finally {
    session.destroy();
  }
}

describe("floods over HTTP/2", () => {
  test("rapid reset: streams that are opened only to be reset end their connection, and no other", async () => {
    const port = await start();
    const next = (round: number): Buffer => Buffer.concat([frames.get(2 * round + 1), frames.reset(2 * round + 1)]);
    expect(await flood({ port, ca, next, maxRounds: 20_000 })).toBeLessThan(10_000);
    expect(await ask(port, {})).toBe(200);
  });

  test("endless headers end their connection", async () => {
    const port = await start();
    const next = (round: number): Buffer => (round === 0 ? frames.begin(1) : frames.continuation(1));
    expect(await flood({ port, ca, next, maxRounds: 5_000 })).toBeLessThan(5_000);
    expect(await ask(port, {})).toBe(200);
  });

  test("the number of concurrent streams is limited", async () => {
    const port = await start({ maxStreams: 3 });
    const session = connectHttp2(`https://127.0.0.1:${port}`, { ca });
    session.on("error", () => undefined);
    const settings = await new Promise<number | undefined>((resolve) =>
      session.once("remoteSettings", (s) => resolve(s.maxConcurrentStreams)),
    );
    session.destroy();
    expect(settings).toBe(3);
  });
});

describe("connections", () => {
  /** True for a connection that was taken; false for one that the server closed. */
  function connected(
    port: number,
    localAddress: string,
  ): Promise<{ readonly ok: boolean; readonly end: () => Promise<void> }> {
    return new Promise((resolve) => {
      const socket = connectTls({ port, host: "127.0.0.1", ca, localAddress } as ConnectionOptions, () =>
        resolve({ ok: true, end }),
      );
      const closed = new Promise<void>((done) => socket.on("close", () => done()));
      const end = (): Promise<void> => {
        socket.destroy();
        return closed;
      };
      socket.on("error", () => undefined);
      socket.on("close", () => resolve({ ok: false, end }));
    });
  }

  test.each([
    { name: "past the limit", options: { maxConnections: 2, maxConnectionsPerAddress: 2 }, want: [true, true, false] },
    { name: "of one address past its limit", options: { maxConnectionsPerAddress: 1 }, want: [true, true, false] },
  ])("$name are closed, and others are taken once some have ended", async ({ options, want }) => {
    const port = await start(options);
    const own = open.at(-1) as Listener;
    const first = await connected(port, "127.0.0.1");
    const second = await connected(port, "127.0.0.2");
    const third = await connected(port, "127.0.0.1");
    expect([first.ok, second.ok, third.ok]).toEqual(want);
    expect(own.connections).toBe(2);
    await first.end();
    await expect.poll(() => own.connections, { interval: 5 }).toBe(1);
    const last = await connected(port, "127.0.0.1");
    expect(last.ok).toBe(true);
    await Promise.all([second, last].map(({ end }) => end()));
  });
});
