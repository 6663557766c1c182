import { connect } from "node:tls";
import { CommanderError } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseFlags } from "../flags.ts";
import { openFolder, startServer, type TestFolder, type TestServer } from "../testing/running-server.ts";

let folder: TestFolder;
let server: TestServer;
beforeAll(async () => {
  folder = await openFolder();
  server = await startServer(
    folder,
    "edge",
    String.raw`--cors-allowed-origins=^https://good\.example$,//other\.example(:|$)`,
    "--strict-transport-security-directives=max-age=31536000,includeSubDomains",
    "--external-hostname=api.example.org",
    "--kubernetes-service-node-port=30443",
    "--disable-http2-serving",
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const allowed = "access-control-allow-origin";

describe("a page of another origin", () => {
  test.each([
    ["https://good.example", "https://good.example"],
    ["https://GOOD.example", undefined],
    ["http://other.example:80", "http://other.example:80"],
    ["http://a.other.example", undefined],
    ["https://good.example.evil", undefined],
    [`https://${"a".repeat(600)}//other.example:`, undefined],
  ])("%s may read responses where it is allowed", async (origin, want) => {
    const { status, headers } = await server.ask("/version", { headers: { origin } });
    expect([status, headers[allowed]]).toEqual([200, want]);
  });

  test("sends a preflight request without credentials", async () => {
    const preflight = { method: "OPTIONS", headers: { origin: "https://good.example" } };
    const { status, headers } = await server.ask("/api/v1/pods", preflight);
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      [allowed]: "https://good.example",
      "access-control-allow-methods": "POST, GET, OPTIONS, PUT, DELETE, PATCH",
      "access-control-allow-credentials": "true",
    });
    const other = { method: "OPTIONS", token: server.adminToken, headers: { origin: "https://evil.example" } };
    const refused = await server.ask("/version", other);
    expect([refused.status, refused.headers[allowed]]).toEqual([405, undefined]);
  });
});

test.each(["/version", "/api/v1/pods", "/nothing"])("the response of %s has HSTS", async (path) => {
  const { headers } = await server.ask(path);
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});

test("discovery names the external host", async () => {
  const { body } = await server.ask("/api", { token: server.adminToken });
  expect(body).toMatchObject({ serverAddressByClientCIDRs: [{ serverAddress: expect.stringMatching(/^api\.ex/) }] });
});

test("the service that is the server has the port on nodes", async () => {
  const { body } = await server.ask("/api/v1/namespaces/default/services/kubernetes", { token: server.adminToken });
  expect(body).toMatchObject({ spec: { type: "NodePort", ports: [{ nodePort: 30443, port: 443 }] } });
});

test("a client that offers HTTP/2 gets HTTP/1.1 where the former is off", async () => {
  const port = Number(new URL(server.url).port);
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ALPNProtocols: ["h2", "http/1.1"] });
  await new Promise((resolve) => socket.once("secureConnect", resolve));
  expect(socket.alpnProtocol).toBe("http/1.1");
  socket.destroy();
});

test.each([
  ["--cors-allowed-origins=//a.example", "does not pin to start/end of host"],
  ["--cors-allowed-origins=a.example$", "does not pin to start/end of host"],
  ["--cors-allowed-origins=^(", "missing closing )"],
  ["--strict-transport-security-directives=max-age=1,often", "It must be max-age=<seconds>"],
  ["--goaway-chance=0.03", "It must be a number from 0 to 0.02"],
  ["--goaway-chance=", "It must be a number from 0 to 0.02"],
])("%s is refused", (arg, message) => {
  expect(() => parseFlags([arg])).toThrow(CommanderError);
  expect(() => parseFlags([arg])).toThrow(message);
});
