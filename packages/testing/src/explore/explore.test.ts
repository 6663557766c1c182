import { createManualClock, silentLog } from "@svc/base";
import { type Client, startInformer } from "@svc/client";
import type { BuiltinTypes } from "@svc/types";
import { describe, expect, test } from "vitest";
import type { Fault } from "../faults/fault.ts";
import type { TestServer } from "../start-test-server.ts";
import { ExplorationError, type ExploreOptions, explore } from "./explore.ts";

type Controller = (client: Client<BuiltinTypes>, server: TestServer, signal: AbortSignal) => void;

const user = { name: "controller", groups: ["system:masters"] };
const seeds = 1_000;

/**
 * Runs a controller as `controller`, while `scenario` acts as the administrator; then looks at the
 * result.
 */
function scenario(
  controller: Controller,
  act: (server: TestServer) => Promise<void>,
  check: (server: TestServer) => Promise<void>,
): (server: TestServer) => Promise<void> {
  return async (server) => {
    const stop = new AbortController();
    try {
      controller(server.as(user).client, server, stop.signal);
      await server.settle();
      await act(server);
      await server.settle({ advanceMs: 120_000 });
      await check(server);
    } finally {
      stop.abort();
    }
  };
}

async function failureOf(
  run: (server: TestServer, signal: AbortSignal) => Promise<void>,
  options: ExploreOptions,
): Promise<ExplorationError> {
  const error: unknown = await explore(run, { seeds, ...options }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ExplorationError)) throw new Error(`nothing was found: ${JSON.stringify(error)}`);
  return error;
}

const maps = (client: Client<BuiltinTypes>) => client.core.v1.configmaps("default");
const namesOf = async (server: TestServer, labelSelector: string) =>
  (await maps(server.client).list({ labelSelector })).items.map(({ metadata }) => metadata.name);

/** Repeats until it succeeds, by the server's clock. */
async function repeat(server: TestServer, signal: AbortSignal, act: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    try {
      await act();
      return;
    } catch {
      await new Promise<void>((resolve) => server.clock.after(1000, resolve));
    }
  }
}

/** Counts orders. Wrong: it writes a total from its cache, whatever was written since. */
const countOrders: Controller = (client, server, signal) => {
  const { clock } = server;
  const options = { dialect: client.dialect, clock, signal, log: silentLog, random: () => 0.5 };
  const informer = startInformer({ resource: maps(client), ...options });
  informer.subscribe({
    set: async ({ metadata }, before) => {
      if (before !== undefined || metadata.labels?.["order"] === undefined) return;
      await repeat(server, signal, async () => {
        const count = Number(informer.get("total", "default")?.data?.["count"] ?? 0) + 1;
        await maps(client).patch("total", { type: "merge", patch: { data: { count: String(count) } } });
      });
    },
  });
};

/**
 * Writes the names of all orders into an index. Wrong: after a new list it never removes what is
 * gone.
 */
const indexOrders: Controller = (client, server, signal) => {
  const known = new Set<string>();
  const write = () =>
    repeat(server, signal, () =>
      maps(client).patch("index", { type: "merge", patch: { data: { names: [...known].sort().join(" ") } } }),
    );
  const follow = async () => {
    const { items, metadata } = await maps(client).list({ labelSelector: "order" });
    for (const item of items) known.add(item.metadata.name);
    await write();
    const { resourceVersion = "" } = metadata;
    for await (const event of maps(client).watch({ labelSelector: "order", resourceVersion, signal })) {
      if (event.type === "BOOKMARK") continue;
      if (event.type === "DELETED") known.delete(event.object.metadata.name);
      else known.add(event.object.metadata.name);
      await write();
    }
    throw new Error("the watch ended");
  };
  void repeat(server, signal, follow);
};

/**
 * Makes one invoice for each order. Wrong: it does not look whether there is one before it tries
 * again.
 */
const makeInvoices: Controller = (client, server, signal) => {
  const { clock } = server;
  const options = { dialect: client.dialect, clock, signal, log: silentLog, random: () => 0.5 };
  const informer = startInformer({ resource: maps(client), ...options });
  const invoiced = new Set<string>();
  informer.subscribe({
    set: async ({ metadata: { name, labels } }, before) => {
      if (before !== undefined || labels?.["order"] === undefined || invoiced.has(name)) return;
      invoiced.add(name);
      const invoice = { metadata: { generateName: `${name}-`, labels: { invoice: name } } };
      await repeat(server, signal, () => maps(client).create(invoice));
    },
  });
};

async function order(server: TestServer, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await maps(server.client).create({ metadata: { name, labels: { order: "yes" } } });
    await server.settle({ advanceMs: 100 });
  }
}

/** What may happen to any controller on a bad day. */
const badDay: readonly Fault[] = [
  { kind: "staleWatch", delayMs: 5_000, probability: 0.05 },
  { kind: "watchEnds", afterEvents: 2, probability: 0.1 },
  { kind: "serverError", verbs: ["list"], probability: 0.1 },
  { kind: "serverError", verbs: ["create", "patch"], probability: 0.05 },
  { kind: "lostResponse", verbs: ["create", "patch"], probability: 0.05 },
  { kind: "tooManyRequests", probability: 0.05 },
];

describe("exploration", () => {
  const bugs = [
    {
      name: "an update lost by a stale cache",
      test: scenario(
        countOrders,
        (server) => order(server, "a", "b", "c"),
        async (server) => expect((await maps(server.client).get("total")).data).toEqual({ count: "3" }),
      ),
      setup: async ({ client }: TestServer) =>
        void (await maps(client).create({ metadata: { name: "total" }, data: { count: "0" } })),
      // Others make the cache stale too, as an informer whose watch is refused, or total twice.
      faults: badDay.filter(({ kind }) => kind === "staleWatch"),
      found: ["staleWatch"],
    },
    {
      name: "a deletion missed by a new list",
      test: scenario(
        indexOrders,
        async (server) => {
          await order(server, "a", "b");
          await maps(server.client).delete("a");
        },
        async (server) => expect((await maps(server.client).get("index")).data).toEqual({ names: "b" }),
      ),
      setup: async ({ client }: TestServer) => void (await maps(client).create({ metadata: { name: "index" } })),
      faults: badDay,
      found: ["watchEnds"],
    },
    {
      name: "a create that is repeated after a lost response",
      test: scenario(
        makeInvoices,
        (server) => order(server, "a", "b"),
        async (server) => expect(await namesOf(server, "invoice")).toHaveLength(2),
      ),
      setup: async () => undefined,
      faults: badDay,
      found: ["lostResponse"],
    },
  ];

  test.each(bugs)(
    "finds $name, and shrinks it to at most three faults",
    async ({ test: run, setup, faults, found }) => {
      const failure = await failureOf(run, { faults, setup });
      expect(failure.seed).toBeLessThanOrEqual(seeds);
      expect(failure.faults.length).toBeGreaterThanOrEqual(1);
      expect(failure.faults.length).toBeLessThanOrEqual(3);
      expect(failure.faults.map(({ kind }) => kind)).toEqual(expect.arrayContaining(found));
      expect(failure.message).toContain(`replay: ${JSON.stringify(failure.replay)}`);
      expect(failure.timeline()).toContain("#d32f2f");
      const again = await failureOf(run, { faults, setup, replay: failure.replay });
      expect(again.faults).toEqual(failure.faults);
    },
  );

  test.each(bugs)("has no finding without faults: $name", async ({ test: run, setup }) => {
    expect(await explore(run, { faults: [], setup, seeds: 2 })).toEqual({ runs: 2, injected: 0 });
  });

  test.each([
    [{ seeds: 0 }, "seeds must be an integer from 1, not 0"],
    [{ seeds: -1 }, "seeds must be an integer from 1, not -1"],
    [{ seeds: Number.NaN }, "seeds must be an integer from 1, not NaN"],
    [{ seeds: 1.5 }, "seeds must be an integer from 1, not 1.5"],
    [{ timeoutMs: 0 }, "timeoutMs must be a number above 0, not 0"],
    [{ timeoutMs: Number.NaN }, "timeoutMs must be a number above 0, not NaN"],
    [{ firstSeed: -1 }, "firstSeed must be an integer from 0, not -1"],
    [{ firstSeed: Number.POSITIVE_INFINITY }, "firstSeed must be an integer from 0, not Infinity"],
  ])("refuses %j, which would try nothing", async (options, message) => {
    const run = explore(async () => undefined, { faults: [], ...options });
    await expect(run).rejects.toThrow(new TypeError(`explore: options.${message}`));
  });

  describe("of a test that does not end", () => {
    const delay = [{ kind: "delay", delayMs: 60_000, verbs: ["create"], probability: 1 }] as const;

    test("fails when its time is over, with the request that it waits for, and aborts its signal", async () => {
      const clock = createManualClock(0);
      const signals: AbortSignal[] = [];
      const failure = await failureOf(
        async (server, signal) => {
          signals.push(signal);
          const created = maps(server.as(user).client).create({ metadata: { name: "a" } });
          await server.settle();
          // A delayed request waits for the clock of the server: only the time of the run passes.
          if (server.injected.length > 0) clock.advance(5_000);
          await created;
        },
        { faults: delay, clock, timeoutMs: 5_000 },
      );
      expect(failure.message).toContain(
        "fails with seed 1 and 1 faults: the test did not end within 5000 ms; without a response: controller create configmaps\n",
      );
      expect(failure.faults.map(({ kind }) => kind)).toEqual(["delay"]);
      expect(signals.length).toBeGreaterThan(1);
      expect(signals.every(({ aborted }) => aborted)).toBe(true);
    });

    test("says that it waits for no request", async () => {
      const clock = createManualClock(0);
      const run = explore(
        async (server) => {
          await server.settle();
          clock.advance(10_000);
          await new Promise<void>((resolve) => server.clock.after(1, resolve));
        },
        { faults: [], clock },
      );
      await expect(run).rejects.toThrow("the test did not end within 10000 ms; it waits for no request");
    });

    test("leaves a test that ends in its time no timer", async () => {
      const clock = createManualClock(0);
      await explore(async () => undefined, { faults: [], clock, seeds: 2 });
      expect(clock.untilNext()).toBeUndefined();
    });
  });

  test("refuses a replay that no failure printed", async () => {
    await expect(explore(async () => undefined, { faults: [], replay: "1 x" })).rejects.toThrow("replay must be");
  });
});
