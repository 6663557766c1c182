import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFolder, startServer, type TestFolder, type TestServer } from "./testing/running-server.ts";

/** A metric that dashboards and alerts of clusters ask for: names only. */
interface Wanted {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
}

const expected = JSON.parse(readFileSync(new URL("../testdata/dashboards.json", import.meta.url), "utf8")) as Wanted[];

let folder: TestFolder;
let server: TestServer;
let lines: readonly string[];

const configMaps = "/api/v1/namespaces/default/configmaps";

beforeAll(async () => {
  folder = await openFolder();
  server = await startServer(
    folder,
    "dashboards",
    "--controllers=*",
    `--client-ca-file=${folder.path}/ca.crt`,
    "--enable-priority-and-fairness=true",
  );
  const as = { token: server.adminToken };
  await server.ask(configMaps, { ...as, method: "POST", body: { metadata: { name: "a" } } });
  await server.ask(`${configMaps}/a`, as);
  await server.ask(configMaps, as);
  await server.ask(`${configMaps}?watch=1&timeoutSeconds=1&resourceVersion=0&fieldSelector=metadata.name%3Da`, as);
  await server.whoami({ certificate: await folder.certificate("alice") });
  const { body } = await server.ask("/metrics", as);
  lines = String(body).split("\n");
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Without an event there is no series. */
const ofEvents: ReadonlySet<string> = new Set(["apiserver_request_terminations_total"]);
const shown = expected.filter(({ name }) => !ofEvents.has(name));

describe("dashboards and alerts find", () => {
  test.each(shown)("$name", ({ name, type, labels }) => {
    expect(lines).toContain(`# TYPE ${name} ${type}`);
    const sample = type === "histogram" ? `${name}_count` : name;
    const series = lines.find((line) => line.startsWith(`${sample}{`) || line.startsWith(`${sample} `)) ?? "";
    const found = [...series.matchAll(/([a-z_]+)="/g)].map(([, label]) => label);
    expect(found).toEqual(expect.arrayContaining([...labels]));
  });
});

test("the page about metrics lists each metric", () => {
  const page = readFileSync(new URL("../../../docs/guide/metrics.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| `([^`]+)` /gm)].map(([, name]) => name);
  expect(listed).toEqual(server.metrics.describe().map(({ name }) => name));
});
