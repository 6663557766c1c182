import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { Socket } from "node:net";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, startTestServer, type TestServer } from "./index.ts";
import { sending, startPodBackend } from "./security/sockets/pod-backend.ts";

const core = "/api/v1/namespaces/default";
let server: TestServer;
let endpoint: Endpoint;
let port = 0;
let path: (rest: string) => string;
let handle: RequestListener = (_request, response) => response.end();
const backend = createServer((request, response) => handle(request, response));
backend.on("upgrade", (request: IncomingMessage, socket: Socket) => {
  if (request.url?.startsWith("/no") === true)
    return socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");
  socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
  return socket.pipe(socket);
});

beforeAll(async () => {
  ({ server, endpoint, port, path } = await startPodBackend(backend));
});
afterAll(async () => {
  backend.close();
  backend.closeAllConnections();
  await server[Symbol.asyncDispose]();
});

describe("a request to a pod", () => {
  test("arrives with its method, path, query, headers and body, without credentials", async () => {
    let seen = {};
    handle = (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { authorization, cookie, "x-remote-user": user, "x-forwarded-uri": uri } = request.headers;
        seen = {
          line: `${request.method} ${request.url}`,
          authorization,
          cookie,
          user,
          uri,
          body: `${Buffer.concat(chunks)}`,
        };
        response.end("ok");
      });
    };
    const headers = { cookie: "a=b", "x-remote-user": "root", "content-type": "text/plain" };
    const response = await server.fetch(path("/a//b/../c%20d/?y=2&x=%2F"), { method: "PUT", body: "text", headers });
    expect([response.status, await response.text()]).toEqual([200, "ok"]);
    expect(seen).toEqual({
      line: "PUT /a/c%20d/?y=2&x=%2F",
      cookie: "a=b",
      uri: path("/a/c%20d/"),
      body: "text",
    });
  });

  test("without a path is redirected to one", async () => {
    const response = await server.fetch(path("?a=1"), { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([301, path("/?a=1")]);
  });

  test("gets the status and headers of its response; links lead through the server", async () => {
    handle = (request, response) => {
      const location = request.url === "/elsewhere" ? { location: "/tea" } : {};
      response.writeHead(418, { ...location, "content-type": "text/html", "x-own": "o" });
      response.end('<a href="/x">');
    };
    const page = await server.fetch(path("/"));
    expect([page.status, page.headers.get("x-own")]).toEqual([418, "o"]);
    expect(await page.text()).toBe(`<a href="${path("/x")}">`);
    // Beside a place to go to, a page is left as it is.
    const redirect = await server.fetch(path("/elsewhere"));
    expect(redirect.headers.get("location")).toBe(path("/tea"));
    expect(await redirect.text()).toBe('<a href="/x">');
  });

  test("gets a content type for a response without one, with a Location, too", async () => {
    handle = (_request, response) => {
      response.writeHead(302, { location: "/tea", "content-length": 5 });
      response.end("moved");
    };
    const response = await server.fetch(path("/"), { redirect: "manual" });
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  test("gets its response as it arrives", async () => {
    let go = (): void => undefined;
    handle = (_request, response) => {
      response.write("first ");
      go = () => response.end("second");
    };
    const { body } = await server.fetch(path("/"));
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe("first ");
    go();
    expect((await reader?.read())?.value).toBe("second");
  });

  test("whose pod closes the connection gets 503", async () => {
    handle = (request) => request.socket.destroy();
    const response = await server.fetch(path("/"), { method: "POST", body: "x" });
    expect(response.status).toBe(503);
    expect(((await response.json()) as { message: string }).message).toBe("error trying to reach service: EOF");
  });
});

describe("an upgrade", () => {
  const upgrade = async (
    to: string,
  ): Promise<{ readonly head: string; readonly socket: ReturnType<typeof connect> }> => {
    const { hostname, port: at } = new URL(endpoint.url);
    const socket = connect({ host: hostname, port: Number(at), ca: endpoint.certificateAuthority });
    const lines = [`GET ${to} HTTP/1.1`, "Host: x", `Authorization: Bearer ${endpoint.token}`, "Connection: Upgrade"];
    socket.write(`${[...lines, "Upgrade: echo", "", ""].join("\r\n")}`);
    const [first] = (await once(socket, "data")) as [Buffer];
    return { head: first.toString(), socket };
  };

  test("passes bytes both ways, and ends with its client", async () => {
    const { head, socket } = await upgrade(path("/x"));
    expect(head).toMatch(/^HTTP\/1\.1 101 /);
    socket.write("hello");
    const [echo] = (await once(socket, "data")) as [Buffer];
    expect(echo.toString()).toBe("hello");
    socket.end();
    await once(socket, "close");
  });

  test("that the pod refuses is answered with the refusal", async () => {
    const { head, socket } = await upgrade(path("/no"));
    expect(head).toMatch(/^HTTP\/1\.1 403 [\s\S]*no$/);
    socket.destroy();
  });
});

test("endpoints resolve to pods of their namespace only, whatever address they have", async () => {
  let requested = 0;
  handle = (_request, response) => {
    requested++;
    response.end();
  };
  await server.fetch(`${core}/services`, sending("POST", { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } }));
  const subset = (targetRef?: object) => ({
    metadata: { name: "s" },
    subsets: [
      { addresses: [{ ip: "10.9.9.9", ...(targetRef === undefined ? {} : { targetRef }) }], ports: [{ port }] },
    ],
  });
  const get = async () => (await server.fetch(`${core}/services/s:80/proxy/`)).status;
  await server.fetch(`${core}/endpoints`, sending("POST", subset()));
  expect(await get()).toBe(503);
  // The pod has another address, and the one of another namespace is not to be reached from here.
  for (const namespace of ["default", "kube-system"]) {
    await server.fetch(`${core}/endpoints/s`, sending("PUT", subset({ kind: "Pod", name: "p", namespace })));
    expect(await get()).toBe(503);
  }
  expect(requested).toBe(0);
});

test("by default no proxy leads to this machine", async () => {
  await using closed = await startTestServer();
  const pod = { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } };
  await closed.fetch(`${core}/pods`, sending("POST", pod));
  const status = { podIP: "127.0.0.1", podIPs: [{ ip: "127.0.0.1" }] };
  await closed.fetch(`${core}/pods/p/status`, sending("PATCH", { status }, "application/merge-patch+json"));
  const addresses = [{ type: "InternalIP", address: "127.0.0.1" }];
  await closed.fetch("/api/v1/nodes", sending("POST", { metadata: { name: "n" }, status: { addresses } }));
  for (const proxied of [path("/"), "/api/v1/nodes/n/proxy/", "/api/v1/nodes/n:1234/proxy/"]) {
    const response = await closed.fetch(proxied);
    const { message } = (await response.json()) as { message: string };
    expect([proxied, response.status, message]).toEqual([proxied, 400, "address not allowed"]);
  }
});
