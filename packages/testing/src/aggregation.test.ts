import { type HttpRequest, type HttpResponse, type Listener, listen, type ResponseWriter } from "@svc/http";
import type { ApiObject } from "@svc/meta";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

const group = "remote.example.com";
const registrations = "/apis/apiregistration.svc.io/v1/apiservices";
const things = `/apis/${group}/v1/namespaces/default/things`;
const life = { nowMs: Date.now(), days: 1 };
const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
const caBundle = Buffer.from(authority.certificate).toString("base64");
const frontProxy = await issueCertificate(authority, {
  subject: { commonName: "front-proxy" },
  usage: "client",
  ...life,
});

interface ApiService extends ApiObject {
  readonly status?: { readonly conditions?: readonly { readonly reason: string; readonly message: string }[] };
}

type Backend = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

const json = (body: object, status = 200): HttpResponse => ({
  status,
  headers: ["Content-Type", "application/json"],
  body: Buffer.from(JSON.stringify(body)),
});
const resource = { name: "things", singularName: "thing", namespaced: true, kind: "Thing", verbs: ["get", "list"] };

/** What an extension server answers about itself. */
function about({ target }: HttpRequest): HttpResponse | undefined {
  const [path] = target.split("?");
  if (path === `/apis/${group}/v1`)
    return json({ kind: "APIResourceList", apiVersion: "v1", groupVersion: `${group}/v1`, resources: [resource] });
  if (path === "/openapi/v2")
    return json({
      swagger: "2.0",
      paths: {
        [`/apis/${group}/v1/things`]: { get: { responses: { 200: { schema: { $ref: "#/definitions/Thing" } } } } },
        "/apis/other/v1/things": {},
      },
      definitions: { Thing: { type: "object" }, Unused: { type: "object" } },
    });
  if (path === "/openapi/v3")
    return json({ paths: { [`apis/${group}/v1`]: { serverRelativeURL: `/openapi/v3/apis/${group}/v1?hash=AA` } } });
  return undefined;
}

let server: TestServer;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  server = await startTestServer({ aggregation: { clientCertificate: () => frontProxy } });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  for (const close of closing.splice(0)) await close();
});

interface ServeOptions {
  readonly hosts?: readonly string[];
  /** Answered 404 and nothing else. */
  readonly absent?: string;
}

async function serve(backend: Backend, { hosts = ["api.default.svc"], absent }: ServeOptions = {}): Promise<Listener> {
  const tls = await issueCertificate(authority, { subject: { commonName: "b" }, usage: "server", hosts, ...life });
  const handler: Backend = (request) =>
    (request.target === absent ? undefined : about(request)) ??
    (request.target.startsWith(things) ? backend(request) : json({}, 404));
  const listener = await listen(handler, {
    port: 0,
    address: "127.0.0.1",
    tls: { ...tls, clientCa: authority.certificate },
  });
  closing.push(() => listener.close(0));
  return listener;
}

async function send<T = ApiObject>(method: string, path: string, body?: object): Promise<T> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const init = {
    method,
    headers: { "content-type": type },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  return (await (await server.fetch(path, init)).json()) as T;
}

const service = { metadata: { name: "api" }, spec: { type: "ExternalName", externalName: "127.0.0.1" } };

async function register(port: number, more: object = { caBundle }): Promise<void> {
  await send("POST", "/api/v1/namespaces/default/services", service);
  await send("POST", registrations, {
    metadata: { name: `v1.${group}` },
    spec: {
      group,
      version: "v1",
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      service: { namespace: "default", name: "api", port },
      ...more,
    },
  });
}

const condition = async () => (await send<ApiService>("GET", `${registrations}/v1.${group}`)).status?.conditions?.[0];
const becomes = async (reason: string): Promise<void> => {
  await expect.poll(async () => (await condition())?.reason, { interval: 5 }).toBe(reason);
};

async function start(backend: Backend, options?: ServeOptions): Promise<Listener> {
  const listener = await serve(backend, options);
  await register(listener.port);
  await becomes("Passed");
  return listener;
}

describe("a group version is available", () => {
  test("once its server responds to discovery, whatever its certificate", async () => {
    const { port } = await serve(() => json({}), { hosts: ["other.example"] });
    await register(port);
    await becomes("Passed");
    expect(await (await server.fetch(things)).text()).toBe(
      "error trying to reach service: tls: failed to verify certificate: x509: certificate is valid for other.example, not api.default.svc\n",
    );
  });

  test("not without its service, and again when that is back", async () => {
    await start(() => json({}));
    await send("DELETE", "/api/v1/namespaces/default/services/api");
    await becomes("ServiceNotFound");
    const response = await server.fetch(things);
    expect([response.status, await response.text()]).toEqual([503, "service unavailable\n"]);
    await send("POST", "/api/v1/namespaces/default/services", service);
    await becomes("Passed");
  });

  test("not while its server refuses, and soon after that ends", async () => {
    let status = 500;
    const tls = await issueCertificate(authority, {
      subject: { commonName: "b" },
      usage: "server",
      hosts: ["x"],
      ...life,
    });
    const listener = await listen(() => json({}, status), { port: 0, address: "127.0.0.1", tls });
    closing.push(() => listener.close(0));
    await register(listener.port);
    await becomes("FailedDiscoveryCheck");
    const url = `https://127.0.0.1:${listener.port}/apis/${group}/v1`;
    expect((await condition())?.message).toBe(`failing or missing response from ${url}: bad status from ${url}: 500`);
    status = 204;
    await expect
      .poll(
        async () => {
          server.clock.advance(5);
          return (await condition())?.reason;
        },
        { interval: 5 },
      )
      .toBe("Passed");
  });

  test("regardless of status writes of clients", async () => {
    await start(() => json({}));
    await send("PATCH", `${registrations}/v1.${group}/status`, { status: { conditions: null } });
    await becomes("Passed");
  });

  test("always, where this server serves it", async () => {
    await send("POST", registrations, {
      metadata: { name: `v1.${group}` },
      spec: { group, version: "v1", groupPriorityMinimum: 1, versionPriority: 1 },
    });
    await becomes("Local");
    expect((await server.fetch(things)).status).toBe(404);
  });
});

describe("a request for an extension server", () => {
  test("names the user in headers, and brings no credentials of the client", async () => {
    let seen: HttpRequest | undefined;
    await start((request) => {
      seen = request;
      return json({});
    });
    await server.fetch(`${things}/a%2Fb?z=1&a=%20`, {
      headers: {
        "x-remote-user": "root",
        "x-remote-extra-a": "1",
        "x-custom": "c",
        "impersonate-user": "jane",
        "impersonate-group": "system:masters",
        "impersonate-extra-example.com%2fscopes": "x",
      },
    });
    const names = ["x-remote-user", "x-remote-group", "x-remote-extra-a", "x-remote-extra-example.com%2fscopes"];
    const others = ["authorization", "impersonate-user", "x-custom", "x-forwarded-proto", "x-forwarded-uri"];
    expect(seen?.target).toBe(`${things}/a/b?a=+&z=1`);
    expect(names.map((name) => seen?.headerLines(name))).toEqual([
      ["jane"],
      ["system:masters", "system:authenticated"],
      [],
      ["x"],
    ]);
    expect(others.map((name) => seen?.header(name))).toEqual([undefined, undefined, "c", "https", `${things}/a/b`]);
    expect(seen?.peerCertificates()[0]?.includes("front-proxy")).toBe(true);
  });

  test("has any method", async () => {
    await start(({ method }) => json({ method }));
    expect(await (await server.fetch(things, { method: "QUERY" })).json()).toEqual({ method: "QUERY" });
  });

  test("has no further repeated slashes in its path", async () => {
    await start((request) => json([request.target, request.header("x-forwarded-uri")]));
    const response = await server.fetch(`${things}/a%2F%2Fb/`);
    expect(await response.json()).toEqual([`${things}/a//b/`, `${things}/a/b/`]);
  });

  test("is authorized here", async () => {
    await start(() => json({}));
    expect((await server.as({ name: "bob" }).fetch(things)).status).toBe(403);
  });

  test.each([
    { name: "small", bytes: 10 },
    { name: "large", bytes: 5_000_000 },
  ])("brings a $name body, and back", async ({ bytes }) => {
    await start(async (request) => ({ status: 201, headers: ["X-A", "b"], body: await request.readBody(10_000_000) }));
    const body = "x".repeat(bytes);
    const response = await server.fetch(things, { method: "POST", body });
    expect([response.status, response.headers.get("x-a"), await response.text()]).toEqual([201, "b", body]);
  });

  test("that watches gets events as they arrive, and ends them when it disconnects", async () => {
    const opened = Promise.withResolvers<ResponseWriter>();
    await start(() => ({ status: 200, headers: [], body: { start: (writer) => opened.resolve(writer) } }));
    const response = await server.fetch(`${things}?watch=true`);
    const writer = await opened.promise;
    const closed = new Promise<void>((resolve) => writer.onClose(resolve));
    const reader = response.body?.getReader();
    for (const event of ["one", "two"]) {
      writer.write(Buffer.from(event));
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(event);
    }
    await reader?.cancel();
    await closed;
  });

  test("takes at most a minute, or its own timeout", async () => {
    const requested = Promise.withResolvers<void>();
    await start(() => {
      requested.resolve();
      return new Promise(() => undefined);
    });
    const pending = server.fetch(`${things}?timeout=1s`);
    await requested.promise;
    server.clock.advance(1_000);
    const response = await pending;
    expect([response.status, await response.text()]).toMatchObject([
      504,
      /did not complete within the allotted timeout/,
    ]);
  });

  test.each([
    { query: "", verb: "GET" },
    { query: "?watch=true", verb: "WATCH" },
  ])("ends when its client leaves, and counts as $verb that was given up", async ({ query, verb }) => {
    const requested = Promise.withResolvers<void>();
    await start(() => {
      requested.resolve();
      return new Promise(() => undefined);
    });
    const client = new AbortController();
    const pending = server.fetch(`${things}/left${query}`, { signal: client.signal });
    await requested.promise;
    client.abort();
    expect((await pending).status).toBe(504);
    const exposition = await (await server.fetch("/metrics")).text();
    expect(exposition).toMatch(
      new RegExp(`terminations_total\\{code="504",component="apiserver",[^}]*resource="things",[^}]*verb="${verb}"`),
    );
  });

  test("is not redirected", async () => {
    await start(() => ({ status: 302, headers: ["Location", "https://evil.example/"], body: Buffer.from("") }));
    const response = await server.fetch(things);
    expect([response.status, response.headers.get("location")]).toEqual([502, null]);
  });

  test("passes a response with an empty Location on", async () => {
    await start(() => ({ status: 300, headers: ["Location", ""], body: Buffer.from("choices") }));
    const response = await server.fetch(things, { redirect: "manual" });
    expect([response.status, await response.text()]).toEqual([300, "choices"]);
  });

  test("is refused if its server is down", async () => {
    const listener = await start(() => json({}));
    await listener.close(0);
    const response = await server.fetch(things);
    expect([response.status, await response.text()]).toEqual([
      503,
      `error trying to reach service: dial tcp 127.0.0.1:${listener.port}: connect: connection refused\n`,
    ]);
  });
});

describe("discovery", () => {
  const accept = "application/json;g=apidiscovery.svc.io;v=v2;as=APIGroupDiscoveryList";
  const aggregated = async (): Promise<object | undefined> => {
    const response = await server.fetch("/apis", { headers: { accept } });
    const { items } = (await response.json()) as { items: { metadata: { name: string } }[] };
    return items.find(({ metadata }) => metadata.name === group);
  };
  const names = async (): Promise<readonly string[]> =>
    (await send<{ groups: { name: string }[] }>("GET", "/apis")).groups.map(({ name }) => name);

  test("shows the resources of an extension server, and marks them stale once it is down", async () => {
    const listener = await start(() => json({}));
    const described = {
      resource: "things",
      responseKind: { group: "", version: "", kind: "Thing" },
      scope: "Namespaced",
      singularResource: "thing",
      verbs: ["get", "list"],
    };
    await expect
      .poll(aggregated, { interval: 5 })
      .toMatchObject({ versions: [{ version: "v1", resources: [described], freshness: "Current" }] });
    await listener.close(0);
    server.clock.advance(60_000);
    await expect.poll(aggregated, { interval: 5 }).toMatchObject({ versions: [{ version: "v1", freshness: "Stale" }] });
  });

  test("lists groups by their priority, registered or of a definition", async () => {
    const { port } = await start(() => json({}));
    expect((await names()).at(0)).toBe("apiregistration.svc.io");
    expect((await names()).at(-1)).toBe(group);
    await send("PATCH", `${registrations}/v1.${group}`, { spec: { groupPriorityMinimum: 19_000 } });
    await expect.poll(async () => (await names())[1], { interval: 5 }).toBe(group);
    await send("DELETE", `${registrations}/v1.${group}`);
    await expect.poll(names, { interval: 5 }).not.toContain(group);
    expect(port).toBeGreaterThan(0);
  });

  test("shows the registered versions of a group, in order", async () => {
    for (const [version, versionPriority] of [
      ["v1", 10],
      ["v2beta1", 10],
      ["v10", 10],
      ["v1alpha1", 20],
    ] as const)
      await send("POST", registrations, {
        metadata: { name: `${version}.${group}` },
        spec: { group, version, groupPriorityMinimum: 1, versionPriority },
      });
    const versions = async () =>
      (await send<{ versions: { version: string }[] }>("GET", `/apis/${group}`)).versions.map((v) => v.version);
    expect(await versions()).toEqual(["v1alpha1", "v10", "v1", "v2beta1"]);
  });
});

test("OpenAPI has the paths and definitions of an extension server, and keeps them while it is down", async () => {
  const listener = await start(() => json({}));
  const v2 = async () => await send<{ paths: object; definitions: object }>("GET", "/openapi/v2");
  const v3 = async () =>
    (await send<{ paths: Record<string, object> }>("GET", "/openapi/v3")).paths[`apis/${group}/v1`];
  await expect.poll(async () => Object.keys((await v2()).paths), { interval: 5 }).toContain(`/apis/${group}/v1/things`);
  const { definitions, paths } = await v2();
  expect(Object.keys(definitions)).toContain("Thing");
  expect(Object.keys(definitions)).not.toContain("Unused");
  expect(Object.keys(paths)).not.toContain("/apis/other/v1/things");
  expect(await v3()).toEqual({ serverRelativeURL: `/openapi/v3/apis/${group}/v1?hash=AA` });
  await listener.close(0);
  server.clock.advance(60_000);
  await becomes("FailedDiscoveryCheck");
  expect(Object.keys((await v2()).definitions)).toContain("Thing");
  await send("DELETE", `${registrations}/v1.${group}`);
  await expect.poll(async () => Object.keys((await v2()).definitions), { interval: 5 }).not.toContain("Thing");
});

test("OpenAPI v3 of an extension server that has only v2 is made from that", async () => {
  const path = `/openapi/v3/apis/${group}/v1`;
  await start(() => json({}), { absent: "/openapi/v3" });
  const index = () => send<{ paths: Record<string, { serverRelativeURL: string }> }>("GET", "/openapi/v3");
  const url = async () => (await index()).paths[`apis/${group}/v1`]?.serverRelativeURL;
  await expect.poll(url, { interval: 5 }).toMatch(/^\/openapi\/v3\/apis\/[^?]+\?hash=[0-9A-F]{128}$/);
  const response = await server.fetch((await url()) ?? "");
  expect(await response.json()).toMatchObject({
    openapi: "3.0.0",
    paths: { [`/apis/${group}/v1/things`]: { get: {} } },
    components: { schemas: { Thing: { type: "object" } } },
  });
  const headers = { accept: "application/com.github.proto-openapi.spec.v3.v1.0+protobuf" };
  expect((await server.fetch(path, { headers })).headers.get("content-type")).toContain("protobuf");
});

test("metrics count registrations that are not available, that become unavailable, and their requests", async () => {
  const listener = await serve(() => json({}));
  await register(listener.port);
  await becomes("Passed");
  const service = { namespace: "default", name: "api", port: 9 };
  await send("PATCH", `${registrations}/v1.${group}`, { spec: { service } });
  await becomes("FailedDiscoveryCheck");
  for (const path of [things, `/apis/${group}/v1`]) expect((await server.fetch(path)).status).toBe(503);
  const text = await (await server.fetch("/metrics")).text();
  const terminated = (labels: string): string =>
    `apiserver_request_terminations_total{code="503",component="aggregator",${labels}} 1\n`;
  for (const line of [
    `aggregator_unavailable_apiservice{name="v1.${group}"} 1\n`,
    'aggregator_unavailable_apiservice{name="v1.apps"} 0\n',
    `aggregator_unavailable_apiservice_total{name="v1.${group}",reason="FailedDiscoveryCheck"} 1\n`,
    terminated(`group="${group}",resource="things",scope="namespace",subresource="",verb="LIST",version="v1"`),
    terminated(`group="",resource="",scope="",subresource="/apis/${group}/v1",verb="GET",version=""`),
  ])
    expect(text).toContain(line);
});

test("metrics do not count a registration that never was available as one that became unavailable", async () => {
  await register(9);
  await becomes("FailedDiscoveryCheck");
  const text = await (await server.fetch("/metrics")).text();
  expect(text).toContain(`aggregator_unavailable_apiservice{name="v1.${group}"} 1\n`);
  expect(text).not.toContain("aggregator_unavailable_apiservice_total{");
});
