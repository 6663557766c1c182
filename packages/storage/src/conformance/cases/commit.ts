import assert from "node:assert/strict";
import type { Revision, Write } from "../../storage.ts";
import { committed, got, line, put, rejectsWith, rejectsWithTypeError, remove } from "../steps.ts";
import type { StorageCase } from "../storage-case.ts";

export const commitCases: readonly StorageCase[] = [
  {
    name: "commit-takes-a-new-revision",
    law: "monotonic",
    async run({ storage }) {
      const before = await storage.currentRevision();
      const first = await committed(storage, put("a", "1"));
      const second = await committed(storage, put("a", "2"), put("b", "2"));
      assert.ok(before >= 1 && first > before && second > first, `${before}, ${first}, ${second}`);
      assert.equal(await storage.currentRevision(), second);
      assert.equal(await got(storage, "a"), `a=2@${second}`);
      assert.equal(await got(storage, "b"), `b=2@${second}`);
    },
  },
  {
    name: "commit-absent-guard",
    law: "serializable",
    async run({ storage }) {
      const revision = await committed(storage, put("a", "1", "absent"));
      const lost = await storage.commit([put("a", "2", "absent")]);
      assert.ok(!lost.ok);
      assert.equal(line(lost.current), `a=1@${revision}`);
      await committed(storage, remove("a"));
      const again = await committed(storage, put("a", "3", "absent"));
      assert.equal(await got(storage, "a"), `a=3@${again}`);
    },
  },
  {
    name: "commit-revision-guard",
    law: "serializable",
    async run({ storage }) {
      const first = await committed(storage, put("a", "1"));
      const second = await committed(storage, put("a", "2", first));
      for (const write of [
        put("a", "3", first),
        remove("a", first),
        { op: "check", key: "a", guard: first } as const,
      ]) {
        const lost = await storage.commit([write]);
        assert.ok(!lost.ok, `${write.op} with a stale guard`);
        assert.equal(lost.index, 0);
        assert.equal(line(lost.current), `a=2@${second}`);
      }
      await committed(storage, remove("a", second));
      const gone = await storage.commit([put("a", "4", second)]);
      assert.ok(!gone.ok && gone.current === undefined);
      assert.equal(await got(storage, "a"), "nothing");
    },
  },
  {
    name: "commit-all-or-nothing",
    law: "serializable",
    async run({ storage }) {
      const revision = await committed(storage, put("b", "1"));
      const lost = await storage.commit([put("a", "2"), put("b", "2", "absent"), put("c", "2", revision)]);
      assert.ok(!lost.ok);
      assert.equal(lost.index, 1, "the first write whose guard failed");
      assert.equal(line(lost.current), `b=1@${revision}`);
      assert.equal(await got(storage, "a"), "nothing");
      assert.equal(await got(storage, "c"), "nothing");
      assert.equal(await storage.currentRevision(), revision);
      const won = await committed(storage, put("a", "3"), remove("b", revision), put("c", "3", "absent"));
      assert.equal(await got(storage, "a"), `a=3@${won}`);
      assert.equal(await got(storage, "b"), "nothing");
      assert.equal(await got(storage, "c"), `c=3@${won}`);
    },
  },
  {
    name: "commit-check-guards-the-rest",
    law: "serializable",
    async run({ storage }) {
      const owner = await committed(storage, put("owner", "1"));
      await committed(storage, { op: "check", key: "owner", guard: owner }, put("a", "1"));
      await committed(storage, put("owner", "2"));
      const lost = await storage.commit([put("a", "2"), { op: "check", key: "owner", guard: owner }]);
      assert.ok(!lost.ok);
      assert.equal(lost.index, 1);
      assert.match(await got(storage, "a"), /^a=1@/);
    },
  },
  {
    name: "commit-that-changes-nothing",
    law: "monotonic",
    async run({ storage }) {
      const revision = await committed(storage, put("a", "1"));
      for (const writes of [
        [],
        [remove("absent")],
        [remove("absent", "absent")],
        [{ op: "check", key: "a", guard: revision } as const],
      ]) {
        assert.deepEqual(await storage.commit(writes), { ok: true, revision });
      }
      assert.equal(await storage.currentRevision(), revision);
    },
  },
  {
    name: "commit-race-has-one-winner",
    law: "serializable",
    async run({ storage }) {
      const start = await committed(storage, put("a", "0"));
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) => storage.commit([put("a", `${i + 1}`, start)])),
      );
      const winners = results.filter((r) => r.ok);
      assert.equal(winners.length, 1);
      const revision = winners[0]!.ok ? winners[0]!.revision : 0;
      const winner = await got(storage, "a");
      assert.ok(winner.endsWith(`@${revision}`), winner);
      for (const result of results) if (!result.ok) assert.equal(line(result.current), winner);
    },
  },
  {
    name: "commit-chain-without-waiting",
    law: "serializable",
    async run({ storage }) {
      const results = await Promise.all([
        storage.commit([put("a", "1", "absent")]),
        storage.commit([put("b", "1", "absent"), put("c", "1")]),
        storage.commit([put("e", "1")]),
        storage.commit([put("d", "1", "absent")]),
      ]);
      const revisions = results.map((r) => (r.ok ? r.revision : 0));
      assert.equal(new Set(revisions).size, 4, "each commit has its own revision");
      assert.equal(
        revisions.reduce<number>((last, revision) => Math.max(last, revision), 0),
        await storage.currentRevision(),
      );
    },
  },
  {
    name: "commit-refuses-what-makes-no-sense",
    law: "bounded",
    async run({ storage }) {
      const before = await storage.currentRevision();
      const bad: Readonly<Record<string, readonly Write[]>> = {
        "an empty key": [put("", "x")],
        "a key with a lone surrogate": [put("\ud800", "x")],
        "two writes of one key": [put("a", "1"), remove("a")],
        "the guard 0": [put("a", "1", 0 as Revision)],
        "the guard 1.5": [put("a", "1", 1.5 as Revision)],
        "a text as its value": [{ op: "put", key: "a", value: "text" as never }],
        "a time to live of 0 s": [{ op: "put", key: "a", value: new Uint8Array(), ttlSeconds: 0 }],
        "an unknown op": [{ op: "patch", key: "a" } as never],
      };
      for (const [what, writes] of Object.entries(bad))
        await rejectsWithTypeError(`a commit with ${what}`, storage.commit(writes));
      assert.equal(await storage.currentRevision(), before);
    },
  },
  {
    name: "commit-keeps-limits",
    law: "bounded",
    async run({ storage }) {
      const { maxKeyBytes, maxValueBytes, maxWritesPerCommit, maxCommitBytes } = storage.limits;
      const before = await storage.currentRevision();
      const many = Array.from({ length: maxWritesPerCommit + 1 }, (_, i) => put(`k${i}`, ""));
      const half = Math.ceil(maxCommitBytes / 2);
      const heavy = Array.from({ length: Math.ceil(maxCommitBytes / Math.min(half, maxValueBytes)) + 1 }, (_, i) => ({
        op: "put" as const,
        key: `h${i}`,
        value: new Uint8Array(Math.min(half, maxValueBytes)),
      }));
      await rejectsWith("too-large", storage.commit([put("é".repeat(maxKeyBytes / 2 + 1), "")]));
      await rejectsWith(
        "too-large",
        storage.commit([{ op: "put", key: "a", value: new Uint8Array(maxValueBytes + 1) }]),
      );
      await rejectsWith("too-large", storage.commit(many));
      await rejectsWith("too-large", storage.commit(heavy));
      assert.equal(await storage.currentRevision(), before);
      const value = new Uint8Array(maxValueBytes).fill(7);
      await committed(storage, { op: "put", key: "a", value });
      await committed(storage, put("k".repeat(maxKeyBytes), ""), ...many.slice(2));
      const { entry } = await storage.get("a");
      assert.ok(entry !== undefined && Buffer.compare(entry.value, value) === 0);
    },
  },
];
