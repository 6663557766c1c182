import { createManualClock } from "@svc/base";
import { expect, test } from "vitest";
import { startCompactor } from "./compactor.ts";
import { isStorageError } from "./errors.ts";
import { createMemoryStorage } from "./memory/index.ts";
import type { Storage } from "./storage.ts";

const intervalMs = 1000;

async function isReadable(
  storage: Storage,
  revision: Awaited<ReturnType<Storage["currentRevision"]>>,
): Promise<boolean> {
  try {
    await storage.range({ prefix: "" }, { revision, limit: 0 });
    return true;
  } catch (error) {
    if (isStorageError(error, "compacted")) return false;
    throw error;
  }
}

/** Waits until the effects of a clock tick are complete. */
async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
}

test.each([1, 2])("a revision of an idle store outlives one interval, and not two (%d compactors)", async (servers) => {
  const clock = createManualClock();
  const storage = createMemoryStorage({ clock });
  const compactors = Array.from({ length: servers }, () =>
    startCompactor({ storage, clock, intervalMs, retentionMs: intervalMs, coordinationKey: "compacted" }),
  );
  await settled();
  for (let round = 0; round < 4; round++) {
    const revision = storage.currentRevision();
    clock.advance(intervalMs);
    await settled();
    expect(await isReadable(storage, revision)).toBe(true);
    clock.advance(intervalMs);
    await settled();
    expect(await isReadable(storage, revision)).toBe(false);
  }
  await Promise.all(compactors.map((compactor) => compactor.stop()));
});
