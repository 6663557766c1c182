import { type Clock, createManualClock, type Log, silentLog } from "@svc/base";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../client/client.ts";
import type { AnyObject } from "../client/objects.ts";
import { events, listOf, refusal, type ScriptedResponse, scriptedTransport } from "../testing/scripted-transport.ts";
import { turns, until } from "../testing/until.ts";
import { type Informer, startInformer } from "./informer.ts";
import type { InformerOptions } from "./reflector.ts";

const pod = (name: string, resourceVersion: string, uid = name): AnyObject => ({
  metadata: { name, namespace: "ns", uid, resourceVersion },
});
const added = (object: AnyObject) => ({ type: "ADDED", object });
const modified = (object: AnyObject) => ({ type: "MODIFIED", object });
const deleted = (object: AnyObject) => ({ type: "DELETED", object });
const bookmark = (resourceVersion: string, annotations?: object) => ({
  type: "BOOKMARK",
  object: { metadata: { resourceVersion, annotations } },
});
const forgotten = { type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired", message: "too old" } };
const noStreams = refusal(422, "Invalid");

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => stop.abort(new Error("the test is over")));

interface Started {
  readonly informer: Informer<AnyObject>;
  readonly received: string[];
  readonly requested: readonly string[];
  readonly clock: ReturnType<typeof createManualClock>;
}

function start(responses: readonly ScriptedResponse[], options: Partial<InformerOptions<AnyObject>> = {}): Started {
  const clock = createManualClock();
  const transport = scriptedTransport(responses);
  const client = createClient({ transport, clock, dialect: options.dialect ?? svcDialect });
  const resource = client.resource<AnyObject>({ group: "", version: "v1", resource: "pods" });
  const informer = startInformer({
    resource,
    signal: stop.signal,
    clock,
    random: () => 0.5,
    log: silentLog,
    ...options,
  });
  const received: string[] = [];
  informer.subscribe({
    set: ({ metadata }, before) => received.push(`${before === undefined ? "new" : "set"} ${metadata.uid}`),
    remove: ({ metadata }) => received.push(`gone ${metadata.uid}`),
  });
  return { informer, received, requested: transport.requested, clock };
}

describe("an informer's first list", () => {
  test.each([
    [svcDialect, { dialect: svcDialect }],
    [kubernetesDialect, { dialect: kubernetesDialect }],
    [kubernetesDialect, {}],
  ])("is streamed where the server does that: %s, %s", async (dialect, options) => {
    const end = bookmark("9", { [dialect.expand("{api}/initial-events-end")]: "true" });
    const { informer, received, requested } = start(
      [events([added(pod("a", "1")), bookmark("5"), added(pod("b", "2")), end], "stays")],
      options,
    );
    await informer.synced;
    expect(received).toEqual(["new a", "new b"]);
    await until(() => requested.length === 2);
    expect(requested).toEqual([
      "GET /api/v1/pods?timeoutSeconds=450&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&watch=true&allowWatchBookmarks=true",
      "GET /api/v1/pods?resourceVersion=9&timeoutSeconds=450&watch=true&allowWatchBookmarks=true",
    ]);
  });

  test("uses pages where streaming is unsupported", async () => {
    const { informer, requested } = start(
      [noStreams, listOf("7", [pod("a", "1")], { continue: "t" }), listOf("7", [pod("b", "2")])],
      { pageSize: 1, labelSelector: "app=web" },
    );
    await informer.synced;
    expect(informer.list().map((o) => o.metadata.name)).toEqual(["a", "b"]);
    expect(informer.get("a", "ns")?.metadata.uid).toBe("a");
    expect(informer.get("a")).toBeUndefined();
    expect(informer.list("other")).toEqual([]);
    await until(() => requested.length === 4);
    expect(requested.slice(1)).toEqual([
      "GET /api/v1/pods?labelSelector=app=web&limit=1",
      "GET /api/v1/pods?labelSelector=app=web&limit=1&continue=t",
      "GET /api/v1/pods?resourceVersion=7&timeoutSeconds=450&labelSelector=app=web&watch=true&allowWatchBookmarks=true",
    ]);
  });

  test("reads everything at once when the first page's version is lost: two versions would hide changes between them", async () => {
    const lost = refusal(410, "Expired", { metadata: { continue: "other" } });
    const whole = listOf("9", [pod("b", "8")]);
    const { informer, received, requested } = start([
      noStreams,
      listOf("7", [pod("a", "1")], { continue: "t" }),
      lost,
      whole,
    ]);
    await informer.synced;
    expect(received).toEqual(["new b"]);
    expect(requested[3]).toBe("GET /api/v1/pods");
  });
});

describe("a collection that is too large", () => {
  test("that is too large is reported once, and its first page is read after minutes, later each time", async () => {
    const errors: unknown[] = [];
    const log: Log = { ...silentLog, error: (_message, fields) => void errors.push(fields?.["error"]) };
    const more = () => listOf("7", [pod("a", "1")], { continue: "t", remainingItemCount: 5 });
    const { informer, received, requested, clock } = start([noStreams, more(), more(), listOf("8", [pod("a", "1")])], {
      maxObjects: 2,
      pageSize: 1,
      log,
    });
    const complete: boolean[] = [];
    informer.subscribe({ complete: (is) => void complete.push(is) });
    await until(() => errors.length === 1);
    expect(String(errors[0])).toContain("/api/v1/pods has more than 2 objects");
    await turns();
    clock.advance(224_999);
    await turns();
    expect(requested).toHaveLength(2);
    clock.advance(1);
    await until(() => requested.length === 3);
    await turns();
    clock.advance(449_999);
    await turns();
    expect(requested).toHaveLength(3);
    clock.advance(1);
    await informer.synced;
    expect([informer.isComplete, complete, received, errors.length]).toEqual([
      true,
      [false, false, true],
      ["new a"],
      1,
    ]);
  });

  test("is dropped when it grows too large, and read again when it has shrunk", async () => {
    const { informer, received, requested, clock } = start(
      [
        noStreams,
        listOf("7", [pod("a", "1"), pod("b", "2")]),
        events([added(pod("c", "8")), added(pod("d", "9"))]),
        listOf("30", [pod("a", "1"), pod("c", "8")]),
      ],
      { maxObjects: 2 },
    );
    const known: number[] = [];
    informer.subscribe({ complete: () => void known.push(informer.size) });
    await until(() => known.length === 2);
    expect([informer.isComplete, informer.list(), requested.length]).toEqual([false, [], 3]);
    clock.advance(300_000);
    await until(() => informer.isComplete);
    expect(known).toEqual([2, 3, 2]);
    expect(received).toEqual(["new a", "new b", "new c", "new a", "new c"]);
  });
});

describe("an informer's watch", () => {
  test("continues from its last version when the server ends it", async () => {
    const { received, requested, clock } = start([
      noStreams,
      listOf("7", [pod("a", "1")]),
      events([modified(pod("a", "8")), bookmark("20")]),
      events([deleted(pod("a", "21"))], "stays"),
    ]);
    await until(() => received.length === 3, clock);
    expect(received).toEqual(["new a", "set a", "gone a"]);
    expect(requested[3]).toContain("resourceVersion=20");
  });

  test("that breaks waits before it continues, longer each time", async () => {
    const broken: ScriptedResponse = () => Promise.reject(new Error("ECONNREFUSED"));
    const { requested, clock } = start([noStreams, listOf("7", []), broken, broken, broken]);
    await until(() => requested.length === 3);
    await turns();
    expect(requested).toHaveLength(3);
    clock.advance(151);
    await until(() => requested.length === 4);
    clock.advance(151);
    await turns();
    expect(requested).toHaveLength(4);
    clock.advance(150);
    await until(() => requested.length === 5);
  });

  test("that the server does not end in its time is ended, and begun again", async () => {
    const { requested, clock } = start([noStreams, listOf("7", []), events([bookmark("8")], "stays")]);
    await until(() => requested.length === 3);
    await turns();
    clock.advance(479_999);
    await turns();
    expect(requested).toHaveLength(3);
    clock.advance(1);
    await until(() => requested.length === 4, clock);
    expect(requested[3]).toContain("resourceVersion=8");
  });

  test("of an expired version lists again, and reports only differences", async () => {
    const { informer, received, requested } = start([
      noStreams,
      listOf("7", [pod("a", "1"), pod("b", "2"), pod("c", "3"), pod("d", "4")]),
      events([forgotten]),
      listOf("30", [pod("a", "1"), pod("b", "25"), pod("c", "26", "other c"), pod("e", "27")]),
    ]);
    await until(() => informer.get("e", "ns") !== undefined);
    expect(received.slice(4)).toEqual(["gone d", "set b", "gone c", "new other c", "new e"]);
    await until(() => requested.length === 5);
    expect(requested[4]).toContain("resourceVersion=30");
  });

  test("that is rejected as gone does the same", async () => {
    const { received, clock } = start([
      noStreams,
      listOf("7", []),
      refusal(410, "Expired"),
      listOf("9", [pod("a", "8")]),
    ]);
    await until(() => received.length === 1, clock);
    expect(received).toEqual(["new a"]);
  });

  test("of a server that forgets at every turn is no busy loop", async () => {
    const cycle: ScriptedResponse[] = [listOf("7", []), events([forgotten])];
    const { requested, clock } = start([noStreams, ...cycle, ...cycle, ...cycle, ...cycle]);
    await turns(100);
    expect(requested.length).toBeLessThan(6);
    await until(() => requested.length === 10, clock);
  });
});

describe("handlers", () => {
  test("each get the known objects, and one that throws does not affect the others", async () => {
    const errors: string[] = [];
    const log: Log = { ...silentLog, error: (message) => void errors.push(message) };
    const { informer, received } = start([noStreams, listOf("7", [pod("a", "1")])], { log });
    informer.subscribe({
      set: () => {
        throw new Error("mine");
      },
    });
    const late: string[] = [];
    await informer.synced;
    const end = informer.subscribe({ set: ({ metadata }) => void late.push(metadata.name) });
    end();
    expect([received, late, errors]).toEqual([["new a"], ["a"], ["an informer's handler failed"]]);
  });

  test("that subscribed twice are called for each subscription until it ends", async () => {
    const { informer } = start([noStreams, listOf("7", [pod("a", "1")]), events([added(pod("b", "8"))])]);
    await informer.synced;
    const names: string[] = [];
    const handler = { set: ({ metadata }: AnyObject) => void names.push(metadata?.name ?? "") };
    const end = informer.subscribe(handler);
    informer.subscribe(handler);
    end();
    await until(() => informer.size === 2);
    expect(names).toEqual(["a", "a", "b"]);
  });

  test("must be objects of functions", () => {
    const { informer } = start([noStreams]);
    expect(() => informer.subscribe(undefined as never)).toThrow("subscribe: handler must be an object");
    expect(() => informer.subscribe({ set: 1 } as never)).toThrow("subscribe: handler.set must be a function");
  });

  test.each<{ how: string; fail: () => Promise<void> }>([
    { how: "rejects", fail: () => Promise.reject(new Error("mine")) },
    {
      how: "throws",
      fail: () => {
        throw new Error("mine");
      },
    },
  ])("that $how is logged and called again, later each time, until it succeeds", async ({ fail }) => {
    const errors: unknown[] = [];
    const log: Log = { ...silentLog, error: (_, fields) => void errors.push(fields?.["retryAfterMs"]) };
    const { informer, clock } = start([noStreams, listOf("7", [pod("a", "1")])], { log });
    let calls = 0;
    informer.subscribe({ set: () => (++calls < 3 ? fail() : undefined) });
    await until(() => errors.length === 1);
    clock.advance(150);
    await until(() => errors.length === 2);
    clock.advance(299);
    expect(calls).toBe(2);
    clock.advance(1);
    expect(calls).toBe(3);
    clock.advance(60_000);
    expect([calls, errors]).toEqual([3, [150, 300]]);
  });

  test("are not called again for an object that has changed since", async () => {
    const { informer, clock } = start(
      [noStreams, listOf("7", [pod("a", "1")]), events([modified(pod("a", "8"))], "stays")],
      { log: silentLog },
    );
    const observed: string[] = [];
    informer.subscribe({
      set: ({ metadata: { resourceVersion } }) => {
        observed.push(resourceVersion);
        return resourceVersion === "1" ? Promise.reject(new Error("mine")) : undefined;
      },
    });
    await until(() => observed.length === 2);
    await turns();
    clock.advance(60_000);
    expect(observed).toEqual(["1", "8"]);
  });
});

test("an informer whose resource is not served warns, calls onError, and has the error until it succeeds", async () => {
  const warnings: unknown[] = [];
  const errors: unknown[] = [];
  const log: Log = { ...silentLog, warn: (message, fields) => void warnings.push([message, fields?.["path"]]) };
  const { informer, clock } = start([refusal(404, "NotFound"), noStreams, listOf("7", [])], {
    log,
    onError: (error) => errors.push(error),
  });
  await until(() => errors.length === 1);
  expect(warnings).toEqual([["collection could not be read, will retry", "/api/v1/pods"]]);
  expect(informer.lastError).toMatchObject({ code: 404 });
  clock.advance(200);
  await informer.synced;
  expect([informer.lastError, errors.length]).toEqual([undefined, 1]);
});

test("an informer without a log writes its warnings to the console", async () => {
  const write = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const client = createClient({ transport: scriptedTransport([refusal(404, "NotFound")]), dialect: svcDialect });
  const resource = client.resource<AnyObject>({ group: "", version: "v1", resource: "pods" });
  startInformer({ resource, dialect: svcDialect, signal: stop.signal, clock: createManualClock() });
  await until(() => write.mock.calls.length > 0);
  expect(write.mock.calls[0]?.[0]).toContain('warn: collection could not be read, will retry path="/api/v1/pods"');
  write.mockRestore();
});

test.each<{ what: string; responses: readonly ScriptedResponse[] }>([
  { what: "a retry", responses: [() => Promise.reject(new Error("ECONNREFUSED"))] },
  { what: "a watch", responses: [noStreams, listOf("7", []), events([], "stays")] },
])("$what of an informer keeps the process alive until the informer ends", async ({ responses }) => {
  const clock = createManualClock();
  const held = new Set<object>();
  const after: Clock["after"] = (delayMs, callback, options) => {
    const timer = clock.after(delayMs, callback);
    if (options?.keepAlive === true) held.add(timer);
    return {
      cancel: () => {
        held.delete(timer);
        timer.cancel();
      },
    };
  };
  const { requested } = start(responses, { clock: { ...clock, after }, log: silentLog });
  await until(() => requested.length === responses.length);
  await turns();
  expect(held.size).toBe(1);
  stop.abort(new Error("enough"));
  await turns();
  expect(held.size).toBe(0);
});

test("an informer that ends before it synced reports it", async () => {
  const { informer } = start([]);
  const reason = new Error("enough");
  stop.abort(reason);
  await expect(informer.synced).rejects.toBe(reason);
});

test.each([
  ["close", (informer: Informer<AnyObject>) => informer.close()],
  ["using", (informer: Informer<AnyObject>) => informer[Symbol.dispose]()],
])("an informer without a signal is ended by %s", async (_way, end) => {
  const transport = scriptedTransport([]);
  const client = createClient({ transport, dialect: svcDialect });
  const resource = client.resource<AnyObject>({ group: "", version: "v1", resource: "pods" });
  const informer = startInformer({ resource, dialect: svcDialect, clock: createManualClock(), log: silentLog });
  await until(() => transport.requested.length === 1);
  end(informer);
  await expect(informer.synced).rejects.toThrow("the informer was closed");
  expect(transport.requests[0]?.signal?.aborted).toBe(true);
});
