import assert from "node:assert/strict";
import type { Revision } from "../../storage.ts";
import { follow } from "../follow.ts";
import { changeLine, committed, got, line, put, rejectsWith, remove } from "../steps.ts";
import type { StorageCase } from "../storage-case.ts";

export const compactCases: readonly StorageCase[] = [
  {
    name: "compact-boundary-of-reads",
    law: "compactable",
    async run({ storage }) {
      const r1 = await committed(storage, put("a", "1"), put("b", "1"));
      const r2 = await committed(storage, put("a", "2"));
      const r3 = await committed(storage, put("a", "3"));
      await storage.compact(r2);
      await rejectsWith("compacted", storage.get("a", { revision: r1 }));
      await rejectsWith("compacted", storage.range({ prefix: "" }, { revision: r1 }));
      assert.equal(await got(storage, "a", r2), `a=2@${r2}`);
      assert.equal(await got(storage, "b", r2), `b=1@${r1}`);
      assert.equal(await got(storage, "a", r3), `a=3@${r3}`);
      const { entries } = await storage.range({ prefix: "" }, { revision: r2 });
      assert.deepEqual(entries.map(line), [`a=2@${r2}`, `b=1@${r1}`]);
      assert.equal((await storage.status()).compactedRevision, r2);
    },
  },
  {
    name: "compact-a-deleted-key",
    law: "compactable",
    async run({ storage, patienceMs }) {
      await committed(storage, put("gone", "1"), put("back", "1"), put("stays", "1"));
      const deleted = await committed(storage, remove("gone"), remove("back"));
      const back = await committed(storage, put("back", "2"));
      await storage.compact(deleted);
      assert.equal(await got(storage, "gone", deleted), "nothing");
      assert.equal(await got(storage, "back", deleted), "nothing");
      assert.equal(await got(storage, "back"), `back=2@${back}`);
      const follower = follow(storage, { after: deleted, patienceMs });
      await follower.reached(back);
      await follower.stop();
      assert.deepEqual(follower.changes().map(changeLine), [`back=2@${back}`]);
      assert.deepEqual(await storage.commit([put("gone", "2", "absent")]), { ok: true, revision: back + 1 });
    },
  },
  {
    name: "compact-at-the-deletion",
    law: "compactable",
    async run({ storage, patienceMs }) {
      const made = await committed(storage, put("a", "1"));
      const deleted = await committed(storage, remove("a"));
      await storage.compact(made);
      assert.match(await got(storage, "a", made), /^a=1@/);
      const follower = follow(storage, { after: made, patienceMs });
      await follower.reached(deleted);
      await follower.stop();
      assert.deepEqual(follower.changes().map(changeLine), [`a deleted@${deleted}`]);
    },
  },
  {
    name: "compact-boundary-of-watches",
    law: "compactable",
    async run({ storage, patienceMs }) {
      const start = await storage.currentRevision();
      const r1 = await committed(storage, put("a", "1"));
      const r2 = await committed(storage, put("a", "2"));
      const r3 = await committed(storage, put("a", "3"));
      await storage.compact(r2);
      for (const after of [start, r1]) {
        const refused = follow(storage, { after, patienceMs });
        await rejectsWith(
          "compacted",
          refused.ended().then((e) => Promise.reject(e)),
        );
        assert.deepEqual(refused.changes(), []);
      }
      const served = follow(storage, { after: r2, patienceMs });
      await served.reached(r3);
      await served.stop();
      assert.deepEqual(served.changes().map(changeLine), [`a=3@${r3}`]);
    },
  },
  {
    name: "compact-leaves-live-watches-alone",
    law: "reliable",
    async run({ storage, patienceMs }) {
      const after = await storage.currentRevision();
      const follower = follow(storage, { after, patienceMs });
      for (let i = 0; i < 20; i++) {
        const revision = await committed(storage, put("a", `${i}`));
        await follower.reached(revision);
        await storage.compact(revision);
      }
      await follower.stop();
      assert.equal(follower.changes().length, 20);
    },
  },
  {
    name: "compact-again-or-earlier-changes-nothing",
    law: "compactable",
    async run({ storage }) {
      const r1 = await committed(storage, put("a", "1"));
      const r2 = await committed(storage, put("a", "2"));
      await storage.compact(r2);
      await storage.compact(r2);
      await storage.compact(r1);
      assert.equal(await got(storage, "a", r2), `a=2@${r2}`);
      await rejectsWith("compacted", storage.get("a", { revision: r1 }));
      assert.equal((await storage.status()).compactedRevision, r2);
      assert.equal(await storage.currentRevision(), r2);
    },
  },
  {
    name: "compact-under-load",
    law: "compactable",
    async run({ storage }) {
      const keys = Array.from({ length: 10 }, (_, i) => `k${i}`);
      let newest = await committed(storage, ...keys.map((k) => put(k, "0")));
      const writer = (async () => {
        for (let i = 1; i <= 60; i++) newest = await committed(storage, put(keys[i % 10]!, `${i}`));
      })();
      for (let i = 0; i < 15; i++) {
        await storage.compact(newest);
        const { entries } = await storage.range({ prefix: "k" });
        assert.equal(entries.length, 10);
      }
      await writer;
      const { entries } = await storage.range({ prefix: "k" });
      assert.deepEqual(
        entries.map((e) => Buffer.from(e.value).toString()),
        ["60", "51", "52", "53", "54", "55", "56", "57", "58", "59"],
      );
    },
  },
  {
    name: "status-tells-revisions-and-size",
    law: "consistent",
    async run({ storage }) {
      const revision = await committed(storage, put("a", "x".repeat(10_000)));
      const status = await storage.status();
      assert.equal(status.revision, revision);
      assert.ok(status.compactedRevision < revision, `compactedRevision is ${status.compactedRevision}`);
      const { sizeBytes, reclaimableBytes } = status;
      assert.ok(sizeBytes > 0, `sizeBytes is ${sizeBytes} although a key is stored`);
      assert.ok(reclaimableBytes >= 0 && reclaimableBytes <= sizeBytes, `${reclaimableBytes} of ${sizeBytes} bytes`);
      assert.equal(status.writeFailure, undefined);
      await storage.compact(revision as Revision);
      assert.equal((await storage.status()).compactedRevision, revision);
    },
  },
];
