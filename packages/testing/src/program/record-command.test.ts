import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kubernetesDialect } from "@svc/meta";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Recording, restore, startTestServer, type TestServer } from "../index.ts";
import { recordCommand } from "./record-command.ts";
import { runProgram } from "./run-program.ts";

let cluster: TestServer;
let folder: string;
beforeEach(async () => {
  cluster = await startTestServer({ dialect: kubernetesDialect });
  folder = await mkdtemp(join(tmpdir(), "svc-record-"));
  await writeFile(join(folder, "cluster"), (await cluster.listen()).kubeconfig);
});
afterEach(async () => {
  await cluster.close();
  await rm(folder, { recursive: true });
});

interface Run {
  readonly code: Promise<number>;
  /** Resolves when something is printed. */
  readonly printed: Promise<unknown>;
  readonly end: AbortController;
  readonly output: () => string;
}

function record(...flags: readonly string[]): Run {
  const end = new AbortController();
  const printing = new EventTarget();
  let output = "";
  const print = (text: string): void => {
    output += text;
    printing.dispatchEvent(new Event("text"));
  };
  const printed = once(printing, "text");
  const args = ["record", "--kubeconfig", join(folder, "cluster"), "--out", join(folder, "out.json"), ...flags];
  const code = runProgram(args, { print, printError: print, env: {}, signal: end.signal });
  return { code, printed, end, output: () => output };
}

const recorded = async (): Promise<Recording> => JSON.parse(await readFile(join(folder, "out.json"), "utf8"));

test("record writes content, changes and the requests through its proxy, without secrets; they are restored", async () => {
  const { core } = cluster.client;
  await core.v1.secrets("default").create({ metadata: { name: "s" }, stringData: { password: "hunter2" } });
  const { code, printed, end, output } = record("--resources", "configmaps,secrets", "--proxy-port", "0");
  await printed;
  const { clusters } = JSON.parse(await readFile(join(folder, "out.json.kubeconfig"), "utf8"));
  const proxied = `${clusters[0].cluster.server}/api/v1/namespaces/default/configmaps`;
  const body = JSON.stringify({ metadata: { name: "made" }, data: { a: "1" } });
  const headers = { "content-type": "application/json", "user-agent": "the operator" };
  const response = await fetch(proxied, { method: "POST", headers, body });
  expect([response.status, ((await response.json()) as { data: object }).data]).toEqual([201, { a: "1" }]);
  const watch = await fetch(`${proxied}?watch=1`, { headers });
  await watch.body?.cancel();
  await cluster.settle();
  end.abort();
  expect(await code, output()).toBe(0);

  const recording = await recorded();
  const text = JSON.stringify(recording);
  expect(text).not.toMatch(/hunter2|aHVudGVyMg/);
  expect(((await stat(join(folder, "out.json"))).mode & 0o777).toString(8)).toBe("600");
  expect(recording.changes.map(({ type, object }) => [type, (object.metadata as { name?: string }).name])).toEqual([
    ["ADDED", "made"],
  ]);
  expect(recording.requests?.map(({ method, code: status, userAgent }) => [method, status, userAgent])).toEqual([
    ["POST", 201, "the operator"],
    ["GET", 200, "the operator"],
  ]);
  const copy = await startTestServer({ dialect: kubernetesDialect });
  await (await restore(copy, recording))();
  expect((await copy.client.core.v1.configmaps("default").get("made")).data).toEqual({ a: "1" });
  await copy.close();
});

test("record of no duration writes the content alone", async () => {
  await cluster.client.core.v1.configmaps("default").create({ metadata: { name: "a" } });
  const { code, output } = record("--duration", "0s");
  expect(await code, output()).toBe(0);
  const { objects, changes } = await recorded();
  expect(objects.map(({ object }) => (object.metadata as { name?: string }).name)).toContain("a");
  expect(changes).toEqual([]);
});

test.each([
  { flags: ["--duration", "soon"], message: "--duration must be a duration such as 30s, not soon" },
  { flags: ["--proxy-port", "http"], message: "--proxy-port must be a port, not http" },
  { flags: ["--context", "none"], message: 'the kubeconfig has no context "none"' },
])("record $flags ends with 2", async ({ flags, message }) => {
  const { code, output } = record(...flags);
  expect(await code).toBe(2);
  expect(output()).toContain(message);
});

test("recording with the name of no dialect is refused", async () => {
  const flags = { kubeconfig: undefined, context: undefined, resources: undefined, duration: undefined };
  const record = recordCommand(
    { ...flags, "proxy-port": undefined, out: "unused", dialect: "other" },
    { env: {}, print: () => undefined, signal: new AbortController().signal },
  );
  await expect(record).rejects.toThrow("--dialect must be svc or kubernetes, not other");
});
