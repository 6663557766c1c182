import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import {
  type ClientHttp2Session,
  createSecureServer,
  type IncomingHttpHeaders as Http2Headers,
  connect as http2Connect,
} from "node:http2";
import { Agent, request as secureRequest } from "node:https";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { issueCertificate, makeAuthority } from "@svc/pki";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttpClient } from "../client/index.ts";
import { type Handler, type Listener, listen } from "../index.ts";
import { forward, forwardedBody, forwardedHeaders, returnedHead, returnedHeaders } from "./index.ts";

/** What a backend answers; the same for HTTP/1.1 and HTTP/2. */
interface Script {
  readonly interims: readonly number[];
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly pieces: readonly string[];
  /** A length, or chunks with trailers behind them. */
  readonly framing: "length" | "chunks";
  readonly trailers: readonly (readonly [name: string, value: string])[];
  /** The connection is broken off behind the pieces. */
  readonly breaks: boolean;
}

/** What a client saw. */
interface Seen {
  readonly interims: readonly number[];
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly trailers: Readonly<Record<string, unknown>>;
  readonly isWhole: boolean;
}

const life = { nowMs: Date.now(), days: 1 };
const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
const subject = { commonName: "server" };
const tls = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], ...life });
const client = createHttpClient({ tls: { ca: authority.certificate } });
const agent = new Agent({ keepAlive: true });

let script: Script;
/** Of a request over HTTP/1.1, as the backend got it. */
let lastHead = "";
let backends: { readonly h1: string; readonly h2: string };
let relay: Listener;
let session: ClientHttp2Session;
const closing: (() => unknown)[] = [];

const handlerOf: Handler = async (request) => {
  const { method, target, signal } = request;
  const origin = request.header("x-to") === "h2" ? backends.h2 : backends.h1;
  const headers = forwardedHeaders(request, { host: "backend", isDropped: (name) => name === "x-to" });
  const body = await forwardedBody(request, { method, headers });
  return forward({
    client,
    request: { method, origin, path: target, headers, ...(body === undefined ? {} : { body }) },
    signal,
    onInterim: (status, given) => request.inform?.(status, returnedHeaders(given)),
    onHead: (status, given) => returnedHead(status, given, { links: { host: "here", prefix: "" }, method }),
  });
};

/** Answers the requests of a connection in bytes, one for each empty line. */
function answerInBytes(socket: Socket): void {
  socket.on("error", () => undefined);
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
    for (let at = text.indexOf("\r\n\r\n"); at >= 0; at = text.indexOf("\r\n\r\n")) {
      const isHead = text.startsWith("HEAD ");
      lastHead = text.slice(0, at + 4);
      text = text.slice(at + 4);
      answerOne(socket, isHead);
    }
  });
}

function answerOne(socket: Socket, isHead: boolean): void {
  const { interims, status, headers, pieces, framing, trailers, breaks } = script;
  const lines = (pairs: Script["headers"]): string => pairs.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const isBodiless = isHead || status === 204 || status === 304;
  const length = `Content-Length: ${pieces.join("").length + (breaks ? 1 : 0)}\r\n`;
  for (const interim of interims) socket.write(`HTTP/1.1 ${interim} Early\r\nLink: </a>\r\n\r\n`);
  socket.write(
    `HTTP/1.1 ${status} x\r\n${lines(headers)}${framing === "length" ? length : "Transfer-Encoding: chunked\r\n"}\r\n`,
  );
  if (!isBodiless) {
    for (const piece of pieces.filter((each) => each !== ""))
      socket.write(framing === "length" ? piece : `${piece.length.toString(16)}\r\n${piece}\r\n`);
    if (framing === "chunks" && !breaks) socket.write(`0\r\n${lines(trailers)}\r\n`);
  }
  if (breaks) setImmediate(() => socket.destroy());
}

beforeAll(async () => {
  const plain = createServer(answerInBytes);
  const secure = createSecureServer({ cert: tls.certificate, key: tls.key });
  secure.on("stream", (stream, { ":method": method }) => {
    stream.on("error", () => undefined);
    const { interims, status, headers, pieces, framing, trailers, breaks } = script;
    const all = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const length = framing === "length" ? { "content-length": pieces.join("").length + (breaks ? 1 : 0) } : {};
    for (const interim of interims) stream.additionalHeaders({ ":status": interim, link: "</a>" });
    const endStream = method === "HEAD" || status === 204 || status === 304;
    stream.respond({ ":status": status, ...all, ...length }, { endStream, waitForTrailers: !endStream });
    if (endStream) return;
    stream.on("wantTrailers", () =>
      stream.sendTrailers(
        framing === "length" ? {} : Object.fromEntries(trailers.map(([name, value]) => [name.toLowerCase(), value])),
      ),
    );
    for (const piece of pieces) stream.write(piece);
    if (breaks) setImmediate(() => stream.close(2));
    else stream.end();
  });
  for (const server of [plain, secure]) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => server.close());
  }
  const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;
  backends = { h1: `http://127.0.0.1:${portOf(plain)}`, h2: `https://127.0.0.1:${portOf(secure)}` };
  relay = await listen(handlerOf, { port: 0, address: "127.0.0.1", tls });
  session = http2Connect(`https://127.0.0.1:${relay.port}`, { ca: authority.certificate });
});
afterAll(async () => {
  session.destroy();
  agent.destroy();
  await client.close();
  await relay.close(0);
  for (const close of closing) close();
});

type Ask = (method: string, to: string) => Promise<Seen>;

const askOverHttp1: Ask = (method, to) =>
  new Promise((resolve, reject) => {
    const interims: number[] = [];
    const options = { host: "127.0.0.1", port: relay.port, ca: authority.certificate, agent, method };
    const request = secureRequest({ ...options, headers: { "x-to": to } });
    request.on("information", ({ statusCode }) => interims.push(statusCode));
    request.on("response", (response: IncomingMessage) => {
      let body = "";
      response.on("data", (piece: Buffer) => {
        body += piece.toString("latin1");
      });
      response.on("error", () => undefined);
      response.on("close", () => {
        const { statusCode: status = 0, headers, trailers, complete: isWhole } = response;
        resolve({ interims, status, headers, body, trailers, isWhole });
      });
    });
    request.on("error", reject);
    request.end();
  });

const askOverHttp2: Ask = (method, to) =>
  new Promise((resolve) => {
    const interims: number[] = [];
    let [headers, trailers]: Http2Headers[] = [{}, {}];
    let body = "";
    const stream = session.request({ ":method": method, ":path": "/", "x-to": to });
    stream.on("headers", (interim) => interims.push(Number(interim[":status"])));
    stream.on("response", (given) => {
      headers = given;
    });
    stream.on("trailers", (given) => {
      trailers = given;
    });
    stream.on("data", (piece: Buffer) => {
      body += piece.toString("latin1");
    });
    stream.on("error", () => undefined);
    stream.on("close", () => {
      const { ":status": status, ...rest } = headers ?? {};
      resolve({
        interims,
        status: Number(status),
        headers: rest,
        body,
        trailers: Object.fromEntries(Object.entries(trailers ?? {})),
        isWhole: stream.rstCode === 0,
      });
    });
    stream.end();
  });

const clients: readonly (readonly [name: string, ask: Ask])[] = [
  ["HTTP/1.1", askOverHttp1],
  ["HTTP/2", askOverHttp2],
];

const fieldOf = fc.constantFrom(
  ["X-Own", "one"],
  ["ETag", '"e"'],
  ["Warning", '299 - "w"'],
  ["X-Big", "b".repeat(9000)],
  ["Cache-Control", "no-store"],
  ["Access-Control-Expose-Headers", "x"],
  ["X-Empty", ""],
) as fc.Arbitrary<readonly [string, string]>;
/** Of one connection, or this server's own. */
const dropped = [
  ["Keep-Alive", "timeout=5"],
  ["Access-Control-Allow-Origin", "*"],
] as const;
const distinctFields = fc.uniqueArray(fieldOf, { selector: ([name]) => name, maxLength: 4 });

const scripts: fc.Arbitrary<Script> = fc.record({
  interims: fc.array(fc.constantFrom(102, 103, 199), { maxLength: 2 }),
  status: fc.constantFrom(200, 201, 204, 206, 302, 304, 404, 418, 500, 599),
  headers: distinctFields.map((fields) => [...fields, ["Content-Type", "text/plain"] as const]),
  pieces: fc.array(fc.constantFrom("", "a", "hello", "x".repeat(5000), "y".repeat(70_000)), { maxLength: 3 }),
  framing: fc.constantFrom("length", "chunks"),
  trailers: fc.constantFrom(
    [],
    [["X-T", "t"]],
    [
      ["X-T", "t"],
      ["X-U", "u 2"],
    ],
  ) as fc.Arbitrary<Script["trailers"]>,
  breaks: fc.constant(false),
});

/** What a client is to see, whatever is between. */
function expected({ interims, status, headers, pieces, framing, trailers }: Script, method: string): Seen {
  const isBodiless = method === "HEAD" || status === 204 || status === 304;
  const lower = (pairs: Script["headers"]): Record<string, string> =>
    Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  return {
    interims,
    status,
    headers: lower(headers),
    body: isBodiless ? "" : pieces.join(""),
    trailers: isBodiless || framing === "length" ? {} : lower(trailers),
    isWhole: true,
  };
}

const own: ReadonlySet<string> = new Set(["connection", "content-length", "date", "transfer-encoding"]);
/** The type of a response that is not modified is passed on over HTTP/2 only. */
const isCompared = (name: string, { status }: Seen): boolean =>
  !own.has(name) && (status !== 304 || name !== "content-type");
const withoutOwn = (seen: Seen): Seen => ({
  ...seen,
  headers: Object.fromEntries(Object.entries(seen.headers).filter(([name]) => isCompared(name, seen))),
});

describe.each(["h1", "h2"])("a relay to a backend over %s", (to) => {
  test.each(clients)("passes any response back whole to a client over %s", async (_name, ask) => {
    await fc.assert(
      fc.asyncProperty(scripts, fc.constantFrom("GET", "HEAD", "DELETE"), async (given, method) => {
        script = given;
        expect(withoutOwn(await ask(method, to))).toEqual(withoutOwn(expected(given, method)));
      }),
      { numRuns: 60, seed: 22 },
    );
  });

  test.each(clients)("shows a client over %s that a body is not whole", async (_name, ask) => {
    const pieces = ["part"];
    script = { interims: [], status: 200, headers: [], pieces, framing: "length", trailers: [], breaks: true };
    expect(await ask("GET", to)).toMatchObject({ status: 200, isWhole: false });
  });
});

test("cookies of several lines of HTTP/2 reach a backend over HTTP/1.1 in one", async () => {
  script = { interims: [], status: 200, headers: [], pieces: [], framing: "length", trailers: [], breaks: false };
  const stream = session.request({ ":path": "/", "x-to": "h1", cookie: ["a=b", "c=d"] });
  await once(stream, "response");
  stream.close();
  expect(lastHead).toMatch(/\r\ncookie: a=b; c=d\r\n/i);
});

test("headers of one connection, and the server's own, are not passed back", async () => {
  const headers = [...dropped, ["X-Own", "o"], ["X-Named", "n"], ["Connection", "x-named"]] as const;
  script = { interims: [], status: 200, headers, pieces: ["a"], framing: "length", trailers: [], breaks: false };
  const { headers: seen } = await askOverHttp1("GET", "h1");
  expect(seen["x-own"]).toBe("o");
  for (const name of ["x-named", "access-control-allow-origin"]) expect(seen).not.toHaveProperty(name);
  expect(seen["keep-alive"]).not.toBe("timeout=5");
});

test("a client of HTTP/1.0 gets neither interim responses nor trailers", async () => {
  const trailers = [["X-T", "t"]] as const;
  script = { interims: [103], status: 200, headers: [], pieces: ["a"], framing: "chunks", trailers, breaks: false };
  const plain = await listen(handlerOf, { port: 0, address: "127.0.0.1" });
  const socket = connect(plain.port, "127.0.0.1");
  socket.write("GET / HTTP/1.0\r\nHost: x\r\n\r\n");
  let text = "";
  for await (const piece of socket) text += String(piece);
  await plain.close(0);
  expect(text).toMatch(/^HTTP\/1\.[01] 200 /);
  expect(text.endsWith("\r\n\r\na")).toBe(true);
});
