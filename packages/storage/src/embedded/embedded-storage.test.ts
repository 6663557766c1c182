import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManualClock } from "@svc/base";
import { describe, test } from "vitest";
import { testStorage } from "../conformance/index.ts";
import { openEmbeddedStorage } from "./index.ts";

describe("embedded storage", () => {
  testStorage({
    test,
    open: async () => {
      const dir = await mkdtemp(join(tmpdir(), "svc-storage-"));
      const clock = createManualClock();
      // Small segments and little memory, so that everything that depends on them happens.
      const open = () =>
        openEmbeddedStorage({ dir, clock, compaction: false, segmentBytes: 64 * 1024, recentBytes: 4096 });
      let storage = await open();
      return {
        storage,
        reopen: async () => {
          await storage[Symbol.asyncDispose]();
          storage = await open();
          return storage;
        },
        passTime: async (ms) => {
          clock.advance(ms);
          await new Promise((resolve) => setImmediate(resolve));
        },
        close: async () => {
          await storage[Symbol.asyncDispose]();
          await rm(dir, { recursive: true });
        },
      };
    },
  });
});
