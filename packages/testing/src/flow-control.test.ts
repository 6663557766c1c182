import { alwaysAllow } from "@svc/authz";
import { createManualClock } from "@svc/base";
import type { ServerExtension } from "@svc/server";
import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer, type TestServerOptions } from "./start-test-server.ts";

const base = "/apis/flowcontrol.apiserver.svc.io/v1";
const text = "Too many requests, please try again later.\n";

/** Responses that the test lets go, below `/held`. */
interface Held {
  readonly extension: ServerExtension;
  readonly count: () => number;
  /** Ends the oldest of them. */
  readonly release: () => Promise<void>;
}

function heldResponses(): Held {
  const held: (() => void)[] = [];
  const handler = () =>
    new Promise<{ status: number; headers: string[]; body: Buffer }>((resolve) => {
      held.push(() => resolve({ status: 200, headers: [], body: Buffer.from("done") }));
    });
  return {
    extension: { name: "held responses", paths: () => new Map([["held", { handler }]]) },
    count: () => held.length,
    release: async () => {
      held.shift()?.();
      await settled();
    },
  };
}

/** Everything that waits for nothing but microtasks and the present turn has been done. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function write(server: TestServer, method: string, path: string, body?: object): Promise<void> {
  const response = await server.fetch(base + path, {
    method,
    headers: { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect([200, 201], await response.clone().text()).toContain(response.status);
  await settled();
}

const level = (limited: object): object => ({
  metadata: { name: "own" },
  spec: {
    type: "Limited",
    limited: { nominalConcurrencyShares: 1, borrowingLimitPercent: 0, limitResponse: { type: "Reject" }, ...limited },
  },
});
const queues = (queueLengthLimit: number): object => ({
  limitResponse: { type: "Queue", queuing: { queues: 1, handSize: 1, queueLengthLimit } },
});
const schema = (spec: object = {}): object => ({
  metadata: { name: "own" },
  spec: {
    matchingPrecedence: 50,
    priorityLevelConfiguration: { name: "own" },
    rules: [
      {
        subjects: [{ kind: "User", user: { name: "jane" } }],
        nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
      },
    ],
    ...spec,
  },
});

interface Bench extends AsyncDisposable {
  readonly server: TestServer;
  readonly held: Held;
  /** Sends a request of jane that is held. */
  readonly ask: (query?: string, init?: RequestInit) => Promise<Response>;
  readonly metrics: (pattern: RegExp) => Promise<readonly string[]>;
}

const janeUser = { name: "jane", groups: ["system:authenticated"] };

/** A server with a level of three seats for jane. */
async function bench(limited: object = {}, options: TestServerOptions = {}): Promise<Bench> {
  const held = heldResponses();
  const server = await startTestServer({
    authorizer: alwaysAllow,
    ...options,
    config: { ...options.config, extensions: [held.extension, ...(options.config?.extensions ?? [])] },
  });
  await write(server, "POST", "/prioritylevelconfigurations", level(limited));
  await write(server, "POST", "/flowschemas", schema());
  const jane = server.as(janeUser);
  return {
    server,
    held,
    ask: (query = "", init = {}) => jane.fetch(`/held${query}`, init),
    metrics: async (pattern) => {
      const lines = (await (await server.fetch("/metrics")).text()).split("\n");
      return lines.filter((line) => line.includes('"own"') && pattern.test(line));
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The response where there is one after the present turn; undefined for a request that waits. */
async function soon(response: Promise<Response>): Promise<number | undefined> {
  const late = settled().then(() => undefined);
  return Promise.race([response.then(({ status }) => status), late]);
}

async function release(held: Held, count: number): Promise<void> {
  for (let at = 0; at < count; at++) await held.release();
}

describe("requests past the seats of their level", () => {
  test("are refused with 429 where the level rejects, before anything else is looked at", async () => {
    await using own = await bench();
    const running = [own.ask(), own.ask(), own.ask()];
    await settled();
    const refused = await own.ask();
    expect([refused.status, await refused.text()]).toEqual([429, text]);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      "retry-after": "1",
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-cache, private",
      "x-content-type-options": "nosniff",
    });
    expect(refused.headers.get("x-svc-pf-flowschema-uid")).toMatch(/^[0-9a-f-]{36}$/);
    const jane = own.server.as({ name: "jane", groups: [] });
    expect((await jane.fetch("/nothing")).status).toBe(429);
    await release(own.held, 3);
    expect(await Promise.all(running.map(async (r) => (await r).status))).toEqual([200, 200, 200]);
    expect((await jane.fetch("/nothing")).status).toBe(404);
    const lines = (await (await own.server.fetch("/metrics")).text()).split("\n");
    const of = 'code="429",component="apiserver"';
    expect(lines.filter((line) => line.includes(of) && line.startsWith("apiserver_request"))).toEqual([
      `apiserver_request_terminations_total{${of},group="",resource="",scope="",subresource="/held",verb="GET",version=""} 1`,
      `apiserver_request_terminations_total{${of},group="",resource="",scope="",subresource="/nothing",verb="GET",version=""} 1`,
      `apiserver_request_total{${of},dry_run="",group="",resource="",scope="",subresource="",verb="GET",version=""} 2`,
    ]);
    expect(await own.metrics(/(rejected|dispatched)_requests_total/)).toEqual([
      'apiserver_flowcontrol_dispatched_requests_total{flow_schema="own",priority_level="own"} 4',
      'apiserver_flowcontrol_rejected_requests_total{flow_schema="own",priority_level="own",reason="concurrency-limit"} 2',
    ]);
  });

  test("wait where the level queues, and are refused where the queue is full", async () => {
    await using own = await bench(queues(1));
    const running = [own.ask(), own.ask(), own.ask()];
    const waiting = own.ask();
    expect(await soon(waiting)).toBeUndefined();
    expect(own.held.count()).toBe(3);
    expect((await own.ask()).status).toBe(429);
    expect(await own.metrics(/current_(executing|inqueue)_(requests|seats)/)).toEqual([
      'apiserver_flowcontrol_current_executing_requests{flow_schema="own",priority_level="own"} 3',
      'apiserver_flowcontrol_current_executing_seats{flow_schema="own",priority_level="own"} 3',
      'apiserver_flowcontrol_current_inqueue_requests{flow_schema="own",priority_level="own"} 1',
      'apiserver_flowcontrol_current_inqueue_seats{flow_schema="own",priority_level="own"} 1',
    ]);
    await own.held.release();
    expect(own.held.count()).toBe(3);
    await release(own.held, 3);
    expect(await Promise.all([...running, waiting].map(async (r) => (await r).status))).toEqual([200, 200, 200, 200]);
  });

  test.each([
    { query: "?timeout=4s", ms: 1_000 },
    { query: "?timeout=2s", ms: 500 },
    { query: "", ms: 15_000 },
    { query: "?timeout=0s", ms: 15_000 },
    { query: "?timeout=5m", ms: 15_000 },
    { query: "", ms: 2_000, requestTimeoutMs: 8_000 },
    { query: "?timeout=5m", ms: 2_000, requestTimeoutMs: 8_000 },
  ])("wait for a quarter of their time: $ms ms with $query", async ({ query, ms, requestTimeoutMs = 60_000 }) => {
    await using own = await bench(queues(5), { config: { limits: { requestTimeoutMs } } });
    for (let at = 0; at < 3; at++) void own.ask();
    await settled();
    const waiting = own.ask(query);
    await settled();
    own.server.clock.advance(ms - 1);
    expect(await soon(waiting)).toBeUndefined();
    own.server.clock.advance(1);
    expect((await waiting).status).toBe(429);
    expect(await own.metrics(/reason|wait_duration_seconds_count/)).toEqual([
      'apiserver_flowcontrol_rejected_requests_total{flow_schema="own",priority_level="own",reason="time-out"} 1',
      'apiserver_flowcontrol_request_wait_duration_seconds_count{execute="true",flow_schema="own",priority_level="own"} 4',
    ]);
    const levels = await own.server.fetch("/debug/api_priority_and_fairness/dump_priority_levels");
    expect(await levels.text()).toMatch(/^own, +0, +false, +false, +0, +3, +3, +1, +0, +1$/m);
    await release(own.held, 3);
  });

  test("give their place back when the client leaves", async () => {
    await using own = await bench(queues(1));
    for (let at = 0; at < 3; at++) void own.ask();
    await settled();
    const leaving = new AbortController();
    const left = own.ask("", { signal: leaving.signal });
    await settled();
    leaving.abort();
    expect((await left).status).toBe(504);
    expect(await own.metrics(/reason/)).toHaveLength(1);
    const next = own.ask();
    expect(await soon(next)).toBeUndefined();
    await release(own.held, 4);
    expect((await next).status).toBe(200);
  });

  test("start when the level gets more shares", async () => {
    await using own = await bench(queues(5));
    const all = Array.from({ length: 5 }, () => own.ask());
    await settled();
    expect(own.held.count()).toBe(3);
    await write(own.server, "PATCH", "/prioritylevelconfigurations/own", {
      spec: { limited: { nominalConcurrencyShares: 2 } },
    });
    expect(own.held.count()).toBe(5);
    await release(own.held, 5);
    expect(await Promise.all(all.map(async (r) => (await r).status))).toEqual(Array(5).fill(200));
  });

  test("go to the next schema when the level is deleted, and requests that run end well", async () => {
    await using own = await bench();
    const running = [own.ask(), own.ask(), own.ask()];
    await settled();
    expect((await own.ask()).status).toBe(429);
    await write(own.server, "DELETE", "/prioritylevelconfigurations/own");
    const next = own.ask();
    await settled();
    expect(own.held.count()).toBe(4);
    const dump = "/debug/api_priority_and_fairness/dump_priority_levels";
    expect(await (await own.server.fetch(dump)).text()).toMatch(/^own, +0, +false, +true, +0, +3, +3, +1, +0, +0$/m);
    await release(own.held, 4);
    expect(await Promise.all([...running, next].map(async (r) => (await r).status))).toEqual([200, 200, 200, 200]);
    expect(await (await own.server.fetch(dump)).text()).not.toMatch(/^own,/m);
  });

  test("never include privileged users and schemas of the exempt level", async () => {
    await using own = await bench();
    const administrators = Array.from({ length: 700 }, () => own.server.fetch("/held"));
    await settled();
    expect(own.held.count()).toBe(700);
    await write(own.server, "PATCH", "/flowschemas/own", { spec: { priorityLevelConfiguration: { name: "exempt" } } });
    const jane = Array.from({ length: 10 }, () => own.ask());
    await settled();
    expect(own.held.count()).toBe(710);
    await release(own.held, 710);
    const statuses = await Promise.all([...administrators, ...jane].map(async (r) => (await r).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

test("a request whose client leaves while it waits for a turn is not started, and holds no seat", async () => {
  const clock = createManualClock();
  const busy = {
    handler: () => {
      clock.advance(10);
      return { status: 200, headers: [], body: Buffer.from("done") };
    },
  };
  const other: ServerExtension = { name: "busy responses", paths: () => new Map([["busy", busy]]) };
  await using own = await bench({}, { clock, config: { extensions: [other] } });
  const leaving = new AbortController();
  const first = own.server.as(janeUser).fetch("/busy");
  const left = own.ask("", { signal: leaving.signal });
  leaving.abort();
  expect([(await first).status, (await left).status]).toEqual([200, 504]);
  await settled();
  expect(own.held.count()).toBe(0);
  expect(await own.metrics(/current_executing|rejected/)).toEqual([
    'apiserver_flowcontrol_current_executing_requests{flow_schema="own",priority_level="own"} 0',
    'apiserver_flowcontrol_current_executing_seats{flow_schema="own",priority_level="own"} 0',
    'apiserver_flowcontrol_rejected_requests_total{flow_schema="own",priority_level="own",reason="time-out"} 1',
  ]);
});

test("watches give their seat back once they have begun", async () => {
  await using own = await bench({}, {});
  const rules = [
    {
      subjects: [{ kind: "User", user: { name: "jane" } }],
      resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"], clusterScope: true }],
    },
  ];
  await write(own.server, "PATCH", "/flowschemas/own", { spec: { rules } });
  const leaving = new AbortController();
  const jane = own.server.as({ name: "jane", groups: [] });
  for (let at = 0; at < 6; at++) {
    const watch = await jane.fetch("/api/v1/configmaps?watch=true", { signal: leaving.signal });
    expect(watch.status).toBe(200);
  }
  leaving.abort();
});

test("requests that are served at once are counted as dispatched, without a wait", async () => {
  await using server = await startTestServer({ authorizer: alwaysAllow });
  const jane = server.as(janeUser);
  for (const path of ["/api/v1/namespaces/default", "/api/v1/nodes", "/version"]) await jane.fetch(path);
  const metrics = await (await server.fetch("/metrics")).text();
  const of = 'flow_schema="global-default",priority_level="global-default"';
  const series = (name: string, labels = of): string | undefined =>
    metrics.split("\n").find((line) => line.startsWith(`apiserver_flowcontrol_${name}{${labels}}`));
  expect(
    [
      series("dispatched_requests_total"),
      series("current_executing_requests"),
      series("current_executing_seats"),
      series("request_wait_duration_seconds_count", `execute="true",${of}`),
      series("request_wait_duration_seconds_sum", `execute="true",${of}`),
      series("request_execution_seconds_count", `${of},type="regular"`),
      series("work_estimated_seats_sum"),
      series("request_queue_length_after_enqueue_sum"),
      series("request_queue_length_after_enqueue_count"),
    ].map((line) => Number(line?.split(" ")[1])),
  ).toEqual([3, 0, 0, 3, 0, 3, 3, 3, 3]);
});

test("every response has the places of its request, refused ones too, but not 401", async () => {
  await using server = await startTestServer();
  const eve = server.as({ name: "eve", groups: ["system:authenticated"] });
  const headers = async (response: Response): Promise<readonly boolean[]> => [
    response.headers.has("x-svc-pf-flowschema-uid"),
    response.headers.has("x-svc-pf-prioritylevel-uid"),
  ];
  expect(await headers(await server.fetch("/version"))).toEqual([true, true]);
  expect(await headers(await eve.fetch("/api/v1/pods"))).toEqual([true, true]);
  expect(await headers(await server.fetch("/nothing"))).toEqual([true, true]);
  expect(await headers(await server.fetch("/api/v1/namespaces/a/pods/b/exec"))).toEqual([false, false]);
  const unknown = await server.fetch("/version", { headers: { authorization: "Bearer wrong" } });
  expect([unknown.status, await headers(unknown)]).toEqual([401, [false, false]]);
});

test("a broken configuration leaves the mandatory levels, and requests continue", async () => {
  await using server = await startTestServer({ authorizer: alwaysAllow });
  for (const name of ["global-default", "workload-low", "catch-all", "exempt"])
    await write(server, "DELETE", `/prioritylevelconfigurations/${name}`);
  for (let at = 0; at < 50; at++) {
    await write(server, "POST", "/flowschemas", {
      metadata: { name: `own-${at}` },
      spec: { matchingPrecedence: 1 + at + 1, priorityLevelConfiguration: { name: `none-${at}` }, rules: [] },
    });
  }
  await write(server, "POST", "/prioritylevelconfigurations", {
    metadata: { name: "huge" },
    spec: {
      type: "Limited",
      limited: {
        nominalConcurrencyShares: 2_147_483_647,
        limitResponse: { type: "Queue", queuing: { queues: 10_000_000, handSize: 1, queueLengthLimit: 2_147_483_647 } },
      },
    },
  });
  const eve = server.as({ name: "eve", groups: ["system:authenticated"] });
  expect((await eve.fetch("/version")).status).toBe(200);
  expect((await server.fetch("/version")).status).toBe(200);
  const dump = await (await server.fetch("/debug/api_priority_and_fairness/dump_queues")).text();
  expect(dump.split("\n").length).toBeLessThan(11_000);
});

test("without flow control, requests past the two numbers are refused, but not of privileged users", async () => {
  const options = { flowControl: { enabled: false, maxRequestsInFlight: 3, maxMutatingRequestsInFlight: 1 } };
  await using own = await bench({}, options);
  const running = [own.ask(), own.ask(), own.ask()];
  const writing = own.ask("", { method: "PUT" });
  await settled();
  const refused = await own.ask();
  expect([refused.status, refused.headers.has("x-svc-pf-flowschema-uid")]).toEqual([429, false]);
  expect((await own.ask("", { method: "POST" })).status).toBe(429);
  const administrator = own.server.fetch("/held");
  await settled();
  expect(own.held.count()).toBe(5);
  await release(own.held, 5);
  const all = [...running, writing, administrator];
  expect(await Promise.all(all.map(async (r) => (await r).status))).toEqual([200, 200, 200, 200, 200]);
  expect((await own.server.fetch("/debug/api_priority_and_fairness/dump_queues")).status).toBe(404);
});

test("requests of a level without queues are in no flow and in no queue", async () => {
  await using own = await bench();
  expect(await own.metrics(/(executing_requests|dispatched_requests_total)/)).toEqual([]);
  const running = own.ask();
  await settled();
  const requests = await (await own.server.fetch("/debug/api_priority_and_fairness/dump_requests")).text();
  expect(requests).toMatch(/^own, +own, +-1, +-1, +, /m);
  await own.held.release();
  await running;
  expect(await own.metrics(/after_enqueue/)).toEqual([]);
  expect(await own.metrics(/wait_duration_seconds_count/)).toHaveLength(1);
});

test("dumps show queues and requests, and names of clients make no columns", async () => {
  await using own = await bench(queues(5));
  const mallory = own.server.as({ name: "a, b\nc", groups: ["system:authenticated"] });
  const running = [own.ask(), own.ask(), own.ask(), mallory.fetch("/held")];
  const waiting = own.ask();
  await settled();
  const dump = async (what: string): Promise<string> =>
    (await own.server.fetch(`/debug/api_priority_and_fairness/${what}`)).text();
  // A column is at least eight characters wide.
  expect(await dump("dump_queues")).toMatch(/^PriorityLevelName, Index, {2}PendingRequests, /);
  expect(await dump("dump_queues")).toMatch(/^own, +0, +1, +3, +3, +\d+\.\d{8}ss, +1, +1, +0\.00300000ss$/m);
  const requests = await dump("dump_requests?includeRequestDetails=1");
  expect(requests.match(/^own, +own, +0, +0, /gm)?.length).toBe(1);
  expect(requests.match(/^own, +own, +0, +-1, /gm)?.length).toBe(3);
  expect(requests).toContain("a? b?c");
  for (const [query, hasDetails] of [
    ["=0", true],
    ["=true", true],
    ["=", false],
    ["", false],
  ] as const)
    expect((await dump(`dump_requests?includeRequestDetails${query}`)).includes("UserName"), query).toBe(hasDetails);
  await release(own.held, 5);
  await Promise.all([...running, waiting]);
});
