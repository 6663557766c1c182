import { type LogFields, silentLog } from "@svc/base";
import type { AnyObject, Stored } from "@svc/client";
import { hasReason } from "@svc/meta";
import { startTestServer, type TestServer } from "@svc/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createManager,
  type Manager,
  type ManagerOptions,
  type OwnerReference,
  type Reconciler,
  type ResourceType,
} from "../index.ts";

const maps: ResourceType = { group: "", version: "v1", resource: "configmaps", kind: "ConfigMap" };
const secrets: ResourceType = { group: "", version: "v1", resource: "secrets", kind: "Secret" };

interface ConfigMap extends AnyObject {
  readonly metadata?: NonNullable<AnyObject["metadata"]> & {
    readonly deletionTimestamp?: string;
    readonly ownerReferences?: readonly OwnerReference[];
  };
  readonly data?: Readonly<Record<string, string>>;
}

let server: TestServer;
let stop: AbortController;
let runs: Promise<void>[];
beforeEach(async () => {
  server = await startTestServer();
  stop = new AbortController();
  runs = [];
});
afterEach(async () => {
  stop.abort(new Error("the test is over"));
  await Promise.allSettled(runs);
  await server[Symbol.asyncDispose]();
});

function start(reconciler: Reconciler<ConfigMap>, options: Partial<ManagerOptions> = {}): Manager {
  const { client, clock } = server;
  const manager = createManager({ client, clock, log: silentLog, random: () => 0.999, ...options });
  manager.add(reconciler);
  runs.push(manager.run({ signal: stop.signal }));
  return manager;
}

async function until(condition: () => boolean | Promise<boolean>, stepMs = 0): Promise<void> {
  for (let turns = 0; turns < 2000; turns++) {
    if (await condition()) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    server.clock.advance(stepMs);
  }
  throw new Error(`the condition never held: ${condition}`);
}

const makeMap = (name: string, data: Readonly<Record<string, string>> = {}) =>
  server.client.core.v1.configmaps("default").create({ metadata: { name }, data });

describe("a reconciler", () => {
  test("gets each object by its key, and undefined when it is deleted", async () => {
    await makeMap("a");
    const seen: string[] = [];
    start({
      name: "maps",
      for: maps,
      reconcile: ({ namespace, name }, { object }) => {
        if (name === "a") seen.push(`${namespace}/${name} ${object?.kind}`);
      },
    });
    await until(() => seen.length === 1);
    await server.client.core.v1.configmaps("default").delete("a");
    await until(() => seen.length === 2);
    expect(seen).toEqual(["default/a ConfigMap", "default/a undefined"]);
  });

  test("that fails runs again, later each time, and is logged", async () => {
    await makeMap("a");
    const warnings: LogFields[] = [];
    const at: number[] = [];
    start(
      {
        name: "maps",
        for: maps,
        selection: { fieldSelector: "metadata.name=a" },
        reconcile: () => {
          at.push(server.clock.monotonic());
          if (at.length < 4) throw new Error("not yet");
        },
      },
      { log: { ...silentLog, warn: (_, fields) => void warnings.push(fields ?? {}) } },
    );
    await until(() => at.length === 4, 1);
    const pauses = at.slice(1).map((ms, i) => ms - (at[i] ?? 0));
    expect(pauses.map((ms) => Math.round(ms / 100))).toEqual([1, 2, 4]);
    expect(warnings.map(({ key, error }) => [key, error])).toEqual(
      Array.from({ length: 3 }, () => ["default/a", "Error: not yet"]),
    );
  });

  test("with requeueAfter runs again after that time", async () => {
    await makeMap("a");
    const at: number[] = [];
    start({
      name: "maps",
      for: maps,
      selection: { fieldSelector: "metadata.name=a" },
      reconcile: () => {
        at.push(server.clock.monotonic());
        return at.length === 1 ? { requeueAfterMs: 60_000 } : undefined;
      },
    });
    await until(() => at.length === 1);
    await until(() => at.length === 2, 1000);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBe(60_000);
  });

  test("with a predicate runs only for matching changes", async () => {
    const seen: (string | undefined)[] = [];
    start({
      name: "maps",
      for: maps,
      predicate: ({ data }, before) => data?.["wanted"] !== undefined && data?.["wanted"] !== before?.data?.["wanted"],
      reconcile: (_, { object }) => void seen.push(object?.data?.["wanted"]),
    });
    const map = await makeMap("a", { wanted: "1" });
    await until(() => seen.length === 1);
    const resource = server.client.core.v1.configmaps("default");
    const other = await resource.update({ ...map, data: { wanted: "1", other: "x" } });
    await resource.update({ ...other, data: { wanted: "2" } });
    await until(() => seen.length === 2);
    expect(seen).toEqual(["1", "2"]);
  });

  test("runs for the owner of an object, and for the keys of a watched one", async () => {
    const owner = await makeMap("owner");
    const seen = new Map<string, number>();
    start({
      name: "maps",
      for: maps,
      owns: [secrets],
      watches: [
        {
          type: { group: "", version: "v1", resource: "namespaces", kind: "Namespace" },
          keysOf: ({ metadata }) => [{ namespace: "default", name: `of-${metadata.name}` }],
        },
      ],
      reconcile: ({ name }, { object }) => {
        if (object !== undefined || name.startsWith("of-")) seen.set(name, (seen.get(name) ?? 0) + 1);
      },
    });
    await until(() => seen.get("owner") === 1 && seen.has("of-default"));
    const reference = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: owner.metadata.uid };
    const ownerReferences = [{ ...reference, controller: true }];
    await server.client.core.v1.secrets("default").create({ metadata: { name: "s", ownerReferences } });
    await until(() => seen.get("owner") === 2);
  });
});

test("helpers add finalizers, create, update and apply owned objects, and write events", async () => {
  const map = await makeMap("a");
  const outcomes: string[] = [];
  start({
    name: "maps",
    for: maps,
    selection: { fieldSelector: "metadata.name=a" },
    reconcile: async (_, { object, objects, events }) => {
      if (object === undefined) return;
      const held = await objects.ensureFinalizer(maps, object, "example.com/held");
      if (held.metadata.deletionTimestamp !== undefined) {
        await objects.removeFinalizer(maps, held, "example.com/held");
        return;
      }
      const metadata = { name: "child", namespace: "default", ownerReferences: [objects.controllerReference(held)] };
      const change = (found: Stored<ConfigMap>): Stored<ConfigMap> => ({ ...found, data: { a: "1" } });
      outcomes.push(await objects.createOrUpdate<ConfigMap>(maps, { metadata, data: {} }, change));
      outcomes.push(await objects.createOrUpdate<ConfigMap>(maps, { metadata, data: {} }, change));
      outcomes.push(await objects.createOrUpdate<ConfigMap>(maps, { metadata, data: {} }, change));
      await objects.apply<ConfigMap>(
        maps,
        { metadata: { name: "applied", namespace: "default" }, data: { b: "2" } },
        "me",
      );
      await events.record(held, { type: "Normal", reason: "Made", message: "made what it owns" });
    },
  });
  const { core } = server.client;
  await until(async () => (await core.v1.events("default").list()).items.some(({ reason }) => reason === "Made"));
  expect(outcomes.slice(0, 3)).toEqual(["created", "updated", "unchanged"]);
  expect(await core.v1.configmaps("default").get("applied")).toMatchObject({ data: { b: "2" } });
  const [owner] = (await core.v1.configmaps("default").get("child")).metadata.ownerReferences ?? [];
  expect(owner).toMatchObject({ kind: "ConfigMap", name: "a", uid: map.metadata.uid, controller: true });
  await core.v1.configmaps("default").delete("a");
  await until(() => isGone(core.v1.configmaps("default").get("a")));
});

test("a condition keeps its time while its status is the same, and the list while nothing changes", async () => {
  let done = false;
  start({
    name: "maps",
    for: maps,
    reconcile: (_, { objects }) => {
      const ready = { type: "Ready", status: "False", reason: "Waiting", message: "" } as const;
      const first = objects.withCondition([], ready);
      server.clock.advance(5000);
      expect(objects.withCondition(first, ready)).toBe(first);
      const [same] = objects.withCondition(first, { ...ready, message: "still" });
      const [changed] = objects.withCondition(first, { ...ready, status: "True" });
      expect(same?.lastTransitionTime).toBe(first[0]?.lastTransitionTime);
      expect(changed?.lastTransitionTime).not.toBe(first[0]?.lastTransitionTime);
      done = true;
    },
  });
  await makeMap("a");
  await until(() => done);
});

describe("a manager", () => {
  const ask = async (manager: Manager, path: string): Promise<readonly [number, string]> => {
    const response = await manager.fetch(new Request(`http://any.host${path}`));
    return [response.status, await response.text()];
  };

  test("serves its health and metrics, and is not ready while a type is not served", async () => {
    const manager = start({ name: "maps", for: maps, reconcile: () => undefined });
    await makeMap("a");
    await until(async () =>
      (await ask(manager, "/metrics"))[1].includes('controller_reconcile_total{controller="maps",result="success"}'),
    );
    expect(await ask(manager, "/healthz")).toEqual([200, "ok"]);
    expect(await ask(manager, "/readyz")).toEqual([200, "ok"]);
    expect((await ask(manager, "/other"))[0]).toBe(404);
    const widgets = { group: "example.com", version: "v1", resource: "widgets", kind: "Widget" };
    const waiting = start({ name: "widgets", for: widgets, reconcile: () => undefined });
    await until(async () => (await ask(waiting, "/readyz"))[1].includes("StatusError"));
    const [code, text] = await ask(waiting, "/readyz");
    expect([code, text]).toEqual([503, expect.stringContaining("example.com/v1/widgets: StatusError")]);
  });

  test("of several candidates works alone, until it stops", async () => {
    const seen: string[] = [];
    const first = new AbortController();
    const { client, clock } = server;
    for (const identity of ["a", "b"]) {
      const leaderElection = { name: "maps", identity };
      const manager = createManager({ client, clock, log: silentLog, random: () => 0, leaderElection });
      manager.add<AnyObject>({
        name: "maps",
        for: maps,
        selection: { fieldSelector: "metadata.name=a" },
        reconcile: () => void seen.push(identity),
      });
      const signal = identity === "a" ? AbortSignal.any([first.signal, stop.signal]) : stop.signal;
      runs.push(manager.run({ signal }));
      if (identity === "a") {
        await makeMap("a");
        await until(() => seen.length === 1);
      }
    }
    await until(() => clock.monotonic() > 20_000, 100);
    expect(seen).toEqual(["a"]);
    first.abort(new Error("the first candidate ends"));
    await until(() => seen.length === 2, 100);
    expect(seen).toEqual(["a", "b"]);
  });

  test("reads a collection once for all reconcilers that follow it with the same selectors", async () => {
    const { client, clock } = server;
    const manager = createManager({ client, clock, log: silentLog });
    const seen: string[] = [];
    const fieldSelector = "metadata.name=a";
    for (const name of ["first", "second"])
      manager.add<ConfigMap>({
        name,
        for: maps,
        owns: [secrets],
        watches: [{ type: maps, selection: { fieldSelector }, keysOf: () => [] }],
        reconcile: (key, { cached }) => {
          if (key.name === "a") seen.push(`${name} ${cached<ConfigMap>(maps).get("a", "default")?.data?.["x"]}`);
          expect(cached(secrets).list()).toEqual([]);
          expect(() => cached({ ...maps, resource: "pods" })).toThrow(`the reconciler ${name} doesn't follow`);
        },
      });
    await makeMap("a", { x: "1" });
    runs.push(manager.run({ signal: stop.signal }));
    await until(() => seen.length === 2);
    expect(seen.toSorted()).toEqual(["first 1", "second 1"]);
    // Of ConfigMaps there are two collections: all, and the selected ones.
    const lists = server.journal.select({ verb: "list" }).map(({ resource }) => resource);
    expect(lists.toSorted()).toEqual(["configmaps", "configmaps", "secrets"]);
  });

  test.each<[reconciler: unknown, message: string]>([
    [{}, "add: reconciler.name must be a string, not undefined"],
    [{ name: "x", for: maps }, "add: reconciler.reconcile must be a function, not undefined"],
    [
      { name: "x", for: { group: "", version: "v1", resource: "pods" }, reconcile: () => undefined },
      "add: reconciler.for.kind must be a string, not undefined",
    ],
    [
      { name: "x", for: maps, reconcile: () => undefined, worker: 2 },
      "add: reconciler.worker is unknown: did you mean workers?",
    ],
  ])("refuses what is no reconciler: %j", (reconciler, message) => {
    const manager = createManager({ client: server.client });
    expect(() => manager.add(reconciler as never)).toThrow(new TypeError(message));
  });

  test("refuses to run without a signal", async () => {
    const manager = createManager({ client: server.client });
    await expect(manager.run({} as never)).rejects.toThrow(
      new TypeError("run: options.signal must be an AbortSignal, not undefined"),
    );
  });

  test("refuses two reconcilers of one name", () => {
    const manager = createManager({ client: server.client });
    const reconciler: Reconciler<AnyObject> = { name: "x", for: maps, reconcile: () => undefined };
    manager.add(reconciler);
    expect(() => manager.add(reconciler)).toThrow('two reconcilers are named "x"');
  });
});

async function isGone(get: Promise<unknown>): Promise<boolean> {
  try {
    await get;
    return false;
  } catch (error) {
    return hasReason(error, "NotFound");
  }
}
