import assert from "node:assert/strict";
import type { KeyRange, RangeOptions, Revision, Storage } from "../../storage.ts";
import { committed, got, line, put, rejectsWith, rejectsWithTypeError, remove } from "../steps.ts";
import type { StorageCase } from "../storage-case.ts";

async function keys(storage: Storage, range: KeyRange, options?: RangeOptions): Promise<string> {
  const { entries, more, remaining } = await storage.range(range, options);
  const rest = remaining === undefined ? "" : ` and ${remaining}`;
  return `${entries.map((e) => e.key).join(" ")}${more ? " more" : ""}${rest}`;
}

export const readCases: readonly StorageCase[] = [
  {
    name: "get-at-every-revision",
    law: "consistent",
    async run({ storage }) {
      const r0 = await storage.currentRevision();
      const r1 = await committed(storage, put("a", "1"));
      const r2 = await committed(storage, put("a", "2"), put("b", "2"));
      const r3 = await committed(storage, remove("a"));
      const r4 = await committed(storage, put("a", "4"));
      const seen = await Promise.all([r0, r1, r2, r3, r4].map((r) => got(storage, "a", r)));
      assert.deepEqual(seen, ["nothing", `a=1@${r1}`, `a=2@${r2}`, "nothing", `a=4@${r4}`]);
      assert.equal((await storage.get("a", { revision: r2 })).revision, r2);
      assert.equal((await storage.get("a")).revision, r4);
    },
  },
  {
    name: "get-distinguishes-empty-from-absent",
    law: "consistent",
    async run({ storage }) {
      const revision = await committed(storage, put("empty", ""));
      assert.equal(await got(storage, "empty"), `empty=@${revision}`);
      assert.equal(await got(storage, "empt"), "nothing");
      assert.equal(await got(storage, "empty\0"), "nothing");
    },
  },
  {
    name: "get-from-the-future",
    law: "consistent",
    async run({ storage }) {
      const revision = await committed(storage, put("a", "1"));
      const future = (revision + 1000) as Revision;
      await rejectsWith("future-revision", storage.get("a", { revision: future }));
      await rejectsWith("future-revision", storage.range({ prefix: "" }, { revision: future }));
      await rejectsWith("future-revision", storage.compact(future));
    },
  },
  {
    name: "read-your-writes",
    law: "consistent",
    async run({ storage }) {
      for (let i = 0; i < 30; i++) {
        const revision = await committed(storage, put("a", `${i}`));
        const [entry, page] = await Promise.all([storage.get("a"), storage.range({ prefix: "a" })]);
        assert.equal(line(entry.entry), `a=${i}@${revision}`);
        assert.deepEqual(page.entries.map(line), [`a=${i}@${revision}`]);
        assert.ok(entry.revision >= revision && page.revision >= revision);
        assert.ok((await storage.currentRevision()) >= revision);
      }
    },
  },
  {
    name: "range-bounds",
    law: "consistent",
    async run({ storage }) {
      await committed(storage, ...["/a", "/a/1", "/a/2", "/a/3", "/b/1", "/b/2", "c"].map((k) => put(k, k)));
      const table: readonly (readonly [KeyRange, string])[] = [
        [{ prefix: "" }, "/a /a/1 /a/2 /a/3 /b/1 /b/2 c"],
        [{ prefix: "/a/" }, "/a/1 /a/2 /a/3"],
        [{ prefix: "/a" }, "/a /a/1 /a/2 /a/3"],
        [{ prefix: "/a/", start: "/a/2" }, "/a/2 /a/3"],
        [{ prefix: "/a/", start: "/a/1\0" }, "/a/2 /a/3"],
        [{ prefix: "/a/", end: "/a/3" }, "/a/1 /a/2"],
        [{ prefix: "/", start: "/a/3", end: "/b/2" }, "/a/3 /b/1"],
        [{ prefix: "/b/", start: "/a" }, "/b/1 /b/2"],
        [{ prefix: "/a/", end: "/zzz" }, "/a/1 /a/2 /a/3"],
        [{ prefix: "/a/", start: "/b" }, ""],
        [{ prefix: "/a/", start: "/a/3", end: "/a/1" }, ""],
        [{ prefix: "nothing" }, ""],
      ];
      for (const [range, want] of table) assert.equal(await keys(storage, range), want, JSON.stringify(range));
    },
  },
  {
    name: "range-order-is-by-code-point",
    law: "consistent",
    async run({ storage }) {
      // By UTF-16 unit the last two would change places.
      const ordered = ["/A", "/a", "/z", "/é", "/\ud7ff", "/\ue000", "/\uffff", "/\u{10000}", "/\u{10ffff}"];
      await committed(storage, ...ordered.toReversed().map((k) => put(k, "")));
      const { entries } = await storage.range({ prefix: "/" });
      assert.deepEqual(
        entries.map((e) => e.key),
        ordered,
      );
      assert.equal(await keys(storage, { prefix: "/", start: "/\u{10000}" }), "/\u{10000} /\u{10ffff}");
      assert.equal(await keys(storage, { prefix: "/\u{10ffff}" }), "/\u{10ffff}");
    },
  },
  {
    name: "range-limit-and-count",
    law: "consistent",
    async run({ storage }) {
      await committed(storage, ...["a", "b", "c", "d", "e"].map((k) => put(`/${k}`, k)));
      const range = { prefix: "/" };
      assert.equal(await keys(storage, range, { limit: 2 }), "/a /b more");
      assert.equal(await keys(storage, range, { limit: 2, count: true }), "/a /b more and 3");
      assert.equal(await keys(storage, range, { limit: 5, count: true }), "/a /b /c /d /e and 0");
      assert.equal(await keys(storage, range, { limit: 6 }), "/a /b /c /d /e");
      assert.equal(await keys(storage, range, { limit: 0, count: true }), " more and 5");
      assert.equal(await keys(storage, range, { limit: 0 }), " more");
      assert.equal(await keys(storage, { prefix: "/x" }, { limit: 0, count: true }), " and 0");
      assert.equal(await keys(storage, range, { count: true }), "/a /b /c /d /e and 0");
    },
  },
  {
    name: "range-pages-at-one-revision",
    law: "consistent",
    async run({ storage }) {
      const names = Array.from({ length: 25 }, (_, i) => `/k${String(i).padStart(2, "0")}`);
      const first = await committed(storage, ...names.map((k) => put(k, "old")));
      await committed(storage, remove("/k03"), put("/k04", "new"), put("/k045", "new"));
      const observed: string[] = [];
      let start: string | undefined;
      for (;;) {
        const page = await storage.range(
          { prefix: "/k", ...(start === undefined ? {} : { start }) },
          { revision: first, limit: 4, count: true },
        );
        assert.equal(page.revision, first);
        for (const item of page.entries.map(line)) observed.push(item);
        assert.equal(page.remaining, names.length - observed.length);
        assert.equal(page.more, observed.length < names.length);
        if (!page.more) break;
        start = `${page.entries.at(-1)!.key}\0`;
        await committed(storage, put("/k99", String(observed.length)));
      }
      assert.deepEqual(
        observed,
        names.map((k) => `${k}=old@${first}`),
      );
    },
  },
  {
    name: "range-of-many",
    law: "consistent",
    async run({ storage }) {
      const total = 3000;
      const name = (i: number): string => `/many/${String((i * 7919) % 10_007).padStart(5, "0")}`;
      const perCommit = Math.min(100, storage.limits.maxWritesPerCommit);
      for (let i = 0; i < total; i += perCommit) {
        await committed(
          storage,
          ...Array.from({ length: perCommit }, (_, j) => put(name(i + j), `${i + j}`.repeat(50))),
        );
      }
      const { entries, more } = await storage.range({ prefix: "/many/" });
      assert.equal(entries.length, total);
      assert.equal(more, false);
      const want = Array.from({ length: total }, (_, i) => [name(i), `${i}`.repeat(50)] as const);
      want.sort(([a], [b]) => (a < b ? -1 : 1));
      entries.forEach((e, i) => {
        assert.equal(e.key, want[i]![0]);
        assert.equal(Buffer.from(e.value).toString(), want[i]![1]);
      });
    },
  },
  {
    name: "reads-refuse-what-makes-no-sense",
    law: "bounded",
    async run({ storage }) {
      await rejectsWithTypeError("a get of an empty key", storage.get(""));
      await rejectsWithTypeError("a get at revision 0", storage.get("a", { revision: 0 as Revision }));
      await rejectsWithTypeError("a range with the limit -1", storage.range({ prefix: "" }, { limit: -1 }));
      await rejectsWithTypeError("a range of a lone surrogate", storage.range({ prefix: "\udfff" }));
      await rejectsWithTypeError("a compaction at revision 0", storage.compact(0 as Revision));
    },
  },
  {
    name: "aborted-calls-reject-with-their-reason",
    law: "bounded",
    async run({ storage }) {
      const reason = new Error("enough");
      const signal = AbortSignal.abort(reason);
      const before = await storage.currentRevision();
      const calls = {
        get: () => storage.get("a", { signal }),
        range: () => storage.range({ prefix: "" }, { signal }),
        commit: () => storage.commit([put("a", "1")], { signal }),
        status: () => storage.status({ signal }),
      };
      for (const [name, call] of Object.entries(calls)) {
        const error = await call().then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        assert.equal(error, reason, `${name} with an aborted signal rejects with the signal's reason`);
      }
      assert.equal(await storage.currentRevision(), before);
    },
  },
];
