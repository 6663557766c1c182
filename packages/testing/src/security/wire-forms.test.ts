import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../endpoint.ts";
import { alice, type RbacServer, send, startRbacServer } from "./rbac-server.ts";

/*
 * Alice may get the config map `a` of the namespace `default`, and nothing else. Whatever form a
 * request for something else takes on the wire, it changes nothing and shows nothing.
 */

const secret = "dG9wLXNlY3JldA==";
const namespace = "/api/v1/namespaces/default";
const allowed = `${namespace}/configmaps/a`;

const methods = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "get",
  "DELETECOLLECTION",
];
const patchTypes = ["json-patch+json", "merge-patch+json", "strategic-merge-patch+json", "apply-patch+yaml", "json"];

/** Objects and subresources that alice has no right to. */
const targets = [
  `${namespace}/secrets/s`,
  `${namespace}/secrets`,
  `${namespace}/configmaps/b`,
  `${namespace}/configmaps`,
  `${namespace}/serviceaccounts/default/token`,
  `${namespace}/pods/p/exec?command=ls&stdout=1`,
  `${namespace}/pods/p/eviction`,
  "/api/v1/nodes/n/proxy/",
  "/api/v1/watch/namespaces/default/secrets/s",
  "/api/v1/namespaces/default",
];

/** Ways to write a target, or to hide it behind the allowed one. */
const forms: readonly (readonly [name: string, form: (target: string) => string])[] = [
  ["as it is", (t) => t],
  ["as an absolute URL", (t) => `https://other.example${t}`],
  ["as an absolute URL with a user", (t) => `https://a:b@other.example${t}`],
  ["behind an authority", (t) => `//other.example${t}`],
  ["behind two slashes", (t) => `/${t}`],
  ["without a slash", (t) => t.slice(1)],
  ["behind a fragment", (t) => `${allowed}#${t}`],
  ["before a fragment", (t) => `${t}#${allowed}`],
  ["as a query", (t) => `${allowed}?${t}`],
  ["behind dots", (t) => `${allowed}/../../../../../..${t}`],
  ["behind encoded dots", (t) => `${allowed}/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e${t}`],
  ["with encoded slashes", (t) => `${allowed}%2f..%2f..%2f..%2f..%2f..%2f..${t.replaceAll("/", "%2f")}`],
  ["with slashes encoded twice", (t) => `${allowed}%252f..${t.replaceAll("/", "%252f")}`],
  ["with backslashes", (t) => `${allowed}\\..\\..${t.replaceAll("/", "\\")}`],
  ["behind a parameter of a path", (t) => `${allowed};/../../../..${t}`],
  ["behind a zero", (t) => `${allowed}%00${t}`],
  ["behind a line break", (t) => `${allowed}%0d%0a${t}`],
  ["with repeating parameters", (t) => `${t}${t.includes("?") ? "&" : "?"}watch=0&watch=1&dryRun=&dryRun=All`],
  ["by a field selector", (t) => `${t}${t.includes("?") ? "&" : "?"}fieldSelector=metadata.name%3Da&name=a`],
];

/** Headers by which other software lets a client say another method or target. */
const overrides: Readonly<Record<string, string>> = {
  "x-http-method-override": "DELETE",
  "x-http-method": "DELETE",
  "x-method-override": "DELETE",
  "x-original-url": `${namespace}/secrets/s`,
  "x-rewrite-url": `${namespace}/secrets/s`,
  "x-forwarded-uri": `${namespace}/secrets/s`,
  "x-forwarded-host": "other.example",
  "x-forwarded-user": "admin",
  "x-remote-user": "admin",
  "x-remote-group": "system:masters",
};
const upgrades = ["websocket", "SPDY/3.1", "h2c", "tcp"];

describe("a forbidden request, in any form on the wire", () => {
  let rbac: RbacServer;
  let endpoint: Endpoint;
  let session: ClientHttp2Session;
  let before: string;
  let token: string;

  const everything = async (): Promise<string> => {
    const lists = ["secrets", "configmaps", "pods", "serviceaccounts"].map((resource) => `${namespace}/${resource}`);
    const texts = [...lists, "/api/v1/namespaces", "/api/v1/nodes"].map(async (path) => {
      const list = (await (await rbac.server.fetch(path)).json()) as { readonly items: readonly object[] };
      return JSON.stringify(list.items);
    });
    return (await Promise.all(texts)).join("\n");
  };

  beforeAll(async () => {
    rbac = await startRbacServer();
    endpoint = await rbac.server.listen();
    token = rbac.server.tokenFor(alice);
    const made: readonly (readonly [string, object])[] = [
      [`${namespace}/secrets`, { metadata: { name: "s" }, data: { key: secret } }],
      [`${namespace}/configmaps`, { metadata: { name: "a" } }],
      [`${namespace}/configmaps`, { metadata: { name: "b" }, data: { key: secret } }],
      ["/api/v1/nodes", { metadata: { name: "n" } }],
      [
        `${namespace}/pods`,
        { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }], nodeName: "n" } },
      ],
    ];
    for (const [path, body] of made) expect((await rbac.server.fetch(path, send("POST", body))).status).toBe(201);
    const rules = [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["a"], verbs: ["get"] }];
    await rbac.grant("one", rules, { namespace: "default" });
    await rbac.server.settle();
    before = await everything();
    session = connectHttp2(endpoint.url, { ca: endpoint.certificateAuthority });
    session.on("error", () => undefined);
  });
  afterAll(async () => {
    session?.destroy();
    await rbac?.[Symbol.asyncDispose]();
  });

  /** All that is answered over HTTP/1.1, where the target and the headers are sent as they are. */
  const overHttp1 = (method: string, target: string, headers: Readonly<Record<string, string>>): Promise<string> => {
    const { hostname, port } = new URL(endpoint.url);
    const body = bodyFor(method);
    const lines = [
      `${method} ${target} HTTP/1.1`,
      "Host: here",
      `Authorization: Bearer ${token}`,
      ...Object.entries({ connection: "close", ...headers }).map(([name, value]) => `${name}: ${value}`),
      ...(body === "" ? [] : [`Content-Length: ${body.length}`]),
    ];
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const done = (): void => resolve(Buffer.concat(chunks).toString());
      const socket = connectTls({ host: hostname, port: Number(port), ca: endpoint.certificateAuthority }, () => {
        socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
      });
      socket.on("data", (chunk: Buffer) => chunks.push(chunk));
      socket.on("error", done);
      socket.on("close", done);
    });
  };

  /** Status and body over HTTP/2, with any pseudo-headers. */
  const overHttp2 = (headers: Readonly<Record<string, string>>): Promise<string> =>
    new Promise((resolve) => {
      const body = bodyFor(headers[":method"] ?? "");
      const stream = session.request({ authorization: `Bearer ${token}`, ...headers }, { endStream: body === "" });
      const chunks: Buffer[] = [];
      let status = 0;
      const done = (): void => resolve(`${status} ${Buffer.concat(chunks).toString()}`);
      stream.on("response", (answer) => {
        status = answer[":status"] ?? 0;
        if (status >= 100 && status < 300 && headers[":method"] === "CONNECT") stream.close();
      });
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", done);
      stream.on("close", done);
      if (body !== "") stream.end(body);
    });

  const bodyFor = (method: string): string =>
    ["POST", "PUT", "PATCH"].includes(method) ? '{"metadata":{"name":"b"},"data":{"key":"changed"}}' : "";
  const contentOf = (method: string, i: number): Readonly<Record<string, string>> =>
    bodyFor(method) === ""
      ? {}
      : { "content-type": `application/${method === "PATCH" ? patchTypes[i % patchTypes.length] : "json"}` };

  const expectNothing = (answer: string): void => {
    expect(answer).not.toContain(secret);
    expect(answer).not.toMatch(/"kind":"(Secret|SecretList|Pod|TokenRequest|Namespace)"/);
    expect(answer).not.toMatch(/^(HTTP\/1\.1 )?(101|201|202)\b/);
  };

  test.each(forms)("%s, over HTTP/1.1", async (name, form) => {
    // A connection for each: of the methods every target gets some.
    const first = forms.findIndex(([other]) => other === name);
    for (const [k, target] of targets.entries()) {
      const method = methods[(first + k) % methods.length] ?? "GET";
      expectNothing(await overHttp1(method, form(target), contentOf(method, first + k)));
    }
    expect(await everything()).toBe(before);
  });

  test.each(forms)("%s, over HTTP/2", async (_name, form) => {
    for (const [i, method] of methods.entries())
      for (const [k, target] of targets.entries())
        expectNothing(await overHttp2({ ":method": method, ":path": form(target), ...contentOf(method, i + k) }));
    expect(await everything()).toBe(before);
  });

  test.each([["here/api/v1/namespaces/default/secrets/s"], ["a@here"], ["here:443:443"], ["here, other"], [""]])(
    "the authority %j, over HTTP/2",
    async (authority) => {
      for (const target of [...targets, allowed])
        expectNothing(await overHttp2({ ":method": "GET", ":path": target, ":authority": authority }));
    },
  );

  test("headers that name another method or target", async () => {
    for (const target of [...targets, allowed])
      for (const method of ["GET", "POST"]) {
        expectNothing(await overHttp1(method, target, { ...overrides, ...contentOf(method, 0) }));
        expectNothing(await overHttp2({ ":method": method, ":path": target, ...overrides, ...contentOf(method, 0) }));
      }
    expect(await everything()).toBe(before);
  });

  test.each(upgrades)("an upgrade to %s, by any method and path", async (protocol) => {
    const handshake = {
      connection: "Upgrade",
      upgrade: protocol,
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-version": "13",
      "sec-websocket-protocol": "v5.channel.k8s.io",
      "x-stream-protocol-version": "v4.channel.k8s.io",
    };
    for (const target of targets)
      for (const method of ["GET", "POST", "PUT", "CONNECT", "OPTIONS"]) {
        expectNothing(await overHttp1(method, target, { ...handshake, "content-length": "0" }));
        if (protocol !== "websocket" || method !== "CONNECT") continue;
        expectNothing(
          await overHttp2({ ":method": method, ":protocol": protocol, ":scheme": "https", ":path": target }),
        );
      }
    expect(await everything()).toBe(before);
  });
});
