import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openEmbeddedStorage } from "./embedded/index.ts";
import { createValueSlab } from "./value-slab.ts";

describe("value slab", () => {
  it("is reused after a reset, and not shared before", () => {
    const slab = createValueSlab();
    const [a, b, large] = [slab.allocate(10), slab.allocate(20), slab.allocate(1_000_000)];
    expect([a, b, large].map(({ length }) => length)).toEqual([10, 20, 1_000_000]);
    expect(new Set([a, b, large].map(({ buffer }) => buffer)).size).toBe(3);
    slab.reset();
    expect([slab.allocate(30), slab.allocate(5)].map(({ buffer }) => buffer)).toEqual([a.buffer, b.buffer]);
    expect(slab.allocate(1_000_000).buffer).not.toBe(large.buffer);
  });

  it("holds the values that an embedded store reads, page after page", async () => {
    const dir = await mkdtemp(join(tmpdir(), "value-slab-"));
    try {
      await using storage = await openEmbeddedStorage({ dir });
      const keys = Array.from({ length: 40 }, (_, i) => `/k/${String(i).padStart(2, "0")}`);
      const text = (key: string): string => key.repeat(3000);
      for (const key of keys) await storage.commit([{ op: "put", key, value: Buffer.from(text(key)) }]);
      const slab = createValueSlab();
      const observed: string[] = [];
      const buffers = new Set<ArrayBufferLike>();
      for (let start = "/k/"; ; ) {
        const page = await storage.range({ prefix: "/k/", start }, { limit: 10, slab });
        for (const { key, value } of page.entries) {
          buffers.add(value.buffer);
          expect(Buffer.from(value).toString()).toBe(text(key));
          observed.push(key);
        }
        if (!page.more) break;
        start = `${observed.at(-1)}\0`;
        slab.reset();
      }
      expect(observed).toEqual(keys);
      expect(buffers.size).toBe(1);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});
