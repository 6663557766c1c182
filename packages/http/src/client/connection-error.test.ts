import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { createServer } from "node:tls";
import { createManualClock } from "@svc/base";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { expect, test } from "vitest";
import { connectionError, createHttpClient } from "./index.ts";

const url = { host: "backend:443", hostname: "backend" };
const failed = (code: string, more: object = {}): Error =>
  Object.assign(new Error("40D3:error:0A000460:SSL routines:f:x:../deps/openssl/rec.c:916:alert 1"), { code, ...more });

test.each([
  ["ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL", "remote error: tls: no application protocol"],
  ["ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE", "remote error: tls: handshake failure"],
  ["ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE", "remote error: tls: bad certificate"],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "remote error: tls: certificate required"],
  ["ERR_SSL_TLSV1_ALERT_UNKNOWN_CA", "remote error: tls: unknown certificate authority"],
])("the alert %s has its usual name", (code, want) => {
  expect(connectionError(failed(code), url)).toBe(want);
});

test("an unknown error of OpenSSL shows its reason only", () => {
  const error = failed("ERR_SSL_UNSAFE", { library: "SSL routines", reason: "unsafe legacy renegotiation disabled" });
  expect(connectionError(error, url)).toBe("tls: unsafe legacy renegotiation disabled");
});

test("the error for a server that speaks none of the offered protocols is distinct", async () => {
  const life = { nowMs: Date.now(), days: 1 };
  const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
  const subject = { commonName: "server" };
  const tls = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], ...life });
  const server = createServer({ cert: tls.certificate, key: tls.key, ALPNProtocols: ["h2"] });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = createHttpClient({ tls: { ca: authority.certificate } });
  const { port } = server.address() as AddressInfo;
  const offer = { method: "GET", url: new URL(`https://127.0.0.1:${port}/`), headers: [], protocol: "x" };
  const error = await client.upgrade({ ...offer, signal: new AbortController().signal }).catch((e: unknown) => e);
  expect(connectionError(error, url)).toBe("remote error: tls: no application protocol");
  await client.close();
  server.close();
});

test("a server that accepts a connection and does not complete the TLS handshake fails after 10 s", async () => {
  const clock = createManualClock();
  const server = createTcpServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = createHttpClient({ clock });
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, "connection");
  const offer = { method: "GET", url: new URL(`https://127.0.0.1:${port}/`), headers: [], protocol: "x" };
  const response = client.upgrade({ ...offer, signal: new AbortController().signal }).catch((e: unknown) => e);
  const [socket] = (await accepted) as [Socket];
  // The first bytes of the handshake: the client has seen that it is connected.
  await once(socket, "data");
  clock.advance(9_999);
  clock.advance(1);
  expect(connectionError(await response, url)).toBe("net/http: TLS handshake timeout");
  await client.close();
  socket.destroy();
  server.close();
});
