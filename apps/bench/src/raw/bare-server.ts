/**
 * The upper bound of what Node can do: a server without any logic, which sends the bytes that
 * another server responded with.
 * node bare-server.ts SCHEME UPSTREAM TOKEN (https or http; https also serves HTTP/2)
 * It prints its port. The first GET of a path is sent to the upstream server, and its response is
 * kept. A POST or PUT is read and gets the bytes of one object; a PUT is also sent, as an event
 * that is encoded once, to every watch.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { sendOnce } from "../client/send-once.ts";
import { configMapsOf, itemName, namespaces } from "../objects/objects.ts";

type Http2Listener = Parameters<typeof createSecureServer>[1];

const [scheme = "https", upstream = "", token = ""] = process.argv.slice(2);
const object = `${configMapsOf(namespaces.items)}/${itemName(0)}`;
const answers = new Map<string, Buffer>();
const watches = new Set<ServerResponse>();
const json = { "content-type": "application/json" };

async function answerOf(path: string): Promise<Buffer> {
  const known = answers.get(path);
  if (known !== undefined) return known;
  const { status, body } = await sendOnce({ url: upstream, token }, { method: "GET", path });
  if (status !== 200) throw new Error(`${path} was answered ${status} by the server whose bytes these are to be`);
  answers.set(path, body);
  return body;
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "/", method = "GET" } = request;
  if (url === "/readyz") reply(response, 200, Buffer.from("ok"));
  else if (url.includes("watch=1")) watch(response);
  else if (method === "GET") reply(response, 200, answers.get(url) ?? (await answerOf(url)));
  else {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (method === "PUT") broadcast(Buffer.concat(parts));
    reply(response, method === "POST" ? 201 : 200, answers.get(object) ?? (await answerOf(object)));
  }
}

function reply(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { ...json, "content-length": body.length });
  response.end(body);
}

function watch(response: ServerResponse): void {
  response.writeHead(200, json);
  response.flushHeaders();
  watches.add(response);
  response.on("close", () => watches.delete(response));
}

function broadcast(body: Buffer): void {
  const event = Buffer.concat([Buffer.from('{"type":"MODIFIED","object":'), body, Buffer.from("}\n")]);
  for (const response of watches) response.write(event);
}

async function certificate(): Promise<{ readonly cert: string; readonly key: string }> {
  const nowMs = Date.now();
  const authority = await makeAuthority({ subject: { commonName: "bare" }, nowMs, days: 2 });
  const subject = { commonName: "bare" };
  const pair = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], nowMs, days: 2 });
  return { cert: pair.certificate, key: pair.key };
}

const listener = (request: IncomingMessage, response: ServerResponse): void => void serve(request, response);
// Requests of HTTP/2 come in the shape of those of HTTP/1.1.
const server =
  scheme === "http"
    ? createHttpServer(listener)
    : createSecureServer({ ...(await certificate()), allowHTTP1: true }, listener as unknown as Http2Listener);
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
