import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBlockAllocator } from "./block-allocator.ts";
import { createSlabAllocator, type SlabAllocator } from "./slab-allocator.ts";
import { type ObjectReader, StoredObject } from "./stored-object.ts";

const reader: ObjectReader = {
  prefix: "/registry/notes/",
  namespaced: true,
  objectOf: () => {
    throw new Error("unexpected call");
  },
  fieldsOf: () => ({}),
  apiVersion: "example.com/v1",
  renew: () => ({}),
};

/** An object whose bytes are all the same. */
function put(
  slabs: SlabAllocator,
  { key, byte, size }: { readonly key: string; readonly byte: number; readonly size: number },
) {
  const stored = slabs.make(size + 35, (block, start) => {
    block.buffer.fill(byte, start, start + size);
    return new StoredObject({ key, revision: 1, reader, span: { block, start, end: start + size } });
  });
  slabs.hold(stored);
  return stored;
}

const bytesOfBlocks = (objects: Iterable<StoredObject>): number =>
  [...new Set([...objects].map(({ block }) => block.buffer))].reduce((sum, { length }) => sum + length, 0);

/** The same, of objects that history lets go of. */
function drop(slabs: SlabAllocator, stored: StoredObject): void {
  slabs.supersede(stored);
  slabs.release(stored);
}

const step = fc.record({
  key: fc.nat(40).map(String),
  size: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 3000 }) },
    { weight: 8, arbitrary: fc.integer({ min: 30_000, max: 40_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 250_000, max: 300_000 }) },
  ),
  op: fc.constantFrom("put", "put", "put", "remove", "pack"),
});

describe("objects that share a block", () => {
  it("keep their bytes, with little overhead", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), fc.nat(100), (steps, maxPast) => {
        const slabs = createSlabAllocator();
        const current = new Map<string, { readonly stored: StoredObject; readonly byte: number }>();
        const past: { readonly stored: StoredObject; readonly byte: number }[] = [];
        const released: { readonly stored: StoredObject; readonly byte: number }[] = [];
        steps.forEach(({ key, size, op }, i) => {
          const byte = i % 256;
          const before = current.get(key);
          if (op === "pack") {
            before?.stored.moveTo({ buffer: Buffer.alloc(before.stored.size + 1, before.byte) }, 1);
            return;
          }
          current.delete(key);
          if (op === "put") current.set(key, { stored: put(slabs, { key, byte, size }), byte });
          if (before === undefined) return;
          slabs.supersede(before.stored);
          past.push(before);
          if (past.length <= maxPast) return;
          const oldest = past.shift()!;
          slabs.release(oldest.stored);
          released.push(oldest);
        });
        for (const { stored, byte } of [...current.values(), ...past, ...released]) {
          expect(stored.body.every((b) => b === byte)).toBe(true);
        }
        const objects = [...current.values(), ...past].map(({ stored }) => stored);
        const bytes = objects.reduce((sum, { size }) => sum + size, 0);
        // One slab may be wasted, and another one is being filled.
        expect(bytesOfBlocks(objects)).toBeLessThan(bytes * 1.25 + 2 * 256 * 1024);
      }),
    );
  });

  it("leave slabs that are hardly used", () => {
    const slabs = createSlabAllocator();
    const all = Array.from({ length: 4000 }, (_, i) => put(slabs, { key: String(i), byte: i % 256, size: 1000 }));
    expect(bytesOfBlocks(all)).toBeGreaterThan(4_000_000);
    const [kept, gone] = [all.filter((_, i) => i % 10 === 0), all.filter((_, i) => i % 10 > 0)];
    for (const stored of gone) drop(slabs, stored);
    expect(bytesOfBlocks(kept)).toBeLessThan(400_000 * 1.25 + 2 * 256 * 1024);
    expect(kept.map(({ body }) => body[0])).toEqual(kept.map((_, i) => (i * 10) % 256));
  });

  it("stay in a slab that mostly holds history", () => {
    const slabs = createSlabAllocator();
    const all = Array.from({ length: 4000 }, (_, i) => put(slabs, { key: String(i), byte: i % 256, size: 1000 }));
    const before = all.map(({ block }) => block);
    for (const stored of all.slice(0, 3900)) slabs.supersede(stored);
    put(slabs, { key: "next", byte: 0, size: 30_000 });
    expect(all.every(({ block }, i) => block === before[i])).toBe(true);
  });

  it.each([1000, 300_000])("of %i bytes leave their slab once they are superseded", (size) => {
    const slabs = createSlabAllocator();
    const stored = put(slabs, { key: "a", byte: 7, size });
    const block = { buffer: Buffer.alloc(size + 4000, 7) };
    stored.moveTo(block, 1000);
    slabs.supersede(stored);
    expect(stored.block).not.toBe(block);
    expect(stored.body.equals(Buffer.alloc(size, 7))).toBe(true);
    slabs.release(stored);
    expect(stored.body.equals(Buffer.alloc(size, 7))).toBe(true);
  });
});

it("ranges come from blocks that grow; a large one has its own buffer", () => {
  const allocate = createBlockAllocator();
  const places = Array.from({ length: 1000 }, () => allocate(1000));
  const blocks = [...new Set(places.map(({ block }) => block.buffer))];
  expect(blocks.map(({ length }) => length / 1024).slice(0, 7)).toEqual([8, 16, 32, 64, 128, 256, 256]);
  const ends = new Map<Buffer, number>();
  for (const { block, start } of places) {
    expect(start).toBe(ends.get(block.buffer) ?? 0);
    ends.set(block.buffer, start + 1000);
    expect(start + 1000).toBeLessThanOrEqual(block.buffer.length);
  }
  expect(allocate(40_000).block.buffer.length).toBe(40_000);
});
