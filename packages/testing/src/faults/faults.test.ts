import { hasReason } from "@svc/meta";
import { afterEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../start-test-server.ts";
import type { Fault } from "./fault.ts";
import { knownFaults } from "./known-faults.ts";

const user = { name: "controller", groups: ["system:masters"] };
let server: TestServer;
afterEach(() => server.close());

async function start(...faults: readonly Fault[]) {
  server = await startTestServer({ faults });
  const { client, fetch } = server.as(user);
  return { maps: client.core.v1.configmaps("default"), fetch };
}

const path = "/api/v1/namespaces/default/configmaps";
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 200,
    (error: { code?: unknown; message: string }) => error.code ?? error.message,
  );
const stored = async (name: string): Promise<boolean> =>
  server.client.core.v1
    .configmaps("default")
    .get(name)
    .then(
      () => true,
      (error: unknown) => !hasReason(error, "NotFound"),
    );

describe("a fault", () => {
  test("conflict refuses a change, and nothing is written", async () => {
    const { maps } = await start({ kind: "conflict", at: [1] });
    const made = await maps.create({ metadata: { name: "a" } });
    expect(await codeOf(maps.update({ ...made, data: { x: "1" } }))).toBe(409);
    expect((await maps.update({ ...made, data: { x: "2" } })).data).toEqual({ x: "2" });
  });

  test("lostResponse writes, and the client sees a broken connection", async () => {
    const { fetch } = await start({ kind: "lostResponse", times: 1 });
    const body = JSON.stringify({ metadata: { name: "a" } });
    const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
    await expect(response.text()).rejects.toThrow("broke the connection off");
    expect(await stored("a")).toBe(true);
  });

  test.each([
    { fault: { kind: "unknownOutcome" }, isStored: true },
    { fault: { kind: "unknownOutcome", isDone: false }, isStored: false },
  ] as const)("unknownOutcome refuses, and whether the object is stored is $isStored", async ({ fault, isStored }) => {
    const { maps } = await start({ ...fault, times: 1 });
    expect(await codeOf(maps.create({ metadata: { name: "a" } }))).toBe(504);
    expect(await stored("a")).toBe(isStored);
    expect(await codeOf(maps.create({ metadata: { name: "a" } }))).toBe(isStored ? 409 : 200);
  });

  test.each([
    [{ kind: "serverError" }, 500],
    [{ kind: "serverError", code: 503 }, 503],
    [{ kind: "serverError", code: 504 }, 504],
    [{ kind: "tooManyRequests", retryAfterSeconds: 3 }, 429],
  ] as const)("%o refuses before anything is written", async (fault, code) => {
    const { fetch } = await start(fault);
    const body = JSON.stringify({ metadata: { name: "a" } });
    const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
    expect(response.status).toBe(code);
    expect(response.headers.get("retry-after")).toBe(code === 429 ? "3" : null);
    expect(await stored("a")).toBe(false);
  });

  test("delay waits for the clock, and a server that only waits has settled", async () => {
    const { maps } = await start({ kind: "delay", delayMs: 5_000, verbs: ["create"] });
    const made = maps.create({ metadata: { name: "a" } });
    await server.settle();
    expect(await stored("a")).toBe(false);
    await server.settle({ advanceMs: 5_000 });
    expect((await made).metadata.name).toBe("a");
  });

  test("cutBody breaks a response off in the middle", async () => {
    const { fetch } = await start({ kind: "cutBody" });
    await expect((await fetch(path)).text()).rejects.toThrow("broke the connection off");
  });

  test("expired refuses a continued list, and not the first one", async () => {
    const { fetch } = await start({ kind: "expired" });
    expect((await fetch(path)).status).toBe(200);
    expect((await fetch(`${path}?resourceVersion=1&watch=true`)).status).toBe(410);
  });

  test("watchEnds ends a watch behind its events", async () => {
    const { maps } = await start({ kind: "watchEnds", afterEvents: 1 });
    await maps.create({ metadata: { name: "a" } });
    await maps.create({ metadata: { name: "b" } });
    const observed: string[] = [];
    for await (const event of maps.watch({ signal: AbortSignal.timeout(10_000) })) observed.push(event.type);
    expect(observed).toEqual(["ADDED"]);
  });

  test("staleWatch sends everything later, in order", async () => {
    const { maps } = await start({ kind: "staleWatch", delayMs: 1_000 });
    const observed: string[] = [];
    const stop = new AbortController();
    const watching = (async () => {
      for await (const { type, object } of maps.watch({ signal: stop.signal }))
        if (type !== "BOOKMARK") observed.push(object.metadata.name);
    })();
    await server.settle();
    for (const name of ["a", "b"]) await maps.create({ metadata: { name } });
    await server.settle({ advanceMs: 999 });
    expect(observed).toEqual([]);
    await server.settle({ advanceMs: 1 });
    expect(observed).toEqual(["a", "b"]);
    stop.abort();
    await watching.catch(() => undefined);
  });

  test("is for others than the administrator, unless it names the user", async () => {
    await start({ kind: "serverError" }, { kind: "tooManyRequests", users: ["admin"], verbs: ["list"] });
    expect((await server.fetch(`${path}/none`)).status).toBe(404);
    expect((await server.fetch(path)).status).toBe(429);
  });

  test("the same seed injects the same faults, and another one others", async () => {
    const run = async (seed: number): Promise<string> => {
      await using one = await startTestServer({ faults: [{ kind: "serverError", probability: 0.5 }], seed });
      const codes: number[] = [];
      for (let i = 0; i < 40; i++) codes.push((await one.as(user).fetch(path)).status);
      expect(one.injected).toHaveLength(codes.filter((code) => code === 500).length);
      return codes.join();
    };
    server = await startTestServer();
    const [first, again, other] = [await run(1), await run(1), await run(2)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(first).toContain("200");
    expect(first).toContain("500");
  });

  test.each(Object.keys(knownFaults))("of the library: %s starts a server that can be used", async (name) => {
    const faults = knownFaults[name as keyof typeof knownFaults];
    const { maps } = await start(...faults);
    for (let i = 0; i < 20; i++) {
      const result = codeOf(maps.create({ metadata: { name: `a${i}` } }));
      await server.settle({ advanceMs: 60_000 });
      await result;
    }
    expect((await server.client.core.v1.configmaps("default").list()).items.length).toBeGreaterThan(0);
  });

  test("a server that does not settle reports the pending requests", async () => {
    const hook = () => new Promise<void>(() => undefined);
    const { maps } = await start({ kind: "hook", when: "before", hook });
    void maps.get("a").catch(() => undefined);
    await expect(server.settle({ maxTurns: 50 })).rejects.toThrow("controller get configmaps a");
  });
});

describe("a fault of webhooks", () => {
  /** Webhooks at a port where nothing listens: what fails without a fault is ignored. */
  async function withWebhooks(failurePolicy: "Fail" | "Ignore", ...faults: readonly Fault[]) {
    server = await startTestServer({ faults });
    const webhooks = ["first.example.com", "second.example.com"].map((name) => ({
      name,
      failurePolicy: name.startsWith("first") ? failurePolicy : "Ignore",
      clientConfig: { url: "https://127.0.0.1:1/" },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      timeoutSeconds: 5,
    }));
    const created = await server.fetch("/apis/admissionregistration.svc.io/v1/validatingwebhookconfigurations", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name: "test" }, webhooks }),
    });
    expect(created.status, await created.text()).toBe(201);
    return server.as(user).client.core.v1.configmaps("default");
  }
  const messageOf = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => "",
      (error: Error) => error.message,
    );

  test("webhookFails fails the calls of the named webhooks", async () => {
    const maps = await withWebhooks("Fail", { kind: "webhookFails", webhooks: ["first.example.com"], times: 1 });
    expect(await messageOf(maps.create({ metadata: { name: "a" } }))).toBe(
      'Internal error occurred: failed calling webhook "first.example.com": failed to call webhook: first.example.com: connection refused: injected by the test',
    );
    expect(server.journal.select({ verb: "create", user: user.name }).map(({ fault }) => fault)).toEqual([
      "webhookFails",
    ]);
  });

  test("webhookDelays with more than the timeout fails as a slow webhook does", async () => {
    const maps = await withWebhooks("Fail", { kind: "webhookDelays", delayMs: 60_000, times: 1 });
    const failed = messageOf(maps.create({ metadata: { name: "a" } }));
    await server.settle({ advanceMs: 10_000 });
    expect(await failed).toContain("context deadline exceeded");
  });

  test("a failure of a webhook that may be ignored is ignored", async () => {
    const maps = await withWebhooks("Ignore", { kind: "webhookFails" });
    expect(await messageOf(maps.create({ metadata: { name: "a" } }))).toBe("");
  });
});
