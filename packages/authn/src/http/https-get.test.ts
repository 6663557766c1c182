import { webcrypto } from "node:crypto";
import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Extension, type Made, makeCertificate } from "../testing/certificates.ts";
import { createHttpsGet } from "./https-get.ts";

const asked: string[] = [];
const answer: RequestListener = ({ url = "" }, response) => {
  asked.push(url);
  switch (url) {
    case "/redirect":
      response.writeHead(302, { location: "/elsewhere" }).end("over there");
      break;
    case "/long":
      response.end("x".repeat(2_000));
      break;
    case "/endless":
      response.write("x");
      break;
    case "/hangs-up":
      response.destroy();
      break;
    default:
      response.end("hello");
  }
};

const day = 86_400_000;
const dates = { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day) };
/** 127.0.0.1 and 192.0.2.1 as alternative names. */
const loopback = Buffer.from("300687047f000001", "hex");
const elsewhere = Buffer.from("30068704c0000201", "hex");

let ca: Made;
const servers: Server[] = [];
let url: string;
let misnamed: string;

async function serve(address: Buffer): Promise<string> {
  const extensions = [new Extension("2.5.29.17", false, new Uint8Array(address))];
  const own = await makeCertificate({ name: [{ CN: ["x"] }], issuer: ca, extensions, ...dates });
  const key = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", own.keys.privateKey)).toString("base64");
  const server = createServer(
    { cert: own.pem, key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n` },
    answer,
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  ca = await makeCertificate({ name: [{ CN: ["ca"] }], ca: true, ...dates });
  url = await serve(loopback);
  misnamed = await serve(elsewhere);
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe("a document is read", () => {
  const trusting = (more: object = {}) => createHttpsGet({ ca: ca.pem, ...more });

  it("from whom the authorities vouch for", async () => {
    const { status, body } = await trusting()(`${url}/x`);
    expect([status, body.toString()]).toEqual([200, "hello"]);
  });

  it("from nobody else", async () => {
    const stranger = await makeCertificate({ name: [{ CN: ["ca"] }], ca: true, ...dates });
    for (const get of [createHttpsGet({ ca: stranger.pem }), createHttpsGet()])
      await expect(get(`${url}/x`)).rejects.toThrow(/certificate/);
  });

  it("from nobody of another name", async () => {
    await expect(trusting()(`${misnamed}/x`)).rejects.toThrow(/does not match certificate's altnames/);
  });

  it("never without TLS", async () => {
    await expect(trusting()("http://127.0.0.1:1/x")).rejects.toThrow(/Protocol "http:" not supported/);
  });

  it("where it is: no redirect is followed", async () => {
    asked.length = 0;
    expect((await trusting()(`${url}/redirect`)).status).toBe(302);
    expect(asked).toEqual(["/redirect"]);
  });

  it("up to its bound", async () => {
    await expect(trusting({ maxBytes: 1_999 })(`${url}/long`)).rejects.toThrow("an answer of more than 1999 bytes");
    expect((await trusting({ maxBytes: 2_000 })(`${url}/long`)).body.length).toBe(2_000);
  });

  it("in time, the whole of it", async () => {
    await expect(trusting({ timeoutMs: 50 })(`${url}/endless`)).rejects.toThrow("no answer in 50 ms");
  });

  it("or it is said why not", async () => {
    await expect(trusting()(`${url}/hangs-up`)).rejects.toThrow(/socket hang up|ECONNRESET/);
    await expect(trusting()("https://127.0.0.1:1/")).rejects.toThrow(/ECONNREFUSED/);
  });
});
