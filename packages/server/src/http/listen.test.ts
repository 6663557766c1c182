import { type ClientHttp2Session, connect } from "node:http2";
import { request as httpsRequest } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueCertificate, makeAuthority } from "../tls/certificates.ts";
import type { Handler, Outlet } from "./exchange.ts";
import { type Listener, listen } from "./listen.ts";

const idleTimeoutMs = 150;
let listener: Listener;
let watch: Outlet | undefined;

const handler: Handler = (request) => {
  const { target } = request;
  if (target === "/body")
    return request
      .readBody(100)
      .then((sent) => ({ status: 200, headers: [], body: Buffer.from(`[${sent.toString()}]`) }));
  const start = (outlet: Outlet): void => {
    watch = outlet;
    outlet.write(Buffer.from("begun\n"));
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
  listener = await listen(handler, { port: 0, address: "127.0.0.1", tls: { certificate, key }, idleTimeoutMs });
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

test("a session with a watch stays open however quiet it is, and is closed after the watch has ended", async () => {
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
