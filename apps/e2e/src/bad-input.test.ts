import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientCredentials } from "./raw-bytes/client-credentials.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

interface Heard {
  readonly code: number;
  readonly text: string;
}

const maps = "/api/v1/namespaces/default/configmaps";

describe("the built server with invalid input", () => {
  let server: ServerProcess;
  let credentials: { readonly cert: Buffer; readonly key: Buffer };

  beforeAll(async () => {
    server = await startServerProcess("kubernetes");
    credentials = clientCredentials(server.kubeconfig);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  /**
   * Sends bytes as they are, and hears what comes back until the connection ends, or hangs up
   * itself.
   */
  const raw = (bytes: string, hangUp = false): Promise<Heard> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false, ...credentials });
      const received: Buffer[] = [];
      socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" ? undefined : reject(error)));
      socket.on("data", (chunk: Buffer) => received.push(chunk));
      socket.on("close", () => {
        const text = Buffer.concat(received).toString();
        resolve({ code: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text });
      });
      socket.write(bytes, () => hangUp && socket.destroy());
    });

  const request = (method: string, path: string, body = "", headers: readonly string[] = []): Promise<Heard> =>
    raw(
      [
        `${method} ${path} HTTP/1.1`,
        "host: here",
        "connection: close",
        ...(body === "" ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
        ...headers,
        "",
        body,
      ].join("\r\n"),
    );
  const json = ["content-type: application/json"];
  const yaml = ["content-type: application/yaml"];

  const deep = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels);
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ..."bcdefghij".split("").map((c, i) => `${c}: &${c} [${`*${"abcdefghi"[i]},`.repeat(9)}x]`),
  ];

  test.each<[what: string, code: number, ask: () => Promise<Heard>]>([
    ["JSON that is none", 400, () => request("POST", maps, "{", json)],
    ["YAML that is none", 400, () => request("POST", maps, "a: [", yaml)],
    ["YAML that multiplies", 400, () => request("POST", maps, bomb.join("\n"), yaml)],
    [
      "lists in lists in lists",
      400,
      () => request("POST", maps, `{"metadata":{"name":"a"},"x":${deep("[", "]", 200_000)}}`, json),
    ],
    [
      "objects in objects, applied",
      400,
      () =>
        request("PATCH", `${maps}/a?fieldManager=x`, deep('{"a":', "}", 100_000).replace("}", "1}"), [
          "content-type: application/apply-patch+yaml",
        ]),
    ],
    ["a body beyond the bound", 413, () => request("POST", maps, "x".repeat(4 * 1024 * 1024), json)],
    ["a length beyond the bound", 413, () => request("POST", maps, "", [...json, "content-length: 99999999999"])],
    [
      "protobuf that is none",
      400,
      () => request("POST", maps, "k8s\0\xff\xff\xff", ["content-type: application/vnd.kubernetes.protobuf"]),
    ],
    ["a media type that is none", 415, () => request("POST", maps, "{}", ["content-type: ;;;"])],
    ["headers beyond the bound", 431, () => request("GET", maps, "", [`x: ${"y".repeat(100_000)}`])],
    ["two lengths", 400, () => request("POST", maps, "{}", ["content-length: 5"])],
    ["a length and chunks", 400, () => request("POST", maps, "{}", ["transfer-encoding: chunked"])],
    ["no host", 400, () => raw(`GET ${maps} HTTP/1.1\r\nconnection: close\r\n\r\n`)],
    ["a path that climbs", 404, () => request("GET", "/api/v1/namespaces/default/configmaps/../secrets/a")],
    [
      "a path that climbs, encoded",
      404,
      () => request("GET", "/api/v1/namespaces/default/configmaps/%2e%2e%2fsecrets"),
    ],
    ["a path that is no text", 404, () => request("GET", "/api/v1/namespaces/%ff%fe")],
    ["a name with a slash", 404, () => request("GET", `${maps}/a%2fb`)],
    ["not HTTP", 400, () => raw("\x16\x03\x01 hello\r\n\r\n")],
  ])("%s", async (_, code, ask) => {
    const received = await ask();
    expect(received.code, received.text.slice(0, 300)).toBe(code);
    expect(received.text).not.toMatch(/\n\s+at |node:internal/);
  });

  test("names of inherited properties are ordinary names", async () => {
    const body = '{"metadata":{"name":"proto","labels":{"constructor":"x"}},"data":{"__proto__":"a","toString":"b"}}';
    expect((await request("POST", maps, body, json)).code).toBe(201);
    const { text } = await request("GET", `${maps}/proto`);
    expect(text).toContain('"data":{"__proto__":"a","toString":"b"}');
    const patch = ["content-type: application/merge-patch+json"];
    await request("PATCH", `${maps}/proto`, '{"__proto__":{"polluted":"x"},"data":{"__proto__":"c"}}', patch);
    expect((await request("GET", `${maps}/proto`)).text).toContain('"__proto__":"c"');
    expect((await request("GET", `${maps}/other`)).text).not.toContain("polluted");
  });

  test("clients that disconnect release everything, and other clients are unaffected", async () => {
    const half = `POST ${maps} HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"metadata":`;
    const watch = `GET ${maps}?watch=1 HTTP/1.1\r\nhost: here\r\n\r\n`;
    const list = `GET /api/v1/namespaces HTTP/1.1\r\nhost: here\r\n\r\n`;
    await Promise.all(Array.from({ length: 60 }, (_, i) => raw([half, watch, list][i % 3] ?? "", true)));
    const { code, text } = await request("GET", "/readyz");
    expect([code, text.endsWith("ok")]).toEqual([200, true]);
  });
});
