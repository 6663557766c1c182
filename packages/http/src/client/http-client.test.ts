import { getEventListeners, once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManualClock } from "@svc/base";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { afterEach, describe, expect, test } from "vitest";
import { type Handler, type Listener, listen, type ResponseWriter } from "../index.ts";
import { ConnectionLostError, createHttpClient, fetchWhole, type HttpClientOptions, readWhole } from "./index.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const life = { nowMs: Date.now(), days: 1 };
const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
const stranger = await makeAuthority({ subject: { commonName: "stranger" }, ...life });
const tls = await issueCertificate(authority, {
  subject: { commonName: "server" },
  usage: "server",
  hosts: ["127.0.0.1", "server.example"],
  ...life,
});

async function serve(handler: Handler): Promise<{ readonly url: URL; readonly listener: Listener }> {
  const listener = await listen(handler, { port: 0, address: "127.0.0.1", tls });
  closing.push(() => listener.close(0));
  return { url: new URL(`https://127.0.0.1:${listener.port}/`), listener };
}

async function servePlain(handle: RequestListener): Promise<URL> {
  const server: Server = createServer(handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

/** A proxy that connects to what `route` says, whatever it is asked for. */
async function serveProxy(route: (target: string) => URL, socketPath?: string): Promise<URL> {
  const server = createServer();
  server.on("connect", (request, socket) => {
    const to = connect(Number(route(request.url ?? "").port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(to).pipe(socket);
    });
    to.on("error", () => socket.destroy());
    socket.on("error", () => to.destroy());
  });
  if (socketPath === undefined) server.listen(0, "127.0.0.1");
  else server.listen(socketPath);
  await once(server, "listening");
  closing.push(() => server.close());
  return new URL(socketPath === undefined ? `http://127.0.0.1:${(server.address() as AddressInfo).port}` : "http://x");
}

function trusting(options: HttpClientOptions = {}): ReturnType<typeof createHttpClient> {
  const client = createHttpClient({ ...options, tls: { ca: authority.certificate, ...options.tls } });
  closing.push(() => client.close());
  return client;
}

const hello: Handler = () => ({ status: 200, headers: ["X-Two", "a", "X-Two", "b"], body: Buffer.from("hello") });

describe("over HTTP/2", () => {
  test("several open streams and requests share one connection", async () => {
    const writers: ResponseWriter[] = [];
    const { url, listener } = await serve((request) =>
      request.target === "/watch"
        ? { status: 200, headers: [], body: { start: (writer) => void writers.push(writer) } }
        : hello(request),
    );
    const client = trusting();
    const get = (path: string) => client.fetch({ method: "GET", url, path });
    const watches = await Promise.all(Array.from({ length: 20 }, () => get("/watch")));
    expect((await readWhole(await get("/"))).toString()).toBe("hello");
    expect(listener.connections).toBe(1);
    for (const [i, writer] of writers.entries()) {
      writer.write(Buffer.from(String(i)));
      writer.end();
    }
    const texts = await Promise.all(watches.map(async (watch) => (await readWhole(watch)).toString()));
    expect(texts.map(Number).sort((a, b) => a - b)).toEqual(writers.map((_, i) => i));
  });

  test("a response that is left early ends its stream, and not the connection", async () => {
    const closed = Promise.withResolvers<void>();
    const { url, listener } = await serve((request) =>
      request.target === "/watch"
        ? {
            status: 200,
            headers: [],
            body: {
              start: (writer) => {
                writer.onClose(() => closed.resolve());
                writer.write(Buffer.from("event"));
              },
            },
          }
        : hello(request),
    );
    const client = trusting();
    for await (const piece of (await client.fetch({ method: "GET", url, path: "/watch" })).body) {
      expect(Buffer.from(piece).toString()).toBe("event");
      break;
    }
    await closed.promise;
    expect((await client.fetch({ method: "GET", url })).status).toBe(200);
    expect(listener.connections).toBe(1);
  });

  test("a reader that pauses does not stop others", async () => {
    const big = Buffer.alloc(4 * 1024 * 1024, "x");
    const { url } = await serve((request) =>
      request.target === "/big" ? { status: 200, headers: [], body: big } : hello(request),
    );
    const client = trusting();
    const paused = await Promise.all(
      Array.from({ length: 8 }, () => client.fetch({ method: "GET", url, path: "/big" })),
    );
    expect((await readWhole(await client.fetch({ method: "GET", url }))).toString()).toBe("hello");
    for (const response of paused) expect((await readWhole(response, big.length)).length).toBe(big.length);
  });
});

describe("a request", () => {
  test.each([true, false])("brings its body and headers, HTTP/2 %s", async (http2) => {
    const { url } = await serve(async (request) => ({
      status: 201,
      headers: ["X-Seen", `${request.method} ${request.target} ${request.headerLines("x-a").join("|")}`],
      body: await request.readBody(100),
    }));
    const client = trusting({ http2 });
    const response = await client.fetch({
      method: "POST",
      url,
      path: "/a//b/../c%2f?x=1",
      headers: { "x-a": ["1", "2"] },
      body: "é",
    });
    expect([response.status, response.header("x-seen")?.replace(", ", "|")]).toEqual([
      201,
      "POST /a//b/../c%2f?x=1 1|2",
    ]);
    expect((await readWhole(response)).toString()).toBe("é");
  });

  test("follows no redirect", async () => {
    const { url } = await serve(() => ({ status: 302, headers: ["Location", "/elsewhere"], body: Buffer.from("") }));
    expect((await fetchWhole(trusting(), { method: "GET", url })).status).toBe(302);
  });

  test("whose connection is lost rejects with the code of a reset connection", async () => {
    const url = await servePlain((request) => request.socket.destroy());
    const lost = trusting().fetch({ method: "POST", url, body: "x" });
    await expect(lost).rejects.toBeInstanceOf(ConnectionLostError);
    await expect(lost).rejects.toMatchObject({ code: "ECONNRESET" });
  });
});

describe("the server's certificate", () => {
  const cases = [
    { name: "of another authority is refused", tls: { ca: stranger.certificate }, want: /certificate|issuer/i },
    { name: "is accepted where it is itself trusted", tls: { ca: tls.certificate }, want: undefined },
    { name: "without the wanted name is refused", tls: { serverName: "other.example" }, want: /other\.example/ },
    { name: "with the wanted name is accepted", tls: { serverName: "server.example" }, want: undefined },
    {
      name: "is not checked where that is said",
      tls: { ca: stranger.certificate, insecureSkipVerify: true },
      want: undefined,
    },
  ];
  test.each(cases)("$name", async ({ tls: options, want }) => {
    const { url } = await serve(hello);
    const message = await fetchWhole(trusting({ tls: options }), { method: "GET", url }).then(
      ({ status }) => String(status),
      (error: Error) => error.message,
    );
    expect(message).toMatch(want ?? /^200$/);
  });
});

describe("the host that is connected to", () => {
  test("may differ from the host of the URL, whose name the certificate must have", async () => {
    const { url } = await serve((request) => ({
      status: 200,
      headers: ["X-Host", request.host],
      body: Buffer.from(""),
    }));
    const get = async (name: string) => {
      const client = trusting({ host: "127.0.0.1" });
      return (await client.fetch({ method: "GET", url: new URL(`https://${name}:${url.port}/`) })).header("x-host");
    };
    expect(await get("server.example")).toBe(`server.example:${url.port}`);
    await expect(get("other.example")).rejects.toThrow("other.example");
  });

  test("is checked in place of the URL's", async () => {
    const client = trusting({ host: "127.0.0.1", egress: { deniedSubnets: ["127.0.0.0/8"] } });
    await expect(client.fetch({ method: "GET", url: new URL("https://server.example/") })).rejects.toThrow("127.0.0.1");
  });
});

describe("a proxy on a socket", () => {
  test("opens the connections", async () => {
    const { url } = await serve(hello);
    const socketPath = join(mkdtempSync(join(tmpdir(), "egress-")), "s");
    const proxy = { url: await serveProxy(() => url, socketPath), socketPath };
    const client = trusting({ proxy });
    const response = await client.fetch({ method: "GET", url: new URL("https://server.example/") });
    expect((await readWhole(response)).toString()).toBe("hello");
  });
});

test("a proxy that does not respond in time fails the request, even if it sends bytes", async () => {
  const clock = createManualClock();
  const requested = Promise.withResolvers<void>();
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\nX-Slow:");
      requested.resolve();
    });
    closing.push(() => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const client = createHttpClient({ clock, proxy: new URL(`http://127.0.0.1:${port}`), connectTimeoutMs: 30_000 });
  const response = client.fetch({ method: "GET", url: new URL("https://server.example/") });
  const failed = expect(response).rejects.toThrow(`the proxy 127.0.0.1:${port} does not answer`);
  await requested.promise;
  clock.advance(30_000);
  await failed;
}, 5_000);

test("a request that is refused before it is sent leaves no listener on its signal", async () => {
  const { signal } = new AbortController();
  const client = createHttpClient({ egress: { tlsOnly: true } });
  const url = new URL("http://server.example/");
  await expect(client.fetch({ method: "GET", url, signal })).rejects.toThrow("only https: URLs are allowed");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

describe("limits", () => {
  test("a body of more bytes than the bound is refused, one of as many is read", async () => {
    const { url } = await serve(hello);
    const get = (maxBytes: number) => fetchWhole(trusting(), { method: "GET", url, maxBytes });
    expect((await get(5)).body.toString()).toBe("hello");
    await expect(get(4)).rejects.toThrow("the response has more than 4 bytes");
  });

  test("a response that does not end in time is given up", async () => {
    const clock = createManualClock();
    const { url } = await serve(() => ({
      status: 200,
      headers: [],
      body: {
        start: (writer) => {
          writer.write(Buffer.from("x"));
          setImmediate(() => clock.advance(500));
        },
      },
    }));
    const late = fetchWhole(trusting(), { method: "GET", url, timeoutMs: 500, clock });
    await expect(late).rejects.toThrow("no response within 500 ms");
  });

  test("an aborted request rejects with the signal's reason", async () => {
    const { url } = await serve(() => new Promise(() => undefined));
    const reason = new Error("enough");
    const controller = new AbortController();
    const sent = trusting().fetch({ method: "GET", url, signal: controller.signal });
    controller.abort(reason);
    await expect(sent).rejects.toBe(reason);
  });
});

describe("egress rules", () => {
  const cases = [
    { name: "a denied address", egress: { deniedSubnets: ["127.0.0.0/8"] }, host: "127.0.0.1", want: /127\.0\.0\.1/ },
    {
      name: "a name that resolves to denied addresses",
      egress: { deniedSubnets: ["127.0.0.0/8", "::1/128"] },
      host: "localhost",
      want: /localhost/,
    },
    {
      name: "a denied address mapped into IPv6",
      egress: { deniedSubnets: ["127.0.0.0/8"] },
      host: "[::ffff:127.0.0.1]",
      want: /not allowed/,
    },
    {
      name: "a denied address written as a number",
      egress: { deniedSubnets: ["127.0.0.0/8"] },
      host: "2130706433",
      want: /127\.0\.0\.1/,
    },
  ];
  test.each(cases)("refuse $name", async ({ egress, host, want }) => {
    let requested = 0;
    const { port } = await servePlain((_request, response) => {
      requested++;
      response.end();
    });
    const url = new URL(`http://${host}:${port}/`);
    await expect(trusting({ egress }).fetch({ method: "GET", url })).rejects.toThrow(want);
    expect(requested).toBe(0);
  });

  test("refuse a URL without TLS", async () => {
    const url = await servePlain((_request, response) => response.end());
    await expect(trusting({ egress: { tlsOnly: true } }).fetch({ method: "GET", url })).rejects.toThrow("only https:");
  });

  test("let other addresses through", async () => {
    const { url } = await serve(hello);
    const client = trusting({ egress: { tlsOnly: true, deniedSubnets: ["10.0.0.0/8"] } });
    expect((await client.fetch({ method: "GET", url })).status).toBe(200);
  });

  test("check addresses, and leave names to a proxy, which resolves them itself", async () => {
    const requested: string[] = [];
    const url = await servePlain((_request, response) => response.end());
    const proxy = await serveProxy((target) => {
      requested.push(target);
      return url;
    });
    const client = trusting({ proxy, egress: { deniedSubnets: ["10.0.0.0/8"] } });
    const get = (host: string) => client.fetch({ method: "GET", url: new URL(`http://${host}/`) });
    expect((await get("inside.example")).status).toBe(200);
    await expect(get("10.0.0.1")).rejects.toThrow("10.0.0.1");
    expect(requested).toEqual(["inside.example:80"]);
  });

  test("are refused when a subnet is malformed", () => {
    for (const subnet of ["10.0.0.0", "10.0.0.0/33", "x/8"])
      expect(() => createHttpClient({ egress: { deniedSubnets: [subnet] } })).toThrow(`malformed subnet ${subnet}`);
  });
});
