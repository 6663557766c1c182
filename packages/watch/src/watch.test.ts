import { CorruptError } from "@svc/storage";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CacheFixture,
  createCacheFixture,
  createRecorder,
  type Recorder,
  select,
  type TestItem,
} from "./testing/cache-fixture.ts";
import { compactedError, failingWatch } from "./testing/failing-watch.ts";
import type { StartWatchOptions, WatchFrom } from "./watch.ts";
import { eventFor } from "./watchers.ts";

async function watch(fixture: CacheFixture, options: Partial<StartWatchOptions<TestItem>> = {}): Promise<Recorder> {
  const sink = createRecorder();
  await fixture.cache.watch({ selection: select(), from: { kind: "latest" }, timeoutMs: 3_600_000, sink, ...options });
  return sink;
}

describe("a watch begins", () => {
  it.each<[string, (revision: number) => WatchFrom, string[]]>([
    ["with the state, when it requests the latest", () => ({ kind: "latest" }), ["INITIAL a/1=v", "INITIAL b/1=w"]],
    ["with the state at hand", () => ({ kind: "any" }), ["INITIAL a/1=v", "INITIAL b/1=w"]],
    ["after a revision", (r) => ({ kind: "after", revision: r - 1 }), ["ADDED b/1=w@3"]],
    ["with nothing, when it is up to date", (r) => ({ kind: "after", revision: r }), []],
  ])("%s", async (_name, from, want) => {
    const fixture = await createCacheFixture();
    await fixture.cache.ready();
    await fixture.put("a/1", "v");
    const revision = await fixture.put("b/1", "w");
    await fixture.changeStream.awaitCurrent();
    const sink = await watch(fixture, { from: from(revision) });
    expect(sink.lines).toEqual(want);
    await fixture.put("c/1", "x");
    expect((await sink.until(want.length + 1)).slice(want.length)).toEqual(["ADDED c/1=x@4"]);
  });

  it("with a streaming list that ends in a mark", async () => {
    const fixture = await createCacheFixture();
    const revision = await fixture.put("a/1", "v");
    const sink = await watch(fixture, { from: { kind: "initialEvents", revision: undefined }, bookmarks: true });
    expect(sink.lines).toEqual(["INITIAL a/1=v", `BOOKMARK ${revision} end`]);
  });

  it("silently when its revision is in the future, without events until then", async () => {
    const fixture = await createCacheFixture();
    const revision = await fixture.put("a/1", "v");
    const sink = await watch(fixture, { from: { kind: "after", revision: revision + 1 } });
    await fixture.put("a/1", "w");
    await fixture.put("a/1", "x");
    expect(await sink.until(1)).toEqual([`MODIFIED a/1=x@${revision + 2}`]);
  });

  it("not, when its history is forgotten", async () => {
    const fixture = await createCacheFixture({ history: { maxChanges: 2 } });
    for (let i = 0; i < 5; i++) await fixture.put("a/1", `v${i}`);
    await fixture.changeStream.awaitCurrent();
    await expect(watch(fixture, { from: { kind: "after", revision: 2 } })).rejects.toMatchObject({
      code: 410,
      reason: "Expired",
      message: "too old resource version: 2 (4)",
    });
  });

  it("not, when its history is too old", async () => {
    const fixture = await createCacheFixture({ history: { maxAgeMs: 1000 } });
    await fixture.cache.ready();
    const revision = await fixture.put("a/1", "v");
    await fixture.put("a/1", "w");
    await fixture.changeStream.awaitCurrent();
    fixture.clock.advance(1001);
    await expect(watch(fixture, { from: { kind: "after", revision } })).rejects.toMatchObject({ code: 410 });
  });
});

describe("events", () => {
  it("report objects that begin and cease to match", async () => {
    const fixture = await createCacheFixture();
    const sink = await watch(fixture, { selection: select({ labels: "on" }) });
    await fixture.put("a/1", "off");
    await fixture.put("a/1", { text: "on", labels: { on: "" } });
    await fixture.put("a/1", { text: "still", labels: { on: "" } });
    await fixture.put("a/1", "off again");
    await fixture.remove("a/1");
    await fixture.put("a/2", { text: "on", labels: { on: "" } });
    await fixture.remove("a/2");
    expect(await sink.until(5)).toEqual([
      "ADDED a/1=on@3",
      "MODIFIED a/1=still@4",
      "DELETED a/1=still@5",
      "ADDED a/2=on@7",
      "DELETED a/2=on@8",
    ]);
  });

  it("reach the watchers of one object, one field value, one namespace and all, each once", async () => {
    const fixture = await createCacheFixture();
    const sinks = await Promise.all(
      [
        { fields: "metadata.name=1" },
        { fields: "metadata.name=1", namespace: "b" },
        { fields: "color=red" },
        { namespace: "a" },
        {},
        { fields: "color=red", namespace: "b" },
      ].map((s) => watch(fixture, { selection: select(s) })),
    );
    await fixture.put("a/1", { text: "v", color: "red" });
    await fixture.put("a/1", { text: "w", color: "blue" });
    await fixture.put("b/1", { text: "x", color: "red" });
    await sinks[4]?.until(3);
    expect(sinks.map((s) => s.lines)).toEqual([
      ["ADDED a/1=v@2", "MODIFIED a/1=w@3", "ADDED b/1=x@4"],
      ["ADDED b/1=x@4"],
      ["ADDED a/1=v@2", "DELETED a/1=v@3", "ADDED b/1=x@4"],
      ["ADDED a/1=v@2", "MODIFIED a/1=w@3"],
      ["ADDED a/1=v@2", "MODIFIED a/1=w@3", "ADDED b/1=x@4"],
      ["ADDED b/1=x@4"],
    ]);
  });

  it("are the same value for all watchers of a selection, so that derived values are computed once", async () => {
    const fixture = await createCacheFixture();
    const seen = new Set<unknown>();
    let made = 0;
    const sink = {
      ...createRecorder(),
      event: (e: { derive: (k: unknown, make: () => number) => number }) =>
        void seen.add(e).add(e.derive("bytes", () => ++made)),
    };
    for (let i = 0; i < 10; i++)
      await fixture.cache.watch({ selection: select(), from: { kind: "any" }, timeoutMs: 1e6, sink });
    const done = await watch(fixture);
    await fixture.put("a/1", "v");
    await done.until(1);
    expect([seen.size, made]).toEqual([2, 1]);
  });

  it("of random writes, seen from any retained revision, lead from the state then to the state now", async () => {
    const step = fc.record({
      name: fc.constantFrom("a/1", "a/2", "b/1"),
      data: fc.option(fc.record({ text: fc.constantFrom("x", "y"), color: fc.constantFrom("red", "blue") }), {
        nil: undefined,
      }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 30 }),
        fc.nat(),
        fc.constantFrom({}, { namespace: "a" }, { fields: "color=red" }),
        async (steps, pick, selector) => {
          const fixture = await createCacheFixture();
          await fixture.cache.ready();
          const selection = select(selector);
          const snapshots: { readonly revision: number; readonly state: Map<string, string> }[] = [];
          for (const { name, data } of steps) {
            const revision = data === undefined ? await fixture.remove(name) : await fixture.put(name, data);
            await fixture.changeStream.awaitCurrent();
            const state = new Map<string, string>();
            const sink = createRecorder();
            (await fixture.cache.watch({ selection, from: { kind: "any" }, timeoutMs: 1e6, sink })).stop();
            for (const line of sink.lines) apply(state, line.replace("INITIAL", "ADDED"));
            snapshots.push({ revision, state });
          }
          const start = snapshots[pick % snapshots.length]!;
          const sink = await watch(fixture, { selection, from: { kind: "after", revision: start.revision } });
          const state = new Map(start.state);
          let last = start.revision;
          for (const line of sink.lines) {
            expect(Number(line.split("@")[1])).toBeGreaterThan(last);
            last = Number(line.split("@")[1]);
            apply(state, line);
          }
          expect(state).toEqual(snapshots[snapshots.length - 1]!.state);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Applies an event to a state, refusing one that does not fit it. */
function apply(state: Map<string, string>, line: string): void {
  const [type = "", rest = ""] = line.split(" ");
  const [name = "", text = ""] = (rest.split("@")[0] ?? "").split("=");
  expect(state.has(name)).toBe(type !== "ADDED");
  if (type === "DELETED") state.delete(name);
  else state.set(name, text);
}

describe("a watch ends", () => {
  it("quietly when its time is up, with a bookmark each minute and one shortly before", async () => {
    const fixture = await createCacheFixture();
    const revision = await fixture.put("a/1", "v");
    const sink = await watch(fixture, { from: { kind: "after", revision }, bookmarks: true, timeoutMs: 150_000 });
    fixture.clock.advance(60_000);
    expect(sink.lines).toEqual([`BOOKMARK ${revision}`]);
    fixture.clock.advance(90_000);
    expect(sink.lines.slice(1)).toEqual([`BOOKMARK ${revision}`, `BOOKMARK ${revision}`, "END quietly"]);
    expect(fixture.cache.watchers).toBe(0);
    fixture.clock.advance(600_000);
    expect(sink.lines).toHaveLength(4);
  });

  it("silently when it is stopped", async () => {
    const fixture = await createCacheFixture();
    const sink = createRecorder();
    const handle = await fixture.cache.watch({
      selection: select(),
      from: { kind: "any" },
      bookmarks: true,
      timeoutMs: 1000,
      sink,
    });
    handle.stop();
    handle.stop();
    fixture.clock.advance(5000);
    expect([sink.lines, fixture.cache.watchers]).toEqual([[], 0]);
  });

  it("when the cache closes", async () => {
    const fixture = await createCacheFixture();
    const sink = await watch(fixture);
    fixture.cache.close();
    expect(sink.lines).toEqual(["END quietly"]);
  });
});

describe("when the stream of the store breaks off", () => {
  it("it continues without a gap that watchers notice", async () => {
    const fixture = await createCacheFixture(
      {},
      failingWatch(() => new Error("the line is dead"), 1),
    );
    const sink = await watch(fixture);
    await fixture.put("a/1", "v");
    await fixture.put("a/2", "w");
    await sink.until(1);
    await expect
      .poll(() => {
        fixture.clock.advance(250);
        return sink.lines;
      })
      .toEqual(["ADDED a/1=v@2", "ADDED a/2=w@3"]);
  });

  it.each([
    ["compacted", compactedError],
    ["damaged", () => new CorruptError("rotten")],
  ])("where history is %s, watchers have to restart, and lists show the new state", async (_, error) => {
    const fixture = await createCacheFixture({}, failingWatch(error, 0));
    const sink = await watch(fixture);
    await fixture.put("a/1", "v");
    expect(await sink.until(1)).toEqual(["END 410"]);
    await expect
      .poll(async () => {
        fixture.clock.advance(250);
        const { slices } = await fixture.cache.list({ selection: select(), at: { kind: "latest" } });
        return slices.length;
      })
      .toBe(1);
  });
});

it("matches the selection against a change's previous and current version", () => {
  const selection = select({ namespace: "a" });
  const change = { revision: 5, key: "/registry/widgets/b/1", current: undefined, previous: undefined };
  expect(eventFor(selection, change)).toBeUndefined();
});
