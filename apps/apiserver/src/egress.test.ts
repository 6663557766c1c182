import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchWhole } from "@svc/http/client";
import { kubernetesDialect as dialect } from "@svc/meta";
import { createMetrics } from "@svc/metrics";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadEgress } from "./egress.ts";
import { parseFlags } from "./flags.ts";

const dir = mkdtempSync(join(tmpdir(), "egress-"));
const requested: string[] = [];
const server = createServer((request, response) => response.end(request.url));
let port = 0;
beforeAll(async () => {
  server.on("connect", (request, socket) => {
    requested.push(request.url ?? "");
    const to = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(to).pipe(socket);
    });
    to.on("error", () => socket.destroy());
    socket.on("error", () => to.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as { port: number }).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const load = (...flags: readonly string[]) => loadEgress(parseFlags(flags), { dialect, metrics: createMetrics() });

function selector(selections: string): string {
  const path = join(dir, "selector.yaml");
  const head = "apiVersion: apiserver.k8s.io/v1beta1\nkind: EgressSelectorConfiguration\n";
  writeFileSync(path, `${head}egressSelections: ${selections}\n`);
  return `--egress-selector-config-file=${path}`;
}

/** The response's status, or why there is none. */
async function reach(flags: readonly string[], to: { readonly purpose: string; readonly host?: string }, url: string) {
  using egress = await load(...flags);
  return fetchWhole(egress.client(to), { method: "GET", url: new URL(url.replace("PORT", String(port))) }).then(
    ({ status }) => String(status),
    (error: Error) => error.message,
  );
}

describe("by default", () => {
  const loopback = "http://127.0.0.1:PORT/";
  const metadata = "http://169.254.169.254/";
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ["webhook", loopback, /^200$/],
    ["webhook", metadata, /169\.254\.169\.254 are not allowed/],
    ["conversion", metadata, /not allowed/],
    ["aggregation", loopback, /^200$/],
    ["aggregation", metadata, /not allowed/],
    ["node", loopback, /^200$/],
    ["node", metadata, /not allowed/],
    ["proxy", loopback, /127\.0\.0\.1 are not allowed/],
    ["proxy", metadata, /not allowed/],
    ["proxy", "http://localhost:PORT/", /the addresses of localhost are not allowed/],
    ["issuer", loopback, /only https: URLs/],
    ["component", loopback, /^200$/],
    ["audit", loopback, /^200$/],
  ];
  test.each(cases)("purpose %s, URL %s: %s", async (purpose, url, want) => {
    expect(await reach([], { purpose }, url)).toMatch(want);
  });
});

describe("flags", () => {
  test("deny other subnets, or no subnets", async () => {
    const url = "http://127.0.0.1:PORT/";
    expect(await reach(["--egress-denied-cidrs=127.0.0.0/8"], { purpose: "webhook" }, url)).toContain("not allowed");
    expect(await reach(["--proxy-denied-cidrs=none"], { purpose: "proxy" }, url)).toBe("200");
  });

  test("are refused when a subnet is malformed", () => {
    expect(() => parseFlags(["--proxy-denied-cidrs=10.0.0.0"])).toThrow("malformed subnet 10.0.0.0");
  });
});

const noPem = join(dir, "no.pem");
writeFileSync(noPem, "no certificate\n");

describe("an egress selector", () => {
  test.each(["Cluster", "master", "ControlPlane"])("names a network in any case: %s", async (name) => {
    using egress = await load(selector(`[{name: ${name}, connection: {proxyProtocol: Direct}}]`));
    expect(egress).toBeDefined();
  });

  test("tunnels the connections of a network, after the rules of the purpose", async () => {
    const flags = [
      selector(
        `[{name: cluster, connection: {proxyProtocol: HTTPConnect, transport: {tcp: {url: 'http://127.0.0.1:${port}'}}}}]`,
      ),
    ];
    requested.length = 0;
    expect(await reach(flags, { purpose: "node" }, "http://node.example:10/")).toBe("200");
    expect(await reach(flags, { purpose: "webhook", host: "10.0.0.7" }, "http://s.ns.svc:443/")).toBe("200");
    expect(await reach(flags, { purpose: "webhook" }, "http://127.0.0.1:PORT/")).toBe("200");
    expect(await reach(flags, { purpose: "proxy" }, "http://127.0.0.1:PORT/")).toContain("not allowed");
    expect(requested).toEqual(["node.example:10", "10.0.0.7:443"]);
  });

  const connection = (of: string) => `[{name: cluster, connection: ${of}}]`;
  const tcp = (of: string) => connection(`{proxyProtocol: HTTPConnect, transport: {tcp: ${of}}}`);
  const cases: readonly (readonly [string, string])[] = [
    [
      "[{name: other, connection: {proxyProtocol: Direct}}]",
      'service.connection: Unsupported value: "other": supported values: "cluster", "controlplane", "etcd"',
    ],
    [
      connection("{proxyProtocol: Foo}"),
      'service.connection.protocol: Unsupported value: "Foo": supported values: "Direct", "HTTPConnect", "GRPC"',
    ],
    [
      connection("{proxyProtocol: Direct, transport: {uds: {udsName: /a}}}"),
      'service.connection.transport: Invalid value: "direct": Transport config should be absent for direct connect',
    ],
    [
      connection("{proxyProtocol: HTTPConnect}"),
      "service.connection.transport: Required value: transport must be set for HTTPConnect",
    ],
    [
      connection("{proxyProtocol: HTTPConnect, transport: {}}"),
      "service.connection.tcp: Required value: One of TCP or UDS must be set",
    ],
    ["[{name: cluster}]", 'service.connection.protocol: Unsupported value: "": supported values: "Direct"'],
    [
      "[{connection: {proxyProtocol: Direct}}]",
      'service.connection: Unsupported value: "": supported values: "cluster"',
    ],
    [
      tcp(`{url: 'https://x', tlsConfig: {caBundle: ${noPem}, clientCert: ${noPem}, clientKey: ${noPem}}}`),
      'service.connection.tlsConfig: Invalid value: "nil": error:',
    ],
    [
      tcp("{url: 'ftp://x'}"),
      'service.connection.url: Invalid value: "ftp://x": supported connection protocols are http:// and https://',
    ],
    [
      tcp("{url: 'https://x'}"),
      "service.connection.tlsConfig: Required value: TLSConfig must be present when using HTTPS",
    ],
    [
      tcp("{url: 'https://x', tlsConfig: {caBundle: /absent}}"),
      'service.connection.tlsConfig.caBundle: Invalid value: "/absent": TLS config ca bundle does not exist',
    ],
    [
      "[{name: cluster, connection: {proxyProtocol: Direct}}, {name: cluster, connection: {proxyProtocol: Direct}}]",
      'service.connection[1]: Duplicate value: "cluster"',
    ],
    [connection("{proxyProtocol: GRPC}"), "this server does not have GRPC, use HTTPConnect"],
    ["[{name: cluster, connection: {proxyProtocol: Direct, foo: 1}}]", "foo"],
  ];
  test.each(cases)("%s is refused at the start", async (selections, why) => {
    await expect(load(selector(selections))).rejects.toThrow(why);
  });
});
