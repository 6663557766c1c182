import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { createManualClock, type Log, type LogFields, silentLog } from "@svc/base";
import type { ServerExtension } from "@svc/server";
import { startTestServer, type TestServer } from "@svc/testing";
import { afterEach, describe, expect, test } from "vitest";
import { redactedTarget } from "./redact.ts";
import { type RequestLogOptions, requestLog } from "./request-log.ts";

interface Line {
  readonly message: string;
  readonly fields: LogFields;
}

let server: TestServer;
let lines: Line[];
let isEnabled: boolean;
afterEach(async () => server[Symbol.asyncDispose]());

const requestsOnly =
  (log: Log): NonNullable<RequestLogOptions["module"]> =>
  (name, level) => ({ log, isEnabled: () => isEnabled && name === "httplog" && level === 3 });

async function start(
  extensions: readonly ServerExtension[] = [],
  options: Pick<RequestLogOptions, "maxSlowPerSecond"> = {},
): Promise<void> {
  lines = [];
  isEnabled = false;
  const clock = createManualClock();
  const write = (message: string, fields: LogFields = {}): void => void lines.push({ message, fields });
  const log = { ...silentLog, info: write, warn: write };
  const logged = requestLog({ log, clock, module: requestsOnly(log), ...options });
  server = await startTestServer({ clock, config: { clock, extensions: [logged, ...extensions] } });
}

const configMaps = "/api/v1/namespaces/default/configmaps";
const create = (): Promise<Response> =>
  server.fetch(configMaps, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "test/1" },
    body: JSON.stringify({ metadata: { name: "a" } }),
  });

/** Lets time pass in admission, and before authorization. */
const delays: ServerExtension = {
  name: "delays",
  admission: () => ({
    steps: [
      { name: "Slow", operations: ["CREATE"], resources: ["configmaps"], mutate: () => server.clock.advance(400) },
    ],
  }),
  stages: () => [
    {
      after: "authentication",
      stage: (state, next) => {
        if (state.info.verb === "create" && state.info.resource === "configmaps") server.clock.advance(200);
        return next(state);
      },
    },
  ],
};

describe("every request", () => {
  test("is logged when it has ended, while that is enabled", async () => {
    await start();
    await server.fetch(configMaps);
    expect(lines).toEqual([]);
    isEnabled = true;
    await create();
    await server.fetch(`${configMaps}/none?access_token=abc`);
    expect(lines.map(({ fields }) => [fields["verb"], fields["URI"], fields["resp"]])).toEqual([
      ["POST", configMaps, 201],
      ["GET", `${configMaps}/none?access_token=REDACTED`, 404],
    ]);
    expect(lines[0]).toMatchObject({ message: "HTTP", fields: { userAgent: "test/1", latency: "0s" } });
  });

  const placed: ServerExtension = {
    name: "placed",
    stages: () => [
      {
        after: "authorization",
        stage: (state, next) => {
          state.flowPlace = { schema: "s", level: "l" };
          state.flowWork = { seats: 2, finalSeats: 1, finalMs: 5 };
          return next(state);
        },
      },
    ],
  };

  test.each([
    ["the execution of a request", configMaps, { apf_execution_time: "0s" }],
    ["the begin of a watch", `${configMaps}?watch=1`, { apf_init_latency: "0s", apf_execution_time: "0s" }],
  ])("that flow control classified has its place, its seats, and %s", async (_, path, execution) => {
    await start([placed]);
    isEnabled = true;
    const response = await server.fetch(path);
    await response.body?.cancel();
    const [line] = lines;
    const fields = Object.entries(line?.fields ?? {}).filter(([name]) => name.startsWith("apf_"));
    expect(Object.fromEntries(fields)).toEqual({
      apf_pl: "l",
      apf_fs: "s",
      apf_iseats: 2,
      apf_fseats: 1,
      apf_additionalLatency: "5ms",
      ...execution,
    });
    expect(Object.keys(line?.fields ?? {}).at(-1)).toBe("resp");
  });

  test("over a connection has the client's port", async () => {
    await start();
    isEnabled = true;
    const { url, certificateAuthority: ca, token } = await server.listen();
    const request = get(`${url}/version`, { ca, headers: { authorization: `Bearer ${token}` } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const port = response.socket.localPort;
    await once(response.resume(), "end");
    expect(lines).toMatchObject([{ fields: { srcIP: `127.0.0.1:${port}` } }]);
  });

  test("that streams is logged at the end of its stream", async () => {
    await start();
    isEnabled = true;
    const watch = await server.fetch(`${configMaps}?watch=1`);
    expect(lines).toEqual([]);
    await watch.body?.cancel();
    expect(lines).toMatchObject([{ fields: { verb: "WATCH", resp: 200 } }]);
  });

  test.each([
    ["LIST", "GET", configMaps, {}],
    ["DELETE", "DELETE", configMaps, {}],
    ["APPLY", "PATCH", `${configMaps}/a`, { "content-type": "application/apply-patch+yaml" }],
    ["GET", "GET", "/readyz", {}],
    ["GET", "GET", `${configMaps}?fieldSelector=metadata.name%3Da`, {}],
    ["GET", "HEAD", "/version", {}],
    ["LIST", "HEAD", configMaps, {}],
    ["WATCH", "GET", `${configMaps}/a?watch=1`, {}],
    ["LIST", "GET", "/api/v1/watch/namespaces/default/configmaps?timeoutSeconds=-1", {}],
    ["CONNECT", "GET", "/api/v1/namespaces/default/pods/a/log", {}],
    ["OPTIONS", "OPTIONS", configMaps, {}],
    ["PROPFIND", "PROPFIND", configMaps, {}],
  ])("has the verb %s", async (verb, method, path, headers) => {
    await start();
    isEnabled = true;
    await server.fetch(path, { method, headers });
    expect(lines).toMatchObject([{ fields: { verb } }]);
  });
});

describe("a slow request", () => {
  test("is logged once with the time of its steps", async () => {
    await start([delays]);
    await create();
    const slow = lines.filter(({ message }) => message === "a request was slow");
    expect(slow).toHaveLength(1);
    expect(slow[0]?.fields).toMatchObject({
      verb: "POST",
      latency: "600ms",
      resp: 201,
      authentication: "0.0ms",
      authorization: "200.0ms",
      admission: "400.0ms",
      store: "0.0ms",
      handler: "0.0ms",
    });
  });

  test("is omitted beyond a number in a second, which the next line reports", async () => {
    await start([delays], { maxSlowPerSecond: 1 });
    for (const _ of "abcde") await create();
    const omitted = lines.map(({ fields }) => fields["omitted"]);
    // Each request takes 0.6 s, so every other one is in the same second as the one before.
    expect(omitted).toEqual([undefined, 1, 1]);
  });

  test("below the threshold is not logged", async () => {
    await start();
    await create();
    expect(lines).toEqual([]);
  });
});

test.each([
  ["/a?token=x&b=c", "/a?token=REDACTED&b=c"],
  ["/a?b=c&Access%54oken=x", "/a?b=c&Access%54oken=REDACTED"],
  ["/a?clientSecret=", "/a?clientSecret=REDACTED"],
  ["/a?continue=x&token", "/a?continue=x&token"],
  ["/a?%zz=1", "/a?%zz=1"],
  ["/a", "/a"],
])("of %s %s is logged", (target, want) => {
  expect(redactedTarget(target)).toBe(want);
});
