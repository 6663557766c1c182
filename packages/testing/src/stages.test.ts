import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import { type AuditEvent, parseAuditPolicy } from "@svc/audit";
import { type ResponseEnd, type Tunnel, whenEnded } from "@svc/http";
import { internalError, svcDialect } from "@svc/meta";
import { createStruct, extensionStrategy, type ResourceDefinition } from "@svc/schema";
import {
  mapResponse,
  type PlacedStage,
  type ServerExtension,
  type Stage,
  type StagePosition,
  textResponse,
} from "@svc/server";
import { afterEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

let server: TestServer;
afterEach(async () => server[Symbol.asyncDispose]());

const positions: readonly StagePosition[] = [
  "authorization",
  "impersonation",
  "audit",
  "authentication",
  "metrics",
  "parsing",
];

function recordingStages(seen: string[]): readonly PlacedStage[] {
  return positions.map((after) => {
    const stage: Stage = (state, next) => {
      seen.push(`${after}: ${state.user.name}`);
      return mapResponse(next(state), (response) => {
        seen.push(`${after}: ${response.status}`);
        return response;
      });
    };
    return { after, stage };
  });
}

describe("stages of extensions", () => {
  test("are called in the order of their places, and see the response in the reverse order", async () => {
    const observed: string[] = [];
    const recording: ServerExtension = { name: "recording", stages: () => recordingStages(observed) };
    server = await startTestServer({ config: { extensions: [recording] } });
    await server.fetch("/version", { headers: { "impersonate-user": "bob" } });
    const names = observed.map((line) => line.replace("system:", ""));
    expect(names).toEqual([
      ...["parsing: ", "metrics: ", "authentication: admin", "audit: admin", "impersonation: bob"],
      ...["impersonation: 403", "audit: 403", "authentication: 403", "metrics: 403", "parsing: 403"],
    ]);
  });

  test("see errors of later stages as responses", async () => {
    const observed: number[] = [];
    const outer: Stage = async (state, next) => {
      const response = await next(state);
      observed.push(response.status);
      return response;
    };
    const failing: readonly Stage[] = [
      () => {
        throw internalError("broken");
      },
      () => Promise.reject(new Error("broken")),
      async (state, next) => {
        await next(state);
        throw internalError("broken afterwards");
      },
    ];
    for (const stage of failing) {
      const stages: readonly PlacedStage[] = [
        { after: "parsing", stage: outer },
        { after: "metrics", stage },
      ];
      server = await startTestServer({ config: { extensions: [{ name: "failing", stages: () => stages }] } });
      expect((await server.fetch("/version")).status).toBe(500);
    }
    expect(observed).toEqual([500, 500, 500]);
  });

  test("may respond themselves, and later stages do not run", async () => {
    const observed: string[] = [];
    const stages: readonly PlacedStage[] = [
      ...recordingStages(observed),
      { after: "metrics", stage: () => textResponse(418, "teapot\n") },
    ];
    server = await startTestServer({ config: { extensions: [{ name: "teapot", stages: () => stages }] } });
    expect((await server.fetch("/version")).status).toBe(418);
    expect(observed).toEqual(["parsing: ", "metrics: ", "metrics: 418", "parsing: 418"]);
  });
});

describe("the end of a response", () => {
  const ends: (ResponseEnd & { readonly path: string })[] = [];
  const observing: ServerExtension = {
    name: "observing",
    stages: () => [
      {
        after: "parsing",
        stage: (state, next) =>
          mapResponse(next(state), (response) =>
            whenEnded(response, (end) => void ends.push({ ...end, path: state.info.path })),
          ),
      },
    ],
    paths: () =>
      new Map([
        [
          "stream",
          {
            handler: ({ info }) => ({
              status: 200,
              headers: [],
              body: {
                start: (writer) => {
                  writer.write(Buffer.from("five!"));
                  if (info.path === "/stream/whole") writer.end();
                  if (info.path === "/stream/broken") writer.abort();
                },
              },
            }),
          },
        ],
      ]),
  };

  const cases: readonly (readonly [path: string, read: (r: Response) => Promise<unknown>, want: ResponseEnd])[] = [
    ["/stream/whole", (r) => r.text(), { outcome: "finished", bytes: 5 }],
    ["/stream/broken", (r) => r.text().catch(() => ""), { outcome: "aborted", bytes: 5 }],
    ["/stream/endless", async (r) => r.body?.cancel(), { outcome: "disconnected", bytes: 5 }],
    ["/api/v1/pods?watch=1", async (r) => r.body?.cancel(), { outcome: "disconnected", bytes: 0 }],
    ["/healthz", (r) => r.text(), { outcome: "finished", bytes: 2 }],
  ];
  test.each(cases)("of %s is reported with its outcome and its bytes", async (path, read, want) => {
    ends.length = 0;
    server = await startTestServer({ config: { extensions: [observing] } });
    await read(await server.fetch(path));
    expect(ends).toEqual([{ ...want, path: path.split("?")[0] }]);
  });

  test("of a stream that is not sent is reported too", async () => {
    ends.length = 0;
    server = await startTestServer({ config: { extensions: [observing] } });
    await server.fetch("/stream/endless", { method: "HEAD" });
    expect(ends).toEqual([{ outcome: "disconnected", bytes: 0, path: "/stream/endless" }]);
  });
});

describe("a handler behind all stages", () => {
  const echo = ({ body, writer }: Tunnel): void => {
    const pump = async (): Promise<void> => {
      for await (const piece of body) writer.write(piece);
      writer.end();
    };
    void pump().catch(() => writer.abort());
  };
  const definition: ResourceDefinition = {
    ...{ resource: "lines", singular: "line", kind: "Line", listKind: "LineList", shortNames: [], categories: [] },
    namespaced: false,
    strategy: extensionStrategy({ hasStatus: false, validate: () => [] }),
    versions: [
      {
        ...{ group: "example.com", version: "v1", stability: "ga", enabledByDefault: true, semantics: "typed" },
        schema: createStruct([], { name: "example.v1.Line" }),
        verbs: [],
        subresources: [
          {
            ...{ name: "echo", view: "connect", verbs: ["get"], methods: ["GET"], pathSuffix: false },
            options: { group: "example.com", version: "v1", kind: "LineEchoOptions" },
            schema: createStruct([], { name: "example.v1.LineEchoOptions" }),
          },
        ],
      },
    ],
  };
  const echoing: ServerExtension = {
    name: "echoing",
    definitions: () => [definition],
    subresources: () =>
      new Map([
        [
          "lines.example.com/echo",
          ({ request }) =>
            request.upgrade?.accept({ protocol: "echo", start: echo }) ?? textResponse(400, "no upgrade\n"),
        ],
      ]),
  };
  const path = "/apis/example.com/v1/lines/a/echo";

  test("switches a connection to another protocol, and audit and metrics see its end", async () => {
    const events: AuditEvent[] = [];
    const parsed = parseAuditPolicy(
      { apiVersion: "audit.svc.io/v1", kind: "Policy", rules: [{ level: "Metadata" }] },
      svcDialect,
    );
    if (!parsed.ok) throw new Error(parsed.message);
    const backend = {
      name: "test",
      write: (event: AuditEvent) => void events.push(event),
      close: async () => undefined,
    };
    server = await startTestServer({
      config: { extensions: [echoing], audit: { policy: parsed.policy, backends: [backend] } },
    });
    const { url, token, certificateAuthority } = await server.listen();
    const port = Number(new URL(url).port);
    const socket = connect({ port, host: "127.0.0.1", ca: certificateAuthority, ALPNProtocols: ["http/1.1"] });
    const head = [`GET ${path} HTTP/1.1`, "Host: localhost", `Authorization: Bearer ${token}`];
    socket.write(`${[...head, "Connection: Upgrade", "Upgrade: echo"].join("\r\n")}\r\n\r\n`);
    expect(await textUntil(socket, "\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 101 Switching Protocols\r\n[\s\S]*Upgrade: echo\r\n/,
    );
    socket.write("hello");
    expect(await textUntil(socket, "hello")).toBe("hello");
    expect(events.map(({ stage }) => stage)).not.toContain("ResponseComplete");
    expect(await metricsLine("apiserver_longrunning_requests")).toMatch(/ 1$/);
    socket.end();
    await once(socket, "close");
    expect(events.at(-1)).toMatchObject({ stage: "ResponseComplete", requestURI: path, responseStatus: { code: 101 } });
    expect(await metricsLine("apiserver_longrunning_requests")).toMatch(/ 0$/);
  });

  async function metricsLine(name: string): Promise<string | undefined> {
    const text = await (await server.fetch("/metrics")).text();
    return text.split("\n").find((line) => line.startsWith(name) && line.includes("lines"));
  }
});

async function textUntil(socket: TLSSocket, end: string): Promise<string> {
  let text = "";
  while (!text.endsWith(end)) {
    const [bytes] = (await once(socket, "data")) as [Buffer];
    text += bytes.toString("latin1");
  }
  return text;
}
