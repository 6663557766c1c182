import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Disk } from "./disk.ts";
import { openEmbeddedStorage } from "./embedded-storage.ts";
import { nodeDisk } from "./node-disk.ts";

test.each([
  [true, true],
  [false, false],
])("a store with flush %s flushes: %s; commits survive a restart", async (flush, want) => {
  const dir = mkdtempSync(join(tmpdir(), "flush-"));
  let flushes = 0;
  const disk: Disk = {
    ...nodeDisk,
    syncDirectory: async () => void flushes++,
    open: async (path, mode) => {
      if (mode.endsWith("-through")) flushes++;
      return { ...(await nodeDisk.open(path, mode)), sync: async () => void flushes++ };
    },
  };
  {
    await using storage = await openEmbeddedStorage({ dir, disk, flush, compaction: false });
    await storage.commit([{ op: "put", key: "/a", value: Buffer.from("x"), guard: "absent" }]);
  }
  expect(flushes > 0).toBe(want);
  await using again = await openEmbeddedStorage({ dir, compaction: false });
  expect(Buffer.from((await again.get("/a")).entry?.value ?? []).toString()).toBe("x");
  rmSync(dir, { recursive: true });
});
