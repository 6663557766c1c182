import { core } from "@svc/api";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";

const json = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

async function read<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

const maps = "/api/v1/namespaces/default/configmaps";

describe.each([svcDialect, kubernetesDialect])("a test server that speaks $name", (dialect) => {
  test("stores and reads objects", async () => {
    await using server = await startTestServer({ dialect });
    const created = await server.fetch(maps, json({ metadata: { name: "a" }, data: { x: "1" } }));
    expect(created.status).toBe(201);
    const found = await read<{ kind: string; data: object }>(server.fetch(`${maps}/a`));
    expect(found).toMatchObject({ kind: "ConfigMap", apiVersion: "v1", data: { x: "1" } });
  });

  test("labels a namespace with its name, also a generated one", async () => {
    await using server = await startTestServer({ dialect });
    for (const metadata of [{ name: "given" }, { generateName: "made-", labels: { a: "b" } }]) {
      const made = await read<{ metadata: { name: string; labels: Record<string, string> } }>(
        server.fetch("/api/v1/namespaces", json({ metadata })),
      );
      expect(made.metadata.labels[`${dialect.labelDomain}/metadata.name`]).toBe(made.metadata.name);
    }
  });

  test("has the namespaces of the system", async () => {
    await using server = await startTestServer({ dialect });
    const list = await read<{ items: { metadata: { name: string } }[] }>(server.fetch("/api/v1/namespaces"));
    const { system, public: open, nodeLease } = dialect.namespaces;
    expect(list.items.map((i) => i.metadata.name).sort()).toEqual(["default", system, open, nodeLease].sort());
  });
});

test("a fork, and a second start, share compiled types with earlier servers", async () => {
  await using first = await startTestServer();
  await using second = await startTestServer();
  await using fork = await first.fork();
  expect([second.server.codec === first.server.codec, fork.server.codec === first.server.codec]).toEqual([true, true]);
});

test("a typed client sends requests as its own user", async () => {
  await using server = await startTestServer();
  await server.client.core.v1.configmaps("default").create({ metadata: { name: "a" }, data: { x: "1" } });
  expect((await server.client.core.v1.configmaps("default").get("a")).data).toEqual({ x: "1" });
  const { client } = server.as({ name: "alice" });
  await expect(client.core.v1.configmaps("default").list()).rejects.toThrow('User "alice" cannot list resource');
});

test("users without rights, and clients without credentials, are refused", async () => {
  await using server = await startTestServer();
  const refused = await server.as({ name: "alice" }).fetch(maps);
  expect(refused.status).toBe(403);
  const stranger = await server.fetch(maps, { headers: { authorization: "Bearer unknown" } });
  expect(stranger.status).toBe(401);
});

test("a fork begins with everything, and goes its own way", async () => {
  await using server = await startTestServer();
  await server.fetch(maps, json({ metadata: { name: "a" } }));
  await using fork = await server.fork();
  await fork.fetch(maps, json({ metadata: { name: "b" } }));
  const names = async (of: TestServer): Promise<string[]> =>
    (await read<{ items: { metadata: { name: string } }[] }>(of.fetch(maps))).items.map((i) => i.metadata.name);
  expect(await names(server)).toEqual(["a"]);
  expect(await names(fork)).toEqual(["a", "b"]);
});

test("a fork serves the definitions, policies and webhooks of its original", async () => {
  await using server = await startTestServer({ dialect: kubernetesDialect });
  const post = async (path: string, body: object): Promise<void> =>
    expect((await server.fetch(path, json(body))).status).toBe(201);
  const schema = {
    type: "object",
    properties: { spec: { type: "object", properties: { size: { type: "integer" } } } },
  };
  await post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  });
  await server.settle();
  const widgets = "/apis/example.com/v1/namespaces/default/widgets";
  await post(widgets, { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" }, spec: { size: 1 } });
  const admission = "/apis/admissionregistration.k8s.io/v1";
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"] };
  await post(`${admission}/validatingadmissionpolicies`, {
    metadata: { name: "names" },
    spec: {
      matchConstraints: { resourceRules: [{ ...rule, resources: ["configmaps"] }] },
      validations: [{ expression: "object.metadata.name != 'bad'", message: "a bad name" }],
    },
  });
  await post(`${admission}/validatingadmissionpolicybindings`, {
    metadata: { name: "names" },
    spec: { policyName: "names", validationActions: ["Deny"] },
  });
  await post(`${admission}/validatingwebhookconfigurations`, {
    metadata: { name: "secrets" },
    webhooks: [
      {
        name: "secrets.example.com",
        clientConfig: { url: "https://127.0.0.1:1/" },
        rules: [{ ...rule, resources: ["secrets"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
  await server.settle();
  await using fork = await server.fork();
  // Right away: nothing is waited for.
  expect((await read<{ spec: object }>(fork.fetch(`${widgets}/a`))).spec).toEqual({ size: 1 });
  const refused = await read<{ message: string }>(fork.fetch(maps, json({ metadata: { name: "bad" } })));
  expect(refused.message).toContain("a bad name");
  const called = await fork.fetch("/api/v1/namespaces/default/secrets", json({ metadata: { name: "a" } }));
  expect(called.status).toBe(500);
  expect(await called.text()).toContain('failed calling webhook \\"secrets.example.com\\"');
});

test("a fork does not create deleted objects of the start again", async () => {
  await using server = await startTestServer({ dialect: kubernetesDialect });
  const path = "/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical";
  await server.storage.commit([{ op: "delete", key: "/registry/priorityclasses/system-node-critical", guard: "any" }]);
  await using fork = await server.fork();
  expect((await fork.fetch(path)).status).toBe(404);
  const health = await (await fork.fetch("/readyz?verbose")).text();
  expect(health).toContain("[+]poststarthook/scheduling/bootstrap-system-priority-classes ok");
});

test("a server of namespaces alone starts", async () => {
  await using server = await startTestServer({ resources: [core("namespaces")] });
  expect((await server.fetch("/api/v1/namespaces/default")).status).toBe(200);
  expect((await server.fetch("/api/v1/namespaces/default/pods")).status).toBe(404);
});

test("a watch shows changes, and ends with its timeout", async () => {
  await using server = await startTestServer();
  const { metadata } = await read<{ metadata: { resourceVersion: string } }>(server.fetch(maps));
  const watch = await server.fetch(`${maps}?watch=1&timeoutSeconds=5&resourceVersion=${metadata.resourceVersion}`);
  await server.fetch(maps, json({ metadata: { name: "a" } }));
  server.clock.advance(10_000);
  const lines = (await watch.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  expect(lines.map((l) => l.type)).toEqual(["ADDED"]);
});

test("a port of its own speaks TLS", async () => {
  await using server = await startTestServer();
  const { url, certificateAuthority, token } = await server.listen();
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(certificateAuthority).toContain("BEGIN CERTIFICATE");
  expect(token).not.toBe("");
});

test("requests after the end are refused, and do not wait", async () => {
  const server = await startTestServer();
  await server.close();
  const paths = [maps, "/api/v1/namespaces/default/secrets", "/api/v1/nodes?resourceVersion=999999"];
  const responses = await Promise.all(paths.map((path) => server.fetch(path)));
  expect(await Promise.all(responses.map(async (response) => [response.status, await response.json()]))).toEqual(
    paths.map(() => [503, expect.objectContaining({ message: "the server is shutting down" })]),
  );
});
