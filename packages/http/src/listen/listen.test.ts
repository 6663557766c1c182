import { type ClientHttp2Session, connect } from "node:http2";
import { request as httpsRequest } from "node:https";
import { connect as connectPlain } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Handler, HttpResponse, ResponseWriter } from "../http.ts";
import type { TlsOptions } from "../tls-options.ts";
import { type Listener, listen } from "./listen.ts";

const idleTimeoutMs = 150;
let listener: Listener;
let watch: ResponseWriter | undefined;
let tls: TlsOptions;

const handler: Handler = (request) => {
  const { target } = request;
  if (target === "/body")
    return request
      .readBody(100)
      .then((sent) => ({ status: 200, headers: [], body: Buffer.from(`[${sent.toString()}]`) }));
  const start = (writer: ResponseWriter): void => {
    watch = writer;
    writer.write(Buffer.from("begun\n"));
  };
  return { status: 200, headers: [], body: target === "/watch" ? { start } : Buffer.from("done\n") };
};

beforeAll(async () => {
  const nowMs = Date.now();
  const authority = await makeAuthority({ subject: { commonName: "ca" }, nowMs, days: 1 });
  const subject = { commonName: "server" };
  const { certificate, key } = await issueCertificate(authority, {
    subject,
    usage: "server",
    hosts: ["127.0.0.1"],
    nowMs,
    days: 1,
  });
  tls = { certificate, key };
  listener = await listen(handler, { port: 0, address: "127.0.0.1", tls, idleTimeoutMs });
});

afterAll(() => listener.close(0));

function open(): ClientHttp2Session {
  return connect(`https://127.0.0.1:${listener.port}`, { rejectUnauthorized: false });
}

function ask(session: ClientHttp2Session, path: string, onText: (text: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ":path": path });
    stream.setEncoding("utf8").on("data", onText);
    stream.once("end", resolve);
    stream.once("error", reject);
  });
}

function closed(session: ClientHttp2Session): Promise<void> {
  return new Promise((resolve) => session.once("close", resolve));
}

test("a session without requests is closed after a while", async () => {
  const session = open();
  const end = closed(session);
  await ask(session, "/", () => undefined);
  await end;
});

test("an idle session with a watch stays open, and is closed after the watch has ended", async () => {
  const quiet = open();
  const texts: string[] = [];
  const watching = ask(quiet, "/watch", (text) => texts.push(text));
  // Begun later, and closed for being idle: so the quiet one had time enough.
  const other = open();
  const otherClosed = closed(other);
  await ask(other, "/", () => undefined);
  await otherClosed;
  expect(quiet.closed).toBe(false);
  const end = closed(quiet);
  watch?.write(Buffer.from("later\n"));
  watch?.end();
  await watching;
  expect(texts.join("")).toBe("begun\nlater\n");
  await end;
});

/** Over HTTP/1.1. */
function send(method: string, body: string | undefined, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      port: listener.port,
      host: "127.0.0.1",
      path: "/body",
      method,
      headers,
      rejectUnauthorized: false,
    };
    const request = httpsRequest(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.once("end", () => resolve(text));
    });
    request.once("error", reject).end(body);
  });
}

test.each([
  { name: "none", method: "DELETE", body: undefined, headers: {}, want: "[]" },
  { name: "none where one is usual", method: "POST", body: undefined, headers: { "content-length": "0" }, want: "[]" },
  { name: "one of a length", method: "DELETE", body: "abc", headers: { "content-length": "3" }, want: "[abc]" },
  { name: "one in chunks", method: "PUT", body: "abc", headers: { "transfer-encoding": "chunked" }, want: "[abc]" },
])("a request may have a body: $name", async ({ method, body, headers, want }) => {
  expect(await send(method, body, headers)).toBe(want);
});

interface Raw {
  readonly socket: TLSSocket;
  readonly connected: Promise<void>;
  /** All that was heard, when the connection is over. */
  readonly received: Promise<string>;
}

/** A connection that says what it is told to, and hears on when it has said all. */
function openRaw(port: number): Raw {
  const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false });
  socket.allowHalfOpen = true;
  const connected = new Promise<void>((resolve) => socket.once("secureConnect", () => resolve()));
  const received = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("latin1").on("data", (piece: string) => (text += piece));
    socket.on("end", () => socket.end()).on("close", () => resolve(text));
    // Whatever fails closes.
    socket.on("error", () => undefined);
  });
  return { socket, connected, received };
}

test("an HTTP/1.1 client that ended its side receives its responses, and then the end", async () => {
  const { socket, received } = openRaw(listener.port);
  const request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
  socket.end(request + request);
  expect((await received).match(/done\n/g)).toHaveLength(2);
});

test("closing ends idle HTTP/1.1 connections immediately, and others with their response", async () => {
  let give: (answer: HttpResponse) => void = () => undefined;
  let slow: Handler = () => ({ status: 500, headers: [], body: Buffer.alloc(0) });
  const requested = new Promise<void>((resolve) => {
    slow = () =>
      new Promise((answer) => {
        give = answer;
        resolve();
      });
  });
  const other = await listen((request) => slow(request), { port: 0, address: "127.0.0.1", tls });
  const idle = openRaw(other.port);
  const busy = openRaw(other.port);
  busy.socket.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  await Promise.all([idle.connected, requested]);
  const closing = other.close(60_000);
  expect(await idle.received).toBe("");
  give({ status: 200, headers: [], body: Buffer.from("at last") });
  expect(await busy.received).toMatch(/\r\nConnection: close\r\n\r\nat last$/);
  await closing;
});

test.each(["GET", "HEAD", "POST", "PUT"])("%s without TLS is answered without TLS", async (method) => {
  const socket = connectPlain(listener.port, "127.0.0.1");
  socket.write(`${method} / HTTP/1.1\r\nHost: a\r\n\r\n`);
  const received: Buffer[] = [];
  for await (const bytes of socket) received.push(bytes as Buffer);
  expect(Buffer.concat(received).toString()).toBe(
    "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n",
  );
});

test("connections that are neither TLS nor HTTP are closed", async () => {
  const socket = connectPlain(listener.port, "127.0.0.1");
  socket.write("hello\r\n\r\n");
  const received: Buffer[] = [];
  for await (const bytes of socket) received.push(bytes as Buffer);
  expect(received).toEqual([]);
});
