import { once } from "node:events";
import * as http from "node:http";
import { createSecureServer, type ServerHttp2Session } from "node:http2";
import * as https from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TestCertificates, testCertificates } from "../testing/certificates.ts";
import type { Credential, Credentials } from "./credentials.ts";
import { createHttpTransport } from "./http-transport.ts";
import type { TransportResponse } from "./transport.ts";

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await testCertificates();
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listening<S extends http.Server>(server: S): Promise<S> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}
const portOf = (server: http.Server): number => (server.address() as AddressInfo).port;

async function serve(handle: http.RequestListener): Promise<URL> {
  return new URL(`http://127.0.0.1:${portOf(await listening(http.createServer(handle)))}`);
}

async function serveTls(handle: http.RequestListener): Promise<URL> {
  const { certificate: cert, key } = certificates.server;
  const options = { cert, key, ca: certificates.authority, requestCert: true, rejectUnauthorized: false };
  return new URL(`https://127.0.0.1:${portOf(await listening(https.createServer(options, handle)))}`);
}

async function textOf({ body }: TransportResponse): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Credentials in order: each is used until it is rejected. */
function credentialsOf(...list: readonly Credential[]): Credentials & { readonly refused: Credential[] } {
  const rest = [...list];
  const refused: Credential[] = [];
  return {
    refused,
    current: () => rest[0] ?? { headers: {} },
    rejected: (credential) => {
      refused.push(credential);
      if (rest.length < 2) return false;
      rest.shift();
      return true;
    },
  };
}

describe("a request over HTTP", () => {
  test("brings method, path below the server's, headers and body, and gives status, headers and body back", async () => {
    const server = await serve(async (request, response) => {
      const body: Buffer[] = [];
      for await (const chunk of request) body.push(chunk as Buffer);
      const { method, url, headers } = request;
      response.writeHead(207, { "x-two": ["a", "b"] });
      response.end(
        JSON.stringify({
          method,
          url,
          type: headers["content-type"],
          group: headers["impersonate-group"],
          body: Buffer.concat(body).toString(),
        }),
      );
    });
    using transport = createHttpTransport({
      endpoint: { server: new URL("/prefix/", server) },
      credentials: credentialsOf({ headers: { "impersonate-group": ["g", "h"] } }),
    });
    const response = await transport.fetch({
      method: "POST",
      path: "/api?x=1",
      headers: { "content-type": "t" },
      body: "é",
    });
    expect([response.status, response.header("x-two"), response.header("absent")]).toEqual([207, "a, b", undefined]);
    const want = { method: "POST", url: "/prefix/api?x=1", type: "t", group: "g, h", body: "é" };
    expect(JSON.parse(await textOf(response))).toEqual(want);
  });

  test("uses connections again", async () => {
    const ports = new Set<number | undefined>();
    const server = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("ok");
    });
    using transport = createHttpTransport({ endpoint: { server } });
    for (let i = 0; i < 10; i++) await textOf(await transport.fetch({ method: "GET", path: "/" }));
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  test("that only reads is retried when a persistent connection turns out to be closed; one that writes is not", async () => {
    let requested = 0;
    const server = await serve((request, response) => {
      requested++;
      if (requested % 2 === 0) request.socket.destroy();
      else response.end("ok");
    });
    using transport = createHttpTransport({ endpoint: { server } });
    await textOf(await transport.fetch({ method: "GET", path: "/" }));
    expect(await textOf(await transport.fetch({ method: "GET", path: "/" }))).toBe("ok");
    expect(requested).toBe(3);
    await expect(transport.fetch({ method: "POST", path: "/", body: "{}" })).rejects.toThrow();
    expect(requested).toBe(4);
  });

  test("ends with the signal's reason, before a response and within one", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/begins") response.write("begun");
    });
    using transport = createHttpTransport({ endpoint: { server } });
    const reason = new Error("enough");
    const before = new AbortController();
    const never = transport.fetch({ method: "GET", path: "/", signal: before.signal });
    before.abort(reason);
    await expect(never).rejects.toBe(reason);
    const within = new AbortController();
    const begun = await transport.fetch({ method: "GET", path: "/begins", signal: within.signal });
    const read = async (): Promise<void> => {
      for await (const _chunk of begun.body) within.abort(reason);
    };
    await expect(read()).rejects.toBe(reason);
  });

  test("without a response is a connection error", async () => {
    const server = http.createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = new URL(`http://127.0.0.1:${portOf(server)}`);
    server.close();
    using transport = createHttpTransport({ endpoint: { server: url } });
    await expect(transport.fetch({ method: "GET", path: "/" })).rejects.toThrow("ECONNREFUSED");
  });
});

describe("a credential that the server refuses", () => {
  const answering =
    (good: string): http.RequestListener =>
    (request, response) => {
      response.writeHead(request.headers.authorization === good ? 200 : 401).end(request.headers.authorization);
    };
  const credential = (authorization: string): Credential => ({ headers: { authorization } });
  const [a, b, c] = [credential("a"), credential("b"), credential("c")];

  test("is replaced by a newer one, once", async () => {
    const server = await serve(answering("b"));
    const credentials = credentialsOf(a, b);
    using transport = createHttpTransport({ endpoint: { server }, credentials });
    const response = await transport.fetch({ method: "POST", path: "/", body: "x" });
    expect([response.status, await textOf(response)]).toEqual([200, "b"]);
    expect(credentials.refused).toEqual([a]);
  });

  test("is reported, and the response is returned if there is no newer one, or that is rejected, too", async () => {
    const server = await serve(answering("z"));
    for (const [list, refused] of [
      [[a], [a]],
      [
        [a, b, c],
        [a, b],
      ],
    ] as const) {
      const credentials = credentialsOf(...list);
      using transport = createHttpTransport({ endpoint: { server }, credentials });
      expect((await transport.fetch({ method: "GET", path: "/" })).status).toBe(401);
      expect(credentials.refused).toEqual(refused);
    }
  });
});

describe("a server over TLS", () => {
  const whoAsks: http.RequestListener = (request, response) => {
    const socket = request.socket as TLSSocket;
    response.end(`${socket.getPeerCertificate().subject?.CN ?? "anonymous"} ${socket.authorized}`);
  };
  const ask = async (server: URL, more: object = {}, credentials?: Credentials): Promise<string> => {
    const endpoint = { server, certificateAuthority: certificates.authority, ...more };
    using transport = createHttpTransport({ endpoint, ...(credentials === undefined ? {} : { credentials }) });
    return textOf(await transport.fetch({ method: "GET", path: "/" }));
  };

  test("must have a certificate by the authority, for its own name or the configured one", async () => {
    const server = await serveTls(whoAsks);
    expect(await ask(server)).toBe("anonymous false");
    await expect(ask(server, { certificateAuthority: (await testCertificates()).authority })).rejects.toThrow();
    await expect(ask(server, { tlsServerName: "other.example" })).rejects.toThrow("other.example");
    await expect(ask(server, { certificateAuthority: undefined })).rejects.toThrow();
  });

  test("is not verified in insecure mode", async () => {
    const server = await serveTls(whoAsks);
    expect(await ask(server, { certificateAuthority: undefined, insecureSkipTlsVerify: true })).toBe("anonymous false");
  });

  test("is requested by its configured name", async () => {
    const { server: pair, authority } = await testCertificates(["inside.example"]);
    const names: unknown[] = [];
    const tls = https.createServer({ cert: pair.certificate, key: pair.key }, (request, response) => {
      names.push((request.socket as TLSSocket & { servername?: string }).servername);
      response.end("ok");
    });
    const server = new URL(`https://127.0.0.1:${portOf(await listening(tls))}`);
    expect(await ask(server, { certificateAuthority: authority, tlsServerName: "inside.example" })).toBe("ok");
    expect(names).toEqual(["inside.example"]);
  });

  test("authenticates the client, on a new connection when the certificate changes", async () => {
    const requested: { readonly name: unknown; readonly port: unknown }[] = [];
    const server = await serveTls((request, response) => {
      const socket = request.socket as TLSSocket;
      requested.push({ name: socket.getPeerCertificate().subject?.CN, port: socket.remotePort });
      whoAsks(request, response);
    });
    let certificate = await certificates.client("first");
    const credentials: Credentials = { current: () => ({ headers: {}, certificate }), rejected: () => false };
    using transport = createHttpTransport({
      endpoint: { server, certificateAuthority: certificates.authority },
      credentials,
    });
    const whoAmI = async () => textOf(await transport.fetch({ method: "GET", path: "/" }));
    expect([await whoAmI(), await whoAmI()]).toEqual(["first true", "first true"]);
    certificate = await certificates.client("second");
    expect(await whoAmI()).toBe("second true");
    const portsOf = (name: string): readonly unknown[] =>
      requested.filter((a) => a.name === name).map(({ port }) => port);
    expect(portsOf("first")).not.toContain(portsOf("second")[0]);
  });
});

describe("a server with HTTP/2", () => {
  test("carries several watches and requests over one connection", async () => {
    const { certificate: cert, key } = certificates.server;
    const sessions = new Set<unknown>();
    const server = createSecureServer({ cert, key }, (request, response) => {
      sessions.add(request.stream.session);
      response.write("event");
      if (request.url !== "/watch") response.end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => {
      server.close();
      for (const session of sessions) (session as ServerHttp2Session).destroy();
    });
    const endpoint = {
      server: new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`),
      certificateAuthority: certificates.authority,
    };
    using transport = createHttpTransport({ endpoint });
    const controller = new AbortController();
    const watch = async (): Promise<string> => {
      const response = await transport.fetch({ method: "GET", path: "/watch", signal: controller.signal });
      for await (const piece of response.body) return Buffer.from(piece).toString();
      return "";
    };
    expect(await Promise.all(Array.from({ length: 10 }, watch))).toEqual(Array.from({ length: 10 }, () => "event"));
    expect(await textOf(await transport.fetch({ method: "GET", path: "/" }))).toBe("event");
    expect(sessions.size).toBe(1);
  });
});

describe("a proxy", () => {
  interface Proxy {
    readonly url: URL;
    readonly requested: (string | undefined)[];
  }
  /** A proxy that opens tunnels, or refuses. */
  async function proxy(refuses?: number): Promise<Proxy> {
    const requested: (string | undefined)[] = [];
    const server = http.createServer();
    server.on("connect", (request: http.IncomingMessage, socket: Socket) => {
      requested.push(`${request.url} ${request.headers["proxy-authorization"]}`);
      if (refuses !== undefined) return void socket.end(`HTTP/1.1 ${refuses} No\r\ncontent-length: 0\r\n\r\n`);
      const [host, port] = (request.url ?? "").split(":");
      const upstream = connect(Number(port), host ?? "", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      for (const end of [socket, upstream]) end.on("error", () => undefined);
      closing.push(() => void upstream.destroy());
    });
    const { port } = (await listening(server)).address() as AddressInfo;
    return { url: new URL(`http://me:p%40ss@127.0.0.1:${port}`), requested };
  }

  test.each(["http", "https"])("is a tunnel to a server over %s", async (scheme) => {
    const handle: http.RequestListener = (_request, response) => response.end("ok");
    const server = await (scheme === "http" ? serve(handle) : serveTls(handle));
    const { url, requested } = await proxy();
    using transport = createHttpTransport({
      endpoint: { server, proxy: url, certificateAuthority: certificates.authority },
    });
    for (let i = 0; i < 10; i++) expect(await textOf(await transport.fetch({ method: "GET", path: "/" }))).toBe("ok");
    expect(requested.length).toBeLessThanOrEqual(2);
    expect(new Set(requested)).toEqual(new Set([`${server.host} Basic ${Buffer.from("me:p@ss").toString("base64")}`]));
  });

  test("that refuses the connection is an error with the reason", async () => {
    const { url } = await proxy(407);
    using transport = createHttpTransport({ endpoint: { server: new URL("https://api.example"), proxy: url } });
    const expected = `the proxy ${url.host} refused a tunnel to api.example:443: 407`;
    await expect(transport.fetch({ method: "GET", path: "/" })).rejects.toThrow(expected);
  });
});
