import { describe, expect, test } from "vitest";
import { createClient } from "./client.ts";
import { parseKubeconfig } from "./kubeconfig.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

function answering(...answers: Response[]) {
  const asked: Asked[] = [];
  const client = createClient({
    connect: async (path, init = {}) => {
      asked.push({
        method: init.method ?? "GET",
        path,
        body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
      });
      const answer = answers.shift();
      if (answer === undefined) throw new Error(`nothing to answer ${path}`);
      return answer;
    },
  });
  return { client, asked };
}

describe("a client", () => {
  test.each([
    ["v1", "configmaps", "default", "/api/v1/namespaces/default/configmaps"],
    ["v1", "nodes", undefined, "/api/v1/nodes"],
    ["apps/v1", "deployments", "shop", "/apis/apps/v1/namespaces/shop/deployments"],
  ])("asks for %s %s in %s at %s", async (apiVersion, resource, namespace, path) => {
    const { client, asked } = answering(Response.json({ metadata: {}, items: [] }));
    await client.resource(apiVersion, resource, namespace).list();
    expect(asked[0]?.path).toBe(path);
  });

  test("goes through all pages", async () => {
    const { client, asked } = answering(
      Response.json({ metadata: { continue: "more" }, items: [1, 2] }),
      Response.json({ metadata: {}, items: [3] }),
    );
    const seen: unknown[] = [];
    for await (const item of client.resource("v1", "pods").all({ labelSelector: "a=b" }, 2)) seen.push(item);
    expect(seen).toEqual([1, 2, 3]);
    expect(asked.map((a) => a.path)).toEqual([
      "/api/v1/pods?labelSelector=a%3Db&limit=2",
      "/api/v1/pods?labelSelector=a%3Db&limit=2&continue=more",
    ]);
  });

  test("reads events that come in pieces", async () => {
    const text = '{"type":"ADDED","object":{"n":"é"}}\n{"type":"DELETED","object":{}}\n';
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const { client } = answering(new Response(body));
    const types: string[] = [];
    for await (const event of client.resource("v1", "pods").watch()) types.push(event.type);
    expect(types).toEqual(["ADDED", "DELETED"]);
  });

  test("throws what the server refuses with, as the server said it", async () => {
    const status = { kind: "Status", status: "Failure", reason: "NotFound", message: 'pods "x" not found', code: 404 };
    const { client } = answering(Response.json(status, { status: 404 }), new Response("<html>", { status: 502 }));
    const pods = client.resource("v1", "pods", "default");
    await expect(pods.get("x")).rejects.toThrow('pods "x" not found');
    await expect(pods.get("x")).rejects.toThrow("<html>");
  });

  test("writes to a subresource with options in the query", async () => {
    const { client, asked } = answering(Response.json({}));
    const pods = client.resource("v1", "pods", "default");
    await pods.patch("x", "merge", { status: {} }, { subresource: "status", fieldManager: "me" });
    expect(asked).toEqual([
      { method: "PATCH", path: "/api/v1/namespaces/default/pods/x/status?fieldManager=me", body: { status: {} } },
    ]);
  });
});

describe("a kubeconfig", () => {
  const config = (user: string) => `
current-context: c
contexts: [{name: c, context: {cluster: k, user: u, namespace: n}}]
clusters: [{name: k, cluster: {server: "https://h:1", certificate-authority-data: Y2E=}}]
users: [{name: u, user: ${user}}]
`;

  test("gives the server and the user of its current context", () => {
    expect(parseKubeconfig(config("{token: t}"))).toEqual({
      server: "https://h:1",
      ca: "ca",
      token: "t",
      namespace: "n",
    });
  });

  test.each([
    ["", "is not a map"],
    ["[]", "is not a map"],
    ["{}", "no current-context"],
    ["current-context: x", 'no context "x"'],
    [config("{exec: {command: rm}}"), "has exec"],
    [config("{client-key: /etc/passwd}"), "names a file in client-key"],
    ["a: [", "Flow sequence"],
  ])("that is wrong says what is: %j", (text, message) => {
    expect(() => parseKubeconfig(text)).toThrow(message);
  });
});
