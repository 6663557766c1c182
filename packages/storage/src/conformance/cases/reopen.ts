import assert from "node:assert/strict";
import { follow } from "../follow.ts";
import { changeLine, committed, got, line, put, rejectsWith, remove } from "../steps.ts";
import type { StorageCase } from "../storage-case.ts";

export const reopenCases: readonly StorageCase[] = [
  {
    name: "reopen-keeps-everything",
    law: "durable",
    needsReopen: true,
    async run({ storage, reopen, patienceMs }) {
      const start = await storage.currentRevision();
      const r1 = await committed(storage, put("a", "1"), put("b", "1"));
      const r2 = await committed(storage, put("a", "2"));
      const r3 = await committed(storage, remove("b"));
      const again = await reopen!();
      assert.equal(await again.currentRevision(), r3);
      assert.equal(await got(again, "a", r1), `a=1@${r1}`);
      assert.equal(await got(again, "b", r2), `b=1@${r1}`);
      assert.equal(await got(again, "b"), "nothing");
      const follower = follow(again, { after: start, patienceMs });
      const r4 = await committed(again, put("c", "4", "absent"), put("a", "4", r2));
      await follower.reached(r4);
      await follower.stop();
      assert.equal(follower.changes().length, 6);
      assert.deepEqual(follower.changes().slice(2, 4).map(changeLine), [`a=2@${r2}`, `b deleted@${r3}`]);
    },
  },
  {
    name: "reopen-never-goes-back",
    law: "monotonic",
    needsReopen: true,
    async run({ storage, reopen }) {
      let last = await storage.currentRevision();
      let open = storage;
      for (let round = 0; round < 5; round++) {
        for (const write of [put("a", `${round}`), remove("a")]) {
          const revision = await committed(open, write);
          assert.ok(revision > last, `${revision} after ${last}`);
          last = revision;
        }
        if (round === 3) await open.compact(last);
        open = await reopen!();
        assert.equal(await open.currentRevision(), last);
      }
    },
  },
  {
    name: "reopen-keeps-compaction",
    law: "compactable",
    needsReopen: true,
    async run({ storage, reopen, patienceMs }) {
      const r1 = await committed(storage, put("a", "1"), put("b", "1"));
      const r2 = await committed(storage, put("a", "2"), remove("b"));
      const r3 = await committed(storage, put("a", "3"));
      await storage.compact(r2);
      const again = await reopen!();
      assert.equal((await again.status()).compactedRevision, r2);
      await rejectsWith("compacted", again.get("a", { revision: r1 }));
      assert.equal(await got(again, "a", r2), `a=2@${r2}`);
      assert.equal(await got(again, "b", r2), "nothing");
      const { entries } = await again.range({ prefix: "" });
      assert.deepEqual(entries.map(line), [`a=3@${r3}`]);
      const refused = follow(again, { after: r1, patienceMs });
      await rejectsWith(
        "compacted",
        refused.ended().then((e) => Promise.reject(e)),
      );
    },
  },
  {
    name: "closed-stores-refuse",
    law: "bounded",
    async run({ storage, patienceMs }) {
      const after = await committed(storage, put("a", "1"));
      const parked = follow(storage, { after, patienceMs });
      await storage.close();
      await rejectsWith("closed", storage.get("a"));
      await rejectsWith("closed", storage.range({ prefix: "" }));
      await rejectsWith("closed", storage.commit([put("a", "2")]));
      await rejectsWith("closed", storage.compact(after));
      await rejectsWith("closed", storage.status());
      await rejectsWith(
        "closed",
        parked.ended().then((e) => Promise.reject(e)),
      );
      const late = follow(storage, { after, patienceMs });
      await rejectsWith(
        "closed",
        late.ended().then((e) => Promise.reject(e)),
      );
      await storage[Symbol.asyncDispose]();
    },
  },
  {
    name: "reopen-after-a-second-close",
    law: "durable",
    needsReopen: true,
    async run({ storage, reopen }) {
      const revision = await committed(storage, put("a", "1"));
      const again = await reopen!();
      await storage.close();
      await rejectsWith("closed", storage.get("a"));
      assert.equal(await got(again, "a"), `a=1@${revision}`);
    },
  },
];
