import assert from "node:assert/strict";
import type { Change, ChangeBatch, Revision } from "../../storage.ts";
import { follow } from "../follow.ts";
import { changeLine, committed, put, rejectsWith, remove } from "../steps.ts";
import type { StorageCase } from "../storage-case.ts";

export const watchCases: readonly StorageCase[] = [
  {
    name: "watch-live-changes",
    law: "reliable",
    async run({ storage, patienceMs }) {
      const after = await storage.currentRevision();
      const follower = follow(storage, { after, patienceMs });
      const r1 = await committed(storage, put("a", "1"));
      const r2 = await committed(storage, put("b", "1"), remove("a"));
      const r3 = await committed(storage, remove("b"));
      await follower.reached(r3);
      await follower.stop();
      assert.deepEqual(follower.changes().map(changeLine).toSorted(), [
        `a deleted@${r2}`,
        `a=1@${r1}`,
        `b deleted@${r3}`,
        `b=1@${r2}`,
      ]);
    },
  },
  {
    name: "watch-from-history",
    law: "resumable",
    async run({ storage, patienceMs }) {
      const start = await storage.currentRevision();
      const revisions = [start];
      for (let i = 0; i < 20; i++) {
        revisions.push(await committed(storage, i % 5 === 4 ? remove("a") : put("a", `${i}`), put(`k${i}`, "")));
      }
      const whole = await collect(start);
      assert.equal(whole.length, 40);
      for (const [i, after] of revisions.entries()) {
        assert.deepEqual(await collect(after), whole.slice(2 * i), `after revision ${after}`);
      }
      async function collect(after: Revision): Promise<readonly string[]> {
        const follower = follow(storage, { after, patienceMs });
        await follower.reached(revisions.at(-1)!);
        await follower.stop();
        return byRevision(follower.changes());
      }
    },
  },
  {
    name: "watch-in-order-of-revision",
    law: "ordered",
    async run({ storage, patienceMs }) {
      const after = await storage.currentRevision();
      const live = follow(storage, { after, patienceMs });
      for (let round = 0; round < 5; round++) {
        await Promise.all(
          Array.from({ length: 20 }, (_, i) => committed(storage, put(`k${(i * 7) % 20}`, `${round}`))),
        );
      }
      const end = await storage.currentRevision();
      const replayed = follow(storage, { after, patienceMs });
      for (const follower of [live, replayed]) {
        await follower.reached(end);
        await follower.stop();
        const revisions = follower.changes().map((c) => c.revision);
        assert.equal(revisions.length, 100);
        assert.deepEqual(
          revisions,
          revisions.toSorted((a, b) => a - b),
        );
      }
      assert.deepEqual(live.changes().map(changeLine), replayed.changes().map(changeLine));
    },
  },
  {
    name: "watch-history-meets-live-changes",
    law: "reliable",
    async run({ storage, patienceMs }) {
      const start = await storage.currentRevision();
      await Promise.all(Array.from({ length: 50 }, (_, i) => committed(storage, put(`a${i}`, ""))));
      const followers = Array.from({ length: 5 }, () => follow(storage, { after: start, patienceMs }));
      for (let round = 0; round < 10; round++) {
        followers.push(follow(storage, { after: start, patienceMs }));
        await Promise.all(Array.from({ length: 10 }, (_, i) => committed(storage, put(`b${round}.${i}`, ""))));
      }
      const end = await storage.currentRevision();
      for (const follower of followers) {
        await follower.reached(end);
        await follower.stop();
        assert.equal(follower.changes().length, 150);
      }
    },
  },
  {
    name: "watch-only-its-range",
    law: "reliable",
    async run({ storage, patienceMs }) {
      const after = await storage.currentRevision();
      const followers = [
        { prefix: "/a/" },
        { prefix: "/a/", start: "/a/2", end: "/a/3" },
        { prefix: "/none/" },
        { prefix: "/\uffff" },
      ].map((range) => follow(storage, { ...range, after, patienceMs }));
      await committed(storage, put("/a/1", ""), put("/b/1", ""), put("/\u{10000}", ""), put("/\uffffx", ""));
      await committed(storage, put("/a/2", ""), put("/a/25", ""), put("/a/3", ""), put("/a", ""));
      const end = await committed(storage, remove("/b/1"));
      const observed: string[] = [];
      for (const follower of followers) {
        await follower.reached(end);
        await follower.stop();
        const keys = follower.changes().map((c) => c.key);
        observed.push(keys.toSorted().join(" "));
      }
      assert.deepEqual(observed, ["/a/1 /a/2 /a/25 /a/3", "/a/2 /a/25", "", "/\uffffx"]);
    },
  },
  {
    name: "watch-commit-in-one-batch",
    law: "atomic",
    async run({ storage, patienceMs }) {
      const after = await storage.currentRevision();
      const live = follow(storage, { after, patienceMs });
      const size = Math.min(100, storage.limits.maxWritesPerCommit);
      const revisions: Revision[] = [];
      for (let round = 0; round < 5; round++) {
        revisions.push(await committed(storage, ...Array.from({ length: size }, (_, i) => put(`k${i}`, `${round}`))));
      }
      const replayed = follow(storage, { after, patienceMs });
      for (const follower of [live, replayed]) {
        await follower.reached(revisions.at(-1)!);
        await follower.stop();
        for (const revision of revisions) {
          const counts = follower.batches.map((b) => b.changes.filter((c) => c.revision === revision).length);
          assert.deepEqual(
            counts.filter((n) => n > 0),
            [size],
            "a commit in one batch",
          );
        }
      }
    },
  },
  {
    name: "watch-no-change-no-event",
    law: "unique",
    async run({ storage, patienceMs }) {
      const after = await committed(storage, put("a", "1"));
      const follower = follow(storage, { after, patienceMs });
      await storage.commit([remove("absent")]);
      await storage.commit([put("a", "2", "absent")]);
      await storage.commit([{ op: "check", key: "a", guard: after }]);
      const end = await committed(storage, put("end", ""));
      await follower.reached(end);
      await follower.stop();
      assert.deepEqual(follower.changes().map(changeLine), [`end=@${end}`]);
    },
  },
  {
    name: "watch-progress-when-asked",
    law: "bookmarkable",
    async run({ storage, patienceMs }) {
      const after = await storage.currentRevision();
      const follower = follow(storage, { prefix: "/quiet/", after, patienceMs });
      for (let i = 0; i < 10; i++) {
        const revision = await committed(storage, put("/busy/a", `${i}`));
        await follower.reached(revision);
      }
      await follower.stop();
      assert.deepEqual(follower.changes(), []);
    },
  },
  {
    name: "watch-progress-is-not-early",
    law: "bookmarkable",
    async run({ storage, patienceMs }) {
      const after = await storage.currentRevision();
      const follower = follow(storage, { prefix: "/", after, patienceMs });
      const commits: Promise<Revision>[] = [];
      for (let i = 0; i < 100; i++) {
        commits.push(committed(storage, put(`/k${i}`, "")));
        storage.requestProgress();
        if (i % 10 === 9) await commits.at(-1);
      }
      const revisions = await Promise.all(commits);
      await follower.reached(revisions.reduce<number>((last, revision) => Math.max(last, revision), 0));
      await follower.stop();
      assert.equal(follower.changes().length, 100);
    },
  },
  {
    name: "watch-progress-by-itself",
    law: "bookmarkable",
    async run({ storage, patienceMs, passTime }) {
      const after = await storage.currentRevision();
      const follower = follow(storage, { prefix: "/quiet/", after, patienceMs, progressIntervalMs: 1000 });
      const revision = await committed(storage, put("/busy", ""));
      const deadline = performance.now() + patienceMs;
      while ((follower.batches.at(-1)?.revision ?? 0) < revision && performance.now() < deadline) await passTime(1000);
      assert.ok((follower.batches.at(-1)?.revision ?? 0) >= revision, "no progress was delivered");
      await follower.stop();
    },
  },
  {
    name: "watch-from-the-future",
    law: "resumable",
    async run({ storage, patienceMs }) {
      const before = await committed(storage, put("a", "0"));
      const after = (before + 2) as Revision;
      const follower = follow(storage, { after, patienceMs });
      for (let i = 1; i <= 4; i++) await committed(storage, put("a", `${i}`));
      const end = await storage.currentRevision();
      await follower.reached(end);
      await follower.stop();
      const revisions = follower.changes().map((c) => c.revision);
      assert.deepEqual(
        revisions,
        [before + 3, before + 4].filter((r) => r <= end),
      );
    },
  },
  {
    name: "watch-ends-by-its-signal",
    law: "bounded",
    async run({ storage, patienceMs }) {
      const after = await storage.currentRevision();
      const parked = follow(storage, { after, patienceMs });
      await parked.stop();
      const revision = await committed(storage, put("a", ""));
      const late = follow(storage, { after, patienceMs });
      await late.reached(revision);
      await late.stop();
      const never = storage.watch({ prefix: "" }, { after, signal: AbortSignal.abort() });
      for await (const batch of never) assert.fail(`a batch of revision ${batch.revision} after the end`);
    },
  },
  {
    name: "watch-delivers-nothing-after-its-signal",
    law: "bounded",
    async run({ storage }) {
      const after = await storage.currentRevision();
      for (let i = 0; i < 5; i++) await committed(storage, put("a", `${i}`));
      const end = new AbortController();
      for await (const batch of storage.watch({ prefix: "" }, { after, signal: end.signal })) {
        assert.ok(!end.signal.aborted, `a batch of revision ${batch.revision} came after the signal was aborted`);
        if (batch.changes.length > 0) end.abort();
      }
    },
  },
  {
    name: "watch-too-slow-ends-in-an-error",
    law: "bounded",
    async run({ storage, patienceMs }) {
      const after = await storage.currentRevision();
      const signal = AbortSignal.timeout(2 * patienceMs);
      const watch = storage.watch({ prefix: "" }, { after, signal, maxPendingBytes: 20_000 });
      const iterator = watch[Symbol.asyncIterator]();
      const first = iterator.next();
      const text = "x".repeat(1000);
      await committed(storage, put("k", text));
      const { value } = await first;
      assert.ok(value !== undefined);
      const delivered = (value as ChangeBatch).changes.map((c) => c.revision);
      for (let i = 0; i < 200; i++) await committed(storage, put("k", text));
      const current = await storage.currentRevision();
      const failure = (async () => {
        for (;;) {
          const { value, done } = await iterator.next();
          assert.ok(!done, "the watch returned instead of failing");
          for (const { revision } of (value as ChangeBatch).changes) {
            assert.equal(revision, delivered.at(-1)! + 1, "reliable: a change is missing");
            delivered.push(revision);
          }
          assert.ok(
            value.revision < current || value.changes.length === 0,
            "a slow watcher kept every change in memory",
          );
        }
      })();
      await rejectsWith("slow-watcher", failure);
    },
  },
  {
    name: "watch-a-slow-one-does-not-hold-others",
    law: "reliable",
    async run({ storage, patienceMs }) {
      const after = await storage.currentRevision();
      const signal = AbortSignal.timeout(2 * patienceMs);
      const asleep = storage.watch({ prefix: "" }, { after, signal, maxPendingBytes: 1000 })[Symbol.asyncIterator]();
      const follower = follow(storage, { after, patienceMs });
      for (let i = 0; i < 100; i++) await committed(storage, put(`k${i}`, "x".repeat(500)));
      await follower.reached(await storage.currentRevision());
      await follower.stop();
      assert.equal(follower.changes().length, 100);
      await asleep.return?.();
    },
  },
  {
    name: "watch-many-at-once",
    law: "reliable",
    async run({ storage, patienceMs }) {
      const after = await storage.currentRevision();
      const followers = Array.from({ length: 30 }, (_, i) => follow(storage, { prefix: `/${i}/`, after, patienceMs }));
      for (let i = 0; i < 90; i++) await committed(storage, put(`/${i % 30}/${i}`, ""));
      const end = await storage.currentRevision();
      for (const follower of followers) {
        await follower.reached(end);
        await follower.stop();
        assert.equal(follower.changes().length, 3);
      }
    },
  },
  {
    name: "watch-delivers-before-the-commit-resolves",
    law: "consistent",
    async run({ storage, patienceMs }) {
      // Only a store in this process guarantees it: there the current revision is known without a
      // request.
      const after = storage.currentRevision();
      if (typeof after !== "number") {
        await after;
        return;
      }
      const follower = follow(storage, { after, patienceMs });
      await Promise.resolve();
      for (let i = 0; i < 50; i++) {
        const results = await Promise.all([committed(storage, put("a", `${i}`)), committed(storage, put("b", `${i}`))]);
        const newest = results.reduce<number>((last, revision) => Math.max(last, revision), 0);
        const delivered = follower.batches.at(-1)?.revision ?? 0;
        assert.ok(
          delivered >= newest,
          `currentRevision() returns a number, but commit ${newest} resolved while the watch was at ${delivered}`,
        );
      }
      await follower.stop();
    },
  },
];

/** As lines; within a commit, where order has no meaning, by key. */
function byRevision(changes: readonly Change[]): readonly string[] {
  return changes.toSorted((a, b) => a.revision - b.revision || (a.key < b.key ? -1 : 1)).map(changeLine);
}
