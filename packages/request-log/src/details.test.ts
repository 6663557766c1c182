import { createManualClock, type LogFields, silentLog } from "@svc/base";
import type { Stage } from "@svc/server";
import { startTestServer, type TestServer } from "@svc/testing";
import { afterEach, describe, expect, test } from "vitest";
import { requestLog } from "./request-log.ts";

type Line = readonly [module: string, message: string, fields: LogFields];

let server: TestServer;
let lines: Line[];
afterEach(async () => server[Symbol.asyncDispose]());

/** A server whose log has all modules at one level. */
async function start(v: number, stage?: Stage): Promise<void> {
  lines = [];
  const module = (name: string, level: number) => {
    const info = (message: string, fields: LogFields = {}): void => void lines.push([name, message, fields]);
    return { log: { ...silentLog, info }, isEnabled: () => v >= level };
  };
  const clock = createManualClock();
  const failing =
    stage === undefined ? [] : [{ name: "failing", stages: () => [{ after: "metrics" as const, stage }] }];
  const extensions = [requestLog({ log: silentLog, module, clock }), ...failing];
  server = await startTestServer({ clock, config: { clock, extensions } });
}

const configMaps = "/api/v1/namespaces/default/configmaps";
const asBob = { "impersonate-user": "bob", "impersonate-group": "g" };
const alice = { name: "alice" };

describe("the lines before the end of a request", () => {
  const impersonation = [
    "httplog",
    expect.stringMatching(/^.+\[.+\] is impersonating bob\[g,system:authenticated\]$/),
    {},
  ];
  const forbidden = (module: string, URI = configMaps): unknown => [
    module,
    "Forbidden",
    { URI, reason: "", ...(module === "impersonation" ? { err: null } : {}) },
  ];
  const watch = (fields: object): unknown => [
    "get",
    "Starting watch",
    { path: configMaps, resourceVersion: "", labels: "", fields: "", timeout: "1s", ...fields },
  ];
  const http = ["httplog", "HTTP", expect.anything()];

  test.each<[what: string, v: number, target: string, headers: Readonly<Record<string, string>>, want: unknown[]]>([
    ["an impersonation at 1", 1, configMaps, asBob, []],
    ["an impersonation at 2", 2, configMaps, asBob, [impersonation]],
    ["an impersonation at 3, in the line of the request", 3, configMaps, asBob, [http]],
    ["a refusal at 4", 4, configMaps, asBob, [forbidden("authorization"), http]],
    ["a watch at 2", 2, `${configMaps}?watch=1&timeoutSeconds=1`, {}, []],
    ["a watch at 3", 3, `${configMaps}?watch=1&timeoutSeconds=1`, {}, [watch({}), http]],
    [
      "a watch of selected objects",
      3,
      `${configMaps}?watch=1&timeoutSeconds=61&resourceVersion=0&labelSelector=b+in+(z,a),!q&fieldSelector=metadata.name%3Dx`,
      {},
      [watch({ resourceVersion: "0", labels: "b in (a,z),!q", fields: "metadata.name=x", timeout: "1m1s" }), http],
    ],
    [
      "a watch that fails to begin",
      3,
      `${configMaps}?watch=1&timeoutSeconds=1&resourceVersion=x`,
      {},
      [watch({ resourceVersion: "x" }), http],
    ],
    ["a watch with invalid parameters", 3, `${configMaps}?watch=1&labelSelector=!!`, {}, [http]],
  ])("have %s", async (_, v, target, headers, want) => {
    await start(v);
    const response = await server.fetch(target, { headers });
    await response.body?.cancel();
    expect(lines).toEqual(want);
  });

  test.each([
    ["authorization", configMaps, {}, configMaps],
    ["authorization", `${configMaps}?token=abc`, {}, `${configMaps}?token=REDACTED`],
    ["authorization", "/metrics", {}, "/metrics"],
    ["impersonation", configMaps, asBob, configMaps],
  ])("have a refusal of a user without rights by %s: %s", async (module, target, headers, URI) => {
    await start(4);
    await server.as(alice).fetch(target, { headers });
    expect(lines).toEqual([forbidden(module, URI), http]);
  });
});

describe("the line of a request has, after its status,", () => {
  const addedOf = (): unknown => lines.at(-1)?.[2]["addedInfo"];
  const answer =
    (status: number, isForwarded = false): Stage =>
    () => ({ status, headers: [], body: Buffer.from('no "answer"\n'), isForwarded });

  test("who impersonates whom", async () => {
    await start(3);
    await server.fetch(configMaps, { headers: asBob });
    expect(addedOf()).toMatch(/^.+\[.+\] is impersonating bob\[g,system:authenticated\]$/);
    expect(Object.keys(lines.at(-1)?.[2] ?? {}).slice(-2)).toEqual(["resp", "addedInfo"]);
  });

  test.each([
    ["the text of an error of the server", answer(503), 'logging error output: "no \\"answer\\"\\n"'],
    ["nothing of an error of the client", answer(400), undefined],
    ["nothing of another server's error", answer(503, true), undefined],
  ])("%s", async (_, stage, want) => {
    await start(3, stage);
    await server.fetch("/version");
    expect(addedOf()).toBe(want);
  });
});

test.each([2, 3, 10])("at level %i no line has a credential or the content of an object", async (v) => {
  await start(v);
  const body = JSON.stringify({ metadata: { name: "a" }, stringData: { key: "very-secret" } });
  const secrets = "/api/v1/namespaces/default/secrets";
  await server.fetch(secrets, { method: "POST", headers: { "content-type": "application/json" }, body });
  await server.fetch(`${secrets}/a?access_token=very-secret`);
  await server.fetch(configMaps, { headers: { authorization: "Bearer very-secret" } });
  await server.as(alice).fetch(`${secrets}?token=very-secret`, { headers: { "impersonate-user": "bob" } });
  expect(JSON.stringify(lines)).not.toMatch(/very-secret|dmVyeS1zZWNyZXQ/);
});
