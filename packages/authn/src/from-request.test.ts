import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer, request as requestTls } from "node:https";
import type { AddressInfo } from "node:net";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { describe, expect, it } from "vitest";
import { fromRequest } from "./from-request.ts";
import { bearerAuthenticator } from "./token/bearer.ts";
import { staticTokens } from "./token/static-tokens.ts";

const alice = { name: "alice", uid: "", groups: [], extra: {} };
const authenticator = bearerAuthenticator(staticTokens([["secret", alice]]));

describe("reads credentials from a request of another framework", () => {
  it.each([
    ["Bearer secret", "authenticated"],
    ["Bearer wrong", "rejected"],
    [undefined, "absent"],
  ])("of the Fetch API: authorization %s is %s", async (authorization, kind) => {
    const headers = new Headers(authorization === undefined ? [] : [["authorization", authorization]]);
    const request = fromRequest(new Request("https://any.host/a/b?c", { headers }));
    expect((await authenticator.authenticate(request)).kind).toBe(kind);
    expect(request.path).toBe("/a/b");
  });

  it("of node:http has every line of a header, the path and the address", async () => {
    const server = createServer((message: IncomingMessage, response) => {
      const { header, headerLines, path, remoteAddress, ...request } = fromRequest(message);
      const names = request.headerNames?.() ?? [];
      response.end(
        JSON.stringify([
          header("x-a"),
          headerLines("x-a"),
          names.includes("x-a"),
          path,
          remoteAddress,
          request.peerCertificates(),
        ]),
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const headers = new Headers([
      ["X-A", "1"],
      ["X-A", "2"],
    ]);
    const response = await fetch(`http://127.0.0.1:${port}/a%2Fb?c`, { headers });
    const [joined, , ...others] = (await response.json()) as unknown[];
    expect([joined, ...others]).toEqual(["1, 2", true, "/a%2Fb", "127.0.0.1", []]);
    server.close();
  });

  it("of node:https has the client's certificate chain", async () => {
    const authority = await makeAuthority({ subject: { commonName: "ca" } });
    const tls = await issueCertificate(authority, {
      subject: { commonName: "s" },
      usage: "server",
      hosts: ["localhost"],
    });
    const client = await issueCertificate(authority, { subject: { commonName: "alice" }, usage: "client" });
    const ca = authority.certificate;
    const options = { cert: tls.certificate, key: tls.key, ca, requestCert: true };
    const server = createTlsServer(options, (message, response) => {
      response.end(String(fromRequest(message).peerCertificates().length));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const sent = requestTls({ host: "localhost", port, ca, cert: client.certificate, key: client.key }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const [body] = (await once(response, "data")) as [Buffer];
    expect(Number(body)).toBeGreaterThanOrEqual(1);
    server.close();
  });
});
