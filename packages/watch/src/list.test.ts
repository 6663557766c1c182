import { CorruptError, type Entry, type Storage } from "@svc/storage";
import type { MemoryStorage } from "@svc/storage/memory";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ContinueToken, createContinueTokenCodec } from "./continue-token.ts";
import type { ListAt, ListOptions, ListResult } from "./list.ts";
import { everything } from "./selector.ts";
import { itemsOf } from "./slices.ts";
import { type CacheFixture, createCacheFixture, select, type TestItem } from "./testing/cache-fixture.ts";

const tokens = createContinueTokenCodec({ version: "meta.test/v1" });
const latest: ListAt = { kind: "latest" };

/** `ns/name=text` of each item. */
async function list(fixture: CacheFixture, options: Partial<ListOptions> = {}): Promise<string[]> {
  return names(await fixture.cache.list({ selection: everything, at: latest, ...options }));
}
const names = (result: ListResult<TestItem>): string[] =>
  [...itemsOf(result.slices)].map((t) => `${t.namespace}/${t.name}=${t.data.text}`);
const nameOf = (i: number): string => `ns/${String(i).padStart(4, "0")}`;

/** A store to which the present values of some keys are damaged. */
function withDamage(storage: MemoryStorage, damaged: ReadonlySet<string>): Storage {
  const revision = storage.currentRevision();
  return {
    ...storage,
    range: async (range, options) => {
      const page = await storage.range(range, options);
      const isDamaged = (entry: Entry): boolean =>
        entry.revision <= revision && damaged.has(entry.key.slice("/registry/widgets/".length));
      for (const { key, revision } of page.entries.filter(isDamaged))
        options?.onCorrupt?.(new CorruptError("rotten", { key, revision }));
      return { ...page, entries: page.entries.filter((entry) => !isDamaged(entry)) };
    },
  };
}

const goOn = (token: ContinueToken): ListAt => ({ kind: "continue", token, encode: tokens.encode });

describe("a list", () => {
  it("of the latest state sees every write acknowledged before it began", async () => {
    const fixture = await createCacheFixture();
    for (let i = 0; i < 20; i++) {
      const revision = await fixture.put("a/x", `v${i}`);
      const result = await fixture.cache.list({ selection: everything, at: latest });
      expect(names(result)).toEqual([`a/x=v${i}`]);
      expect(result.revision).toBe(revision);
    }
  });

  it("has the objects stored before the cache began, in order of key", async () => {
    const before = await createCacheFixture();
    for (const name of ["b/2", "a/1", "a-b/9", "a/10", "a/😀", "a/\uffee"]) await before.put(name, "v");
    const fixture = await createCacheFixture({}, undefined, before.storage);
    expect(await list(fixture)).toEqual(["a-b/9=v", "a/1=v", "a/10=v", "a/\uffee=v", "a/😀=v", "b/2=v"]);
  });

  it("continues until its revision is compacted, also without changes", async () => {
    const fixture = await createCacheFixture();
    for (const name of ["a/1", "a/2", "a/3"]) await fixture.put(name, "v");
    const first = await fixture.cache.list({ selection: everything, at: latest, limit: 1 });
    const token = first.continue!;
    expect(await list(fixture, { at: goOn(token) })).toEqual(["a/2=v", "a/3=v"]);
    await fixture.storage.commit([{ op: "put", key: "elsewhere", value: Buffer.from("v") }]);
    await fixture.changeStream.awaitCurrent();
    expect(await list(fixture, { at: goOn(token) })).toEqual(["a/2=v", "a/3=v"]);
    await fixture.storage.compact(fixture.storage.currentRevision());
    fixture.clock.advance(1_000);
    const late = list(fixture, { at: goOn(token) });
    await expect(late).rejects.toMatchObject({ code: 410, continue: expect.any(String) });
  });

  it("of a namespace continues at a name, and at a namespace and a name elsewhere", async () => {
    const fixture = await createCacheFixture();
    for (const name of ["a/1", "b/1", "b/2", "c/1"]) await fixture.put(name, "v");
    const at = goOn({ revision: undefined, start: "b/1\0" });
    expect(await list(fixture, { at })).toEqual(["b/2=v", "c/1=v"]);
    expect(await list(fixture, { at, selection: select({ namespace: "a" }) })).toEqual([]);
    const within = await fixture.cache.list({ selection: select({ namespace: "b" }), at: latest, limit: 1 });
    expect(within.continue?.start).toBe("1\0");
    expect(await list(fixture, { at: goOn(within.continue!), selection: select({ namespace: "b" }) })).toEqual([
      "b/2=v",
    ]);
  });

  it("includes values that the store finds damaged, wherever its pages end", async () => {
    const before = await createCacheFixture();
    const damaged = new Set([0, 300, 301, 511, 512, 1023, 1024, 2047, 2048, 2999].map(nameOf));
    for (let i = 0; i < 3000; i++) await before.put(nameOf(i), "v");
    const fixture = await createCacheFixture({}, (storage) => withDamage(storage, damaged), before.storage);
    const result = await fixture.cache.list({ selection: everything, at: latest });
    const items = [...itemsOf(result.slices)];
    expect(items.map((t) => `${t.namespace}/${t.name}`)).toEqual(Array.from({ length: 3000 }, (_, i) => nameOf(i)));
    const found = items.filter((t) => t.corrupt !== undefined).map((t) => `${t.namespace}/${t.name}`);
    expect(new Set(found)).toEqual(damaged);
  });

  it("never omits an unreadable object, unless namespace or name exclude it", async () => {
    const before = await createCacheFixture();
    for (const name of ["a/1", "a/2", "b/1"])
      await before.put(name, { text: "v", color: "red", labels: { tier: "gold" } });
    const fixture = await createCacheFixture({}, (storage) => withDamage(storage, new Set(["a/2"])), before.storage);
    const seen = async (...[text]: Parameters<typeof select>): Promise<string[]> =>
      (await list(fixture, { selection: select(text) })).map((name) => name.slice(0, 3));
    expect(await seen({ labels: "tier=silver" })).toEqual(["a/2"]);
    expect(await seen({ fields: "color=blue" })).toEqual(["a/2"]);
    expect(await seen({ fields: "color=red", namespace: "a" })).toEqual(["a/1", "a/2"]);
    expect(await seen({ fields: "metadata.name!=2" })).toEqual(["a/1", "b/1"]);
    expect(await seen({ namespace: "b" })).toEqual(["b/1"]);
    await fixture.put("a/2", { text: "v", color: "red" });
    expect(await seen({ labels: "tier=silver" })).toEqual([]);
  });

  it.each([
    [{ namespace: "a" }, ["a/1=red", "a/2=blue"]],
    [{ labels: "tier=gold" }, ["a/1=red", "b/1=red"]],
    [{ labels: "tier!=gold", namespace: "a" }, ["a/2=blue"]],
    [{ fields: "color=red" }, ["a/1=red", "b/1=red"]],
    [{ fields: "color=red", namespace: "b" }, ["b/1=red"]],
    [{ fields: "color!=red" }, ["a/2=blue"]],
    [{ fields: "metadata.name=1" }, ["a/1=red", "b/1=red"]],
    [{ fields: "metadata.name=1,metadata.namespace=b" }, ["b/1=red"]],
    [{ fields: "metadata.name=1", namespace: "a" }, ["a/1=red"]],
    [{ fields: "metadata.name=1,color=blue" }, []],
    [{ fields: "absent=" }, ["a/1=red", "a/2=blue", "b/1=red"]],
  ])("of %j", async (selection, want) => {
    const fixture = await createCacheFixture();
    await fixture.put("a/1", { text: "red", color: "red", labels: { tier: "gold" } });
    await fixture.put("a/2", { text: "blue", color: "blue" });
    await fixture.put("b/1", { text: "red", color: "red", labels: { tier: "gold" } });
    expect(await list(fixture, { selection: select(selection) })).toEqual(want);
  });

  it("finds by an index objects that changed into and out of it", async () => {
    const fixture = await createCacheFixture({ indexedLabels: ["tier"] });
    await fixture.put("a/1", { text: "v", color: "red", labels: { tier: "x" } });
    await fixture.put("a/1", { text: "w", color: "blue" });
    await fixture.put("a/2", { text: "v", color: "red", labels: { tier: "x" } });
    await fixture.remove("a/2");
    await fixture.put("a/3", { text: "z", color: "red", labels: { tier: "x" } });
    expect(await list(fixture, { selection: select({ fields: "color=red" }) })).toEqual(["a/3=z"]);
    expect(await list(fixture, { selection: select({ labels: "tier=x" }) })).toEqual(["a/3=z"]);
  });
});

describe("pages", () => {
  it("show the state of the first one, despite later changes", async () => {
    const fixture = await createCacheFixture();
    for (const n of ["a/1", "a/3", "b/1", "b/2", "c/1"]) await fixture.put(n, "old");
    const first = await fixture.cache.list({ selection: everything, at: latest, limit: 2 });
    expect(names(first)).toEqual(["a/1=old", "a/3=old"]);
    expect(first.remaining).toBe(3);
    await fixture.put("a/2", "new");
    await fixture.put("b/1", "new");
    await fixture.remove("b/2");
    await fixture.put("b/3", "new");
    const second = await fixture.cache.list({ selection: everything, at: goOn(first.continue!), limit: 2 });
    expect(names(second)).toEqual(["b/1=old", "b/2=old"]);
    expect([second.revision, second.remaining]).toEqual([first.revision, 1]);
    const third = await fixture.cache.list({ selection: everything, at: goOn(second.continue!), limit: 2 });
    expect([names(third), third.continue, third.remaining]).toEqual([["c/1=old"], undefined, undefined]);
  });

  it.each([
    ["looks at everything", []],
    ["comes from an index", ["color"]],
  ])(
    "of a filtered list that %s have no remaining count, and continue while any object follows",
    async (_, indexedLabels) => {
      const fixture = await createCacheFixture({ indexedLabels });
      for (const [n, color] of [
        ["a/1", "red"],
        ["a/2", "blue"],
        ["a/3", "red"],
        ["a/4", "blue"],
      ] as const)
        await fixture.put(n, { text: "v", labels: { color } });
      const selection = select({ labels: "color=red" });
      const first = await fixture.cache.list({ selection, at: latest, limit: 2 });
      expect([names(first), first.remaining]).toEqual([["a/1=v", "a/3=v"], undefined]);
      const second = await fixture.cache.list({ selection, at: goOn(first.continue!), limit: 2 });
      expect([names(second), second.continue]).toEqual([[], undefined]);
    },
  );

  it("with a compacted state are rejected with a token that continues at the latest state", async () => {
    const fixture = await createCacheFixture({ history: { maxChanges: 1 } });
    for (const n of ["a/1", "a/2", "a/3"]) await fixture.put(n, "old");
    const first = await fixture.cache.list({ selection: everything, at: latest, limit: 1 });
    for (let i = 0; i < 3; i++) await fixture.put("a/2", "new");
    await fixture.storage.compact(fixture.storage.currentRevision());
    const error = await Promise.resolve(
      fixture.cache.list({ selection: everything, at: goOn(first.continue!), limit: 5 }),
    ).catch((e: unknown) => e as { continue: string; code: number });
    expect(error).toMatchObject({ code: 410, reason: "Expired" });
    const token = tokens.decode((error as { continue: string }).continue);
    const rest = await fixture.cache.list({ selection: everything, at: goOn(token), limit: 5 });
    expect(names(rest)).toEqual(["a/2=new", "a/3=old"]);
  });

  it("are read from the store when the cache no longer has the state", async () => {
    const fixture = await createCacheFixture({ history: { maxChanges: 1 } });
    for (const n of ["a/1", "a/2", "a/3", "a/4"]) await fixture.put(n, { text: "old", labels: { k: n.slice(2) } });
    const first = await fixture.cache.list({ selection: everything, at: latest, limit: 1 });
    for (let i = 0; i < 3; i++) await fixture.put("a/2", "new");
    const second = await fixture.cache.list({ selection: everything, at: goOn(first.continue!), limit: 2 });
    expect([names(second), second.remaining]).toEqual([["a/2=old", "a/3=old"], 1]);
    const filtered = await fixture.cache.list({
      selection: select({ labels: "k in (2,4)" }),
      at: goOn(first.continue!),
      limit: 2,
    });
    expect([names(filtered), filtered.continue]).toEqual([["a/2=old", "a/4=old"], undefined]);
  });
});

describe("a list at a revision", () => {
  it("that is exact shows just that state", async () => {
    const fixture = await createCacheFixture();
    const then = await fixture.put("a/1", "old");
    await fixture.put("a/1", "new");
    await fixture.put("a/2", "new");
    expect(await list(fixture, { at: { kind: "exact", revision: then } })).toEqual(["a/1=old"]);
  });

  it("in the future waits, and is refused after a while", async () => {
    const fixture = await createCacheFixture();
    const now = await fixture.put("a/1", "v");
    const waiting = list(fixture, { at: { kind: "notOlderThan", revision: now + 1 } });
    await fixture.put("a/2", "v");
    expect(await waiting).toEqual(["a/1=v", "a/2=v"]);
    const refused = list(fixture, { at: { kind: "notOlderThan", revision: now + 9 } });
    const outcome = expect(refused).rejects.toMatchObject({
      code: 504,
      message: `Timeout: Too large resource version: ${now + 9}, current: ${now + 1}`,
      details: { causes: [{ reason: "ResourceVersionTooLarge" }], retryAfterSeconds: 1 },
    });
    await Promise.resolve();
    fixture.clock.advance(3_000);
    await outcome;
  });

  it("that is exact and in the future is refused immediately", async () => {
    const fixture = await createCacheFixture();
    await expect(list(fixture, { at: { kind: "exact", revision: 99 } })).rejects.toMatchObject({ code: 500 });
  });
});

it("any list of any retained revision equals that of a naive model", async () => {
  const step = fc.record({
    name: fc.constantFrom("a/1", "a/2", "b/1", "b/2", "c/1"),
    text: fc.option(fc.constantFrom("x", "y"), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.nat(),
      fc.integer({ min: 1, max: 3 }),
      async (steps, pick, limit) => {
        const fixture = await createCacheFixture();
        const states = new Map<number, string[]>();
        const state = new Map<string, string>();
        for (const { name, text } of steps) {
          const revision = text === undefined ? await fixture.remove(name) : await fixture.put(name, text);
          if (text === undefined) state.delete(name);
          else state.set(name, text);
          states.set(
            revision,
            [...state].sort().map(([n, t]) => `${n}=${t}`),
          );
        }
        const revisions = [...states.keys()];
        const revision = revisions[pick % revisions.length]!;
        const observed: string[] = [];
        await fixture.cache.list({ selection: everything, at: latest });
        for (let at: ListAt = { kind: "exact", revision }; ; ) {
          const page: ListResult<TestItem> = await fixture.cache.list({ selection: everything, at, limit });
          observed.push(...names(page));
          const left = states.get(revision)!.length - observed.length;
          expect(page.remaining ?? 0).toBe(left);
          if (page.continue === undefined) break;
          at = goOn(page.continue);
        }
        expect(observed).toEqual(states.get(revision));
      },
    ),
    { numRuns: 60 },
  );
});

describe("continue tokens", () => {
  it("survive a round trip", () => {
    for (const token of [
      { revision: 7, start: "a/b\0" },
      { revision: undefined, start: "é" },
    ])
      expect(tokens.decode(tokens.encode(token))).toEqual(token);
  });

  const raw = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  it("may begin with a slash, as those of other servers", () => {
    expect(tokens.decode(raw({ v: "meta.test/v1", rv: 7, start: "/a\0" }))).toEqual({ revision: 7, start: "a\0" });
  });

  it.each([
    ["!", "illegal base64 data at input byte 0"],
    ["abcde", "illegal base64 data at input byte 4"],
    [raw({ v: "other", rv: 1, start: "a" }), "server does not recognize this encoded version other"],
    [raw({ v: "meta.test/v1", rv: 0, start: "a" }), "incorrect encoded start resourceVersion (version meta.test/v1)"],
    [raw({ v: "meta.test/v1", rv: 1 }), "encoded start key empty (version meta.test/v1)"],
    ...["a/../../secrets", "/../a", "//a", "a/", "./a"].map((start) => [
      raw({ v: "meta.test/v1", rv: 1, start }),
      start,
    ]),
    [
      raw({ v: "meta.test/v1", rv: "1", start: "a" }),
      "json: cannot unmarshal string into Go struct field continueToken.rv of type int64",
    ],
  ])("%s is refused", (text, why) => {
    expect(() => tokens.decode(text)).toThrow(`invalid continue token: continue key is not valid: ${why}`);
  });

  it("of any bytes are read or refused with a 400", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.json().map((j) => Buffer.from(j).toString("base64url")),
        ),
        (text) => {
          try {
            tokens.decode(text);
          } catch (error) {
            expect(error).toMatchObject({ code: 400 });
          }
        },
      ),
    );
  });
});
