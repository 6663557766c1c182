import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { createManualClock } from "@svc/base";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { afterEach, describe, expect, test } from "vitest";
import { type Handler, type Listener, listen, type ResponseWriter } from "../index.ts";
import {
  createHttpClient,
  type Exchange,
  type ExchangeRequest,
  type HttpClient,
  type HttpClientOptions,
  type ResponseReceiver,
} from "./index.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const life = { nowMs: Date.now(), days: 1 };
const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
const tls = await issueCertificate(authority, {
  subject: { commonName: "server" },
  usage: "server",
  hosts: ["127.0.0.1"],
  ...life,
});

async function serveHttp2(handler: Handler): Promise<{ readonly origin: string; readonly listener: Listener }> {
  const listener = await listen(handler, { port: 0, address: "127.0.0.1", tls });
  closing.push(() => listener.close(0));
  return { origin: `https://127.0.0.1:${listener.port}`, listener };
}

interface Received {
  readonly calls: readonly string[];
  readonly done: Promise<void>;
  readonly exchange: Exchange;
}

function newClient(options: HttpClientOptions = {}): HttpClient {
  const client = createHttpClient({ tls: { ca: authority.certificate }, ...options });
  closing.push(() => client.close());
  return client;
}

/** @param onData called for each piece; its result is the receiver's */
function send(
  origin: string,
  request: Partial<ExchangeRequest> & { readonly client?: HttpClient } = {},
  onData: (exchange: () => Exchange, piece: Buffer) => boolean = () => true,
): Received {
  const calls: string[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const { client = newClient(), ...sent } = request;
  const receiver: ResponseReceiver = {
    head: (status, headers) => {
      const own = headers.filter(([name]) => name.startsWith("x-")).map((pair) => pair.join("="));
      calls.push([status, ...own].join(" "));
    },
    data: (piece) => {
      calls.push(`data ${piece.length > 10 ? piece.length : piece.toString()}`);
      return onData(() => exchange, piece);
    },
    end: () => {
      calls.push("end");
      resolve();
    },
    fail: (error) => {
      calls.push(`fail ${(error as NodeJS.ErrnoException).code}`);
      resolve();
    },
  };
  const exchange = client.exchange({ method: "GET", origin, path: "/", headers: [], ...sent }, receiver);
  return { calls, done, exchange };
}

test("a receiver gets the head with repeated headers, the body and the end", async () => {
  const origin = await serve((request, response) => {
    response.writeHead(201, { "X-A": ["1", "2"], "X-Seen": `${request.url} ${request.headers["x-b"]}` });
    response.end("hello");
  });
  const { calls, done } = send(origin, { path: "/a//b?c", headers: ["X-B", "yes"] });
  await done;
  expect(calls).toEqual(["201 x-a=1 x-a=2 x-seen=/a//b?c yes", "data hello", "end"]);
});

test("a paused receiver gets no data until it resumes", async () => {
  const origin = await serve((_request, response) => {
    response.write("a");
    setImmediate(() => response.end("b"));
  });
  const { calls, done } = send(origin, {}, (exchange, piece) => {
    if (piece.toString() !== "a") return true;
    setImmediate(() =>
      setImmediate(() => {
        before.push(...calls);
        exchange().resume();
      }),
    );
    return false;
  });
  const before: string[] = [];
  await done;
  expect(before).toEqual(["200", "data a"]);
  expect(calls).toEqual(["200", "data a", "data b", "end"]);
});

describe.each(["HTTP/1.1", "HTTP/2"])("the timeout of a body over %s", (version) => {
  const oneLook = 1_000;
  /** A response of which one piece comes; its receiver is behind until it resumes. */
  async function stalled(bodyTimeoutMs: number) {
    const start = (writer: ResponseWriter): void => void writer.write(Buffer.from("a"));
    const { origin } = await serveHttp2(() => ({ status: 200, headers: [], body: { start } }));
    const clock = createManualClock();
    const client = newClient({ clock, bodyTimeoutMs, headersTimeoutMs: 5_000, http2: version === "HTTP/2" });
    const arrived = Promise.withResolvers<void>();
    const response = send(origin, { client }, () => {
      arrived.resolve();
      return false;
    });
    await arrived.promise;
    const pass = (ms: number): void => {
      for (let passed = 0; passed < ms; passed += oneLook) clock.advance(oneLook);
    };
    return { ...response, pass };
  }

  test("does not run while the receiver is behind", async () => {
    const { calls, pass } = await stalled(20_000);
    pass(120_000);
    expect(calls).toEqual(["200", "data a"]);
  });

  test("runs again once the receiver has resumed", async () => {
    const { calls, exchange, pass } = await stalled(20_000);
    pass(120_000);
    exchange.resume();
    pass(10_000);
    expect(calls).toEqual(["200", "data a"]);
    pass(15_000);
    expect(calls).toEqual(["200", "data a", "fail undefined"]);
  });

  test("never ends where it is 0, though the head has one", async () => {
    const { calls, exchange, pass } = await stalled(0);
    exchange.resume();
    pass(120_000);
    expect(calls).toEqual(["200", "data a"]);
  });
});

test.each([
  { name: "a request that reads is sent once more", request: {}, want: ["200", "data ok", "end"], times: 2 },
  { name: "one for the head alone too", request: { method: "HEAD" }, want: ["200", "end"], times: 2 },
  {
    name: "a request that writes is sent once",
    request: { method: "POST", body: Buffer.from("x") },
    want: ["fail ECONNRESET"],
    times: 1,
  },
])("where an idle connection ends before the response, $name", async ({ request, want, times }) => {
  let requested = -1;
  const client = newClient();
  const origin = await serve((incoming, response) => {
    if (++requested === 1) incoming.socket.destroy();
    else response.end("ok");
  });
  await send(origin, { client }).done;
  const { calls, done } = send(origin, { client, ...request });
  await done;
  expect(calls).toEqual(want);
  expect(requested).toBe(times);
});

test("where a new connection ends before the response, no request is repeated", async () => {
  let requested = 0;
  const origin = await serve((incoming) => {
    requested++;
    incoming.socket.destroy();
  });
  const { calls, done } = send(origin);
  await done;
  expect([calls, requested]).toEqual([["fail ECONNRESET"], 1]);
});

test("a response that breaks off fails the receiver after the received data", async () => {
  const origin = await serve((_request, response) => {
    response.write("part");
    setImmediate(() => response.destroy());
  });
  const { calls, done } = send(origin);
  await done;
  expect(calls).toEqual(["200", "data part", "fail ECONNRESET"]);
});

test("an exchange that is given up ends the connection and calls the receiver no more", async () => {
  const closed = Promise.withResolvers<void>();
  const origin = await serve((_request, response) => {
    response.on("close", () => closed.resolve());
    response.write("part");
  });
  const { calls } = send(origin, {}, (exchange) => {
    exchange().abort();
    return true;
  });
  await closed.promise;
  expect(calls).toEqual(["200", "data part"]);
});

test("over HTTP/2, parts of a cookie are lines of their own, and an expectation is passed on", async () => {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const server = createSecureServer({ cert: tls.certificate, key: tls.key }, (_request, response) => response.end());
  server.on("stream", (...[, , , raw]: readonly unknown[]) => resolve(raw as readonly string[]));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = ["Cookie", "a=b; c=d", "Expect", "100-continue"];
  await send(origin, { client: newClient({ http2: true }), headers }).done;
  const lines = await promise;
  const pairs = lines.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${lines[i + 1]}`] : []));
  expect(pairs).toEqual(expect.arrayContaining(["cookie: a=b", "cookie: c=d", "expect: 100-continue"]));
});

describe.each([true, false])("with HTTP/2 offered: %s", (http2) => {
  test("repeated header lines stay separate, in both directions", async () => {
    const { origin } = await serveHttp2((request) => ({
      status: 200,
      headers: ["X-Seen", request.headerLines("x-group").join("|"), "X-B", "1", "X-B", "2"],
      body: Buffer.from("hello"),
    }));
    const { calls, done } = send(origin, {
      client: newClient({ http2 }),
      headers: ["X-Group", "a", "x-group", "b, c"],
    });
    await done;
    expect(calls).toEqual(["200 x-seen=a|b, c x-b=1 x-b=2", "data hello", "end"]);
  });

  test.each([
    { name: "whole", body: () => Buffer.alloc(100_000, "x") },
    {
      name: "streamed",
      body: async function* () {
        for (let i = 0; i < 100; i++) yield Buffer.alloc(1000, "x");
      },
    },
  ])("a $name body is sent", async ({ body }) => {
    const { origin } = await serveHttp2(async (request) => ({
      status: 200,
      headers: ["X-Bytes", String((await request.readBody(1_000_000)).length)],
      body: Buffer.alloc(0),
    }));
    const { calls, done } = send(origin, { client: newClient({ http2 }), method: "POST", body: body() });
    await done;
    expect(calls).toEqual(["200 x-bytes=100000", "end"]);
  });

  test("a server that does not respond fails the receiver", async () => {
    const { origin, listener } = await serveHttp2(() => ({ status: 200, headers: [], body: Buffer.alloc(0) }));
    await listener.close(0);
    const { calls, done } = send(origin, { client: newClient({ http2 }) });
    await done;
    expect(calls).toEqual(["fail ECONNREFUSED"]);
  });
});

describe("over HTTP/2", () => {
  test("requests share one connection, and a new one is opened when that is closed", async () => {
    const { origin, listener } = await serveHttp2(() => ({ status: 200, headers: [], body: Buffer.from("ok") }));
    const client = newClient();
    const all = Array.from({ length: 50 }, () => send(origin, { client }));
    await Promise.all(all.map(({ done }) => done));
    expect(listener.connections).toBe(1);
    await listener.close(0);
    const again = await listen(() => ({ status: 200, headers: [], body: Buffer.from("again") }), {
      port: listener.port,
      address: "127.0.0.1",
      tls,
    });
    closing.push(() => again.close(0));
    const { calls, done } = send(origin, { client });
    await done;
    expect(calls).toEqual(["200", "data again", "end"]);
  });

  test("a request that is given up ends its stream, and not the connection", async () => {
    const closed = Promise.withResolvers<void>();
    const { origin, listener } = await serveHttp2(({ target }) => {
      if (target !== "/watch") return { status: 200, headers: [], body: Buffer.from("ok") };
      const start = (writer: ResponseWriter): void => {
        writer.onClose(() => closed.resolve());
        writer.write(Buffer.from("event"));
      };
      return { status: 200, headers: [], body: { start } };
    });
    const client = newClient();
    const watch = send(origin, { client, path: "/watch" }, (exchange) => {
      exchange().abort();
      return true;
    });
    await closed.promise;
    expect(watch.calls).toEqual(["200", "data event"]);
    const { calls, done } = send(origin, { client });
    await done;
    expect(calls).toEqual(["200", "data ok", "end"]);
    expect(listener.connections).toBe(1);
  });

  test("a response that breaks off fails the receiver after the received data", async () => {
    const { origin } = await serveHttp2(() => ({
      status: 200,
      headers: [],
      body: {
        start: (writer) => {
          writer.write(Buffer.from("part"));
          setImmediate(() => writer.abort());
        },
      },
    }));
    const { calls, done } = send(origin);
    await done;
    expect(calls).toEqual(["200", "data part", "fail ECONNRESET"]);
  });
});
