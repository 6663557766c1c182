import { createTurns, type Turns } from "@svc/base";
import type { Labels } from "@svc/meta";
import { expect, test } from "vitest";
import type { ParsedParts } from "./item.ts";
import { createCacheFixture, select, TestItem } from "./testing/cache-fixture.ts";

const kib = 1024;
const itemBytes = 50 * kib;

/** Counts the bytes of items that are parsed, and the most of them within one turn. */
class Meter {
  parsed = 0;
  most = 0;
  #inTurn = 0;

  add(bytes: number): void {
    this.parsed += bytes;
    this.#inTurn += bytes;
    this.most = Math.max(this.most, this.#inTurn);
  }

  turn(): void {
    this.#inTurn = 0;
  }
}

/** An item that is parsed when its labels or fields are first read. */
class LazyItem extends TestItem {
  meter: Meter | undefined;
  #isParsed = false;

  override get labels(): Labels | undefined {
    this.#parse();
    return super.labels;
  }

  override get size(): number {
    return itemBytes;
  }

  override fieldValue(field: string): string | undefined {
    this.#parse();
    return super.fieldValue(field);
  }

  isUnparsed(_parts: ParsedParts): boolean {
    return !this.#isParsed;
  }

  #parse(): void {
    if (!this.#isParsed) this.meter?.add(itemBytes);
    this.#isParsed = true;
  }
}

async function openCache(items: number, indexedFields: readonly string[] = []) {
  const meter = new Meter();
  const inner = createTurns();
  const giveWay: Turns["giveWay"] = () => inner.giveWay().then(() => meter.turn());
  const w = await createCacheFixture({
    indexedFields,
    turns: { giveWay, run: inner.run },
    read: ({ key, value, revision }) => {
      const item = new LazyItem(key, revision, JSON.parse(Buffer.from(value).toString()));
      item.meter = meter;
      return item;
    },
  });
  const add = async (from: number, to: number): Promise<void> => {
    for (let i = from; i < to; i++)
      await w.put(`ns/${i}`, { text: "", color: i % 2 === 0 ? "red" : "blue", labels: { odd: String(i % 2) } });
    await w.changeStream.awaitCurrent();
  };
  await w.cache.ready();
  await add(0, items);
  return { ...w, meter, add };
}

const any = { kind: "any" } as const;

test.each([
  ["labels", { labels: "odd=1" }],
  ["fields", { fields: "color=blue" }],
  ["labels of one namespace", { namespace: "ns", labels: "odd=1" }],
])("the first list by %s parses items in turns, and the next one lists immediately", async (_name, text) => {
  const { cache, meter } = await openCache(100);
  const first = await cache.list({ selection: select(text), at: any });
  expect(first.slices[0]?.items).toHaveLength(50);
  expect([meter.parsed, meter.most]).toEqual([100 * itemBytes, 300 * kib]);
  expect(cache.list({ selection: select(text), at: any })).not.toBeInstanceOf(Promise);
});

test("lists at the same time all wait for it", async () => {
  const { cache, meter } = await openCache(100);
  const lists = Array.from({ length: 5 }, () => cache.list({ selection: select({ labels: "odd=1" }), at: any }));
  for (const list of await Promise.all(lists)) expect(list.slices[0]?.items).toHaveLength(50);
  expect(meter.most).toBeLessThanOrEqual(300 * kib);
});

test("few unparsed items are listed without a pause", async () => {
  const { cache } = await openCache(10);
  expect(cache.list({ selection: select({ labels: "odd=1" }), at: any })).not.toBeInstanceOf(Promise);
});

test.each([["all"], ["one of the items"]])("a list of %s parses no items first", async (what) => {
  const { cache, meter } = await openCache(100);
  const selection = select(what === "all" ? {} : { namespace: "ns", fields: "metadata.name=7" });
  expect(cache.list({ selection, at: any })).not.toBeInstanceOf(Promise);
  expect(meter.parsed).toBe(0);
});

test("items that were added since are parsed in turns, too", async () => {
  const { cache, meter, add } = await openCache(100);
  const selection = select({ labels: "odd=1" });
  await cache.list({ selection, at: any });
  await add(100, 200);
  meter.turn();
  meter.most = 0;
  const next = await cache.list({ selection, at: any });
  expect(next.slices[0]?.items).toHaveLength(100);
  expect([meter.parsed, meter.most]).toEqual([200 * itemBytes, 300 * kib]);
});

test("a watch by labels starts with existing objects, parsed in turns", async () => {
  const { cache, meter } = await openCache(100);
  const names: string[] = [];
  const nothing = (): void => undefined;
  await cache.watch({
    selection: select({ labels: "odd=1" }),
    from: any,
    timeoutMs: 1_000,
    sink: {
      initial: (items) => names.push(...items.map(({ name }) => name)),
      bookmark: nothing,
      event: nothing,
      end: nothing,
    },
  });
  expect(names).toHaveLength(50);
  expect(meter.most).toBeLessThanOrEqual(300 * kib);
});

test("a cache with an index parses its first items in turns", async () => {
  const { storage } = await openCache(100);
  const meter = new Meter();
  const inner = createTurns();
  const { cache } = await createCacheFixture(
    {
      turns: { giveWay: () => inner.giveWay().then(() => meter.turn()), run: inner.run },
      read: ({ key, value, revision }) => {
        const item = new LazyItem(key, revision, JSON.parse(Buffer.from(value).toString()));
        item.meter = meter;
        return item;
      },
    },
    undefined,
    storage,
  );
  await cache.ready();
  expect([meter.parsed, meter.most]).toEqual([100 * itemBytes, 300 * kib]);
});
