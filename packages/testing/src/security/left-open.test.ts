import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../endpoint.ts";
import { alice, type RbacServer, send, startRbacServer } from "./rbac-server.ts";

const namespace = "/api/v1/namespaces/default";

/**
 * A client whose protocol switch is refused must not keep a connection that leads to a backend with
 * the server's own rights. Here servers listen at the addresses of a pod, a service and a node.
 */
describe("proxy and upgrade that leave a backend connection open", () => {
  let rbac: RbacServer;
  let endpoint: Endpoint;
  let backend: Server;
  let reached = 0;

  beforeAll(async () => {
    backend = createServer(() => reached++);
    await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
    const { port } = backend.address() as AddressInfo;
    rbac = await startRbacServer();
    endpoint = await rbac.server.listen();
    const must = async (method: "POST" | "PUT", path: string, body: object): Promise<void> => {
      const answer = await rbac.server.fetch(path, send(method, body));
      expect(answer.status, await answer.text()).toBeLessThan(300);
    };
    const addresses = [{ type: "InternalIP", address: "127.0.0.1" }];
    await must("POST", "/api/v1/nodes", { metadata: { name: "n" } });
    await must("PUT", "/api/v1/nodes/n/status", { metadata: { name: "n" }, status: { addresses } });
    const pod = { metadata: { name: "p" }, spec: { nodeName: "n", containers: [{ name: "c", image: "i" }] } };
    await must("POST", `${namespace}/pods`, pod);
    await must("PUT", `${namespace}/pods/p/status`, { ...pod, status: { podIP: "127.0.0.1" } });
    await must("POST", `${namespace}/services`, { metadata: { name: "s" }, spec: { ports: [{ port }] } });
    await must("POST", `${namespace}/secrets`, { metadata: { name: "hidden" } });
    await rbac.grant("maps", [{ apiGroups: [""], resources: ["configmaps"], verbs: ["*"] }], { namespace: "default" });
  });
  afterAll(async () => {
    await rbac?.[Symbol.asyncDispose]();
    backend?.close();
  });

  /**
   * Asks for an upgrade and goes on writing on the same connection until it ends; gives back all
   * that was answered.
   */
  const upgrade = (path: string, protocol: string, token: string): Promise<string> => {
    const { hostname, port } = new URL(endpoint.url);
    const requested = [`GET ${path} HTTP/1.1`, "Host: x", `Authorization: Bearer ${token}`, "Connection: Upgrade"];
    const next = `GET ${namespace}/secrets/hidden HTTP/1.1\r\nHost: x\r\n\r\n`;
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), ca: endpoint.certificateAuthority }, () => {
        socket.write(`${[...requested, `Upgrade: ${protocol}`, "", ""].join("\r\n")}${next}`);
      });
      let text = "";
      socket.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      socket.once("end", () => resolve(text));
      socket.once("error", reject);
    });
  };

  const targets = [
    `${namespace}/pods/p/exec?command=sh&stdin=true`,
    `${namespace}/pods/p/attach`,
    `${namespace}/pods/p/portforward`,
    `${namespace}/pods/p/proxy/`,
    `${namespace}/services/s/proxy/`,
    "/api/v1/nodes/n/proxy/run/default/p/c",
    `${namespace}/pods/none/exec`,
  ];

  const who = { alice: () => rbac.server.tokenFor(alice), "an administrator": () => endpoint.token };
  const asks = targets.flatMap((path) =>
    ["websocket", "SPDY/3.1"].flatMap((protocol) =>
      (["alice", "an administrator"] as const).map((user) => ({ path, protocol, user })),
    ),
  );

  test.each(asks)("$path, to $protocol, by $user is refused, and the connection ends", async (ask) => {
    const text = await upgrade(ask.path, ask.protocol, who[ask.user]());
    expect(text).toMatch(ask.user === "alice" ? /^HTTP\/1\.1 403 / : /^HTTP\/1\.1 [45]\d\d /);
    expect(text).toMatch(/^Connection: close\r$/m);
    expect(text.match(/^HTTP\/1\.1 /gm), "further bytes are not parsed as a request").toHaveLength(1);
    expect(text).not.toContain('"uid"');
  });

  test("a target without the protocol gets a plain response, and the connection ends, too", async () => {
    const text = await upgrade(`${namespace}/configmaps`, "websocket", who.alice());
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  });

  test("nothing of this ever reached what is behind the server", () => {
    expect(reached).toBe(0);
  });
});
