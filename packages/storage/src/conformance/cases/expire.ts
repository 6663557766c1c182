import assert from "node:assert/strict";
import { follow } from "../follow.ts";
import { bytes, changeLine, committed, got, put } from "../steps.ts";
import type { CaseContext, StorageCase } from "../storage-case.ts";

const withTtl = (key: string, ttlSeconds: number) => ({ op: "put", key, value: bytes("x"), ttlSeconds }) as const;

/** Lets time pass until the key is deleted: a store may delete later than requested. */
async function gone({ storage, passTime, patienceMs }: CaseContext, key: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while ((await got(storage, key)) !== "nothing") {
    assert.ok(performance.now() < deadline, `${key} does not expire`);
    await passTime(1000);
  }
}

export const expireCases: readonly StorageCase[] = [
  {
    name: "expire-deletes-the-key",
    law: "expiring",
    async run(context) {
      const { storage, patienceMs } = context;
      const made = await committed(storage, withTtl("short", 2), withTtl("long", 3600), put("forever", "x"));
      const follower = follow(storage, { after: made, patienceMs });
      assert.equal(await got(storage, "short"), `short=x@${made}`);
      await gone(context, "short");
      assert.equal(await got(storage, "long"), `long=x@${made}`);
      assert.equal(await got(storage, "forever"), `forever=x@${made}`);
      const revision = await storage.currentRevision();
      assert.ok(revision > made, "an expiry is a commit");
      await follower.reached(revision);
      await follower.stop();
      assert.deepEqual(follower.changes().map(changeLine), [`short deleted@${revision}`]);
      assert.equal(await got(storage, "short", made), `short=x@${made}`);
    },
  },
  {
    name: "expire-not-before-its-time",
    law: "expiring",
    async run({ storage, passTime }) {
      const begun = performance.now();
      const made = await committed(storage, withTtl("a", 3));
      await passTime(2000);
      const left = await got(storage, "a");
      // Where time cannot be set, the machine may have taken longer than asked.
      const late = performance.now() - begun >= 3000;
      assert.ok(late || left === `a=x@${made}`, "a key with a time to live of 3 s is gone after 2 s");
    },
  },
  {
    name: "expire-is-renewed-by-a-write",
    law: "expiring",
    async run(context) {
      const { storage } = context;
      await committed(storage, withTtl("renewed", 2), withTtl("freed", 2), withTtl("left", 2));
      const renewed = await committed(storage, withTtl("renewed", 3600));
      const freed = await committed(storage, put("freed", "y"));
      await gone(context, "left");
      assert.equal(await got(storage, "renewed"), `renewed=x@${renewed}`);
      assert.equal(await got(storage, "freed"), `freed=y@${freed}`);
    },
  },
  {
    name: "expire-outlives-a-restart",
    law: "durable",
    needsReopen: true,
    async run(context) {
      const { storage, reopen } = context;
      const made = await committed(storage, withTtl("short", 3), withTtl("long", 3600));
      const again = await reopen!();
      assert.equal(await got(again, "long"), `long=x@${made}`);
      await gone({ ...context, storage: again }, "short");
      assert.equal(await got(again, "long"), `long=x@${made}`);
    },
  },
];
