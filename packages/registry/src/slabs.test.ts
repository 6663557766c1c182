import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCutter } from "./cutter.ts";
import { createSlabs, type Slabs } from "./slabs.ts";
import { type ObjectReader, StoredObject } from "./stored-object.ts";

const reader: ObjectReader = {
  prefix: "/registry/notes/",
  namespaced: true,
  objectOf: () => {
    throw new Error("nobody asks");
  },
  fieldsOf: () => ({}),
};

/** An object whose bytes are all the same. */
function put(
  slabs: Slabs,
  { key, byte, size }: { readonly key: string; readonly byte: number; readonly size: number },
) {
  const stored = slabs.make(size + 35, (room, start) => {
    room.buffer.fill(byte, start, start + size);
    return new StoredObject({ key, revision: 1, reader, span: { room, start, end: start + size } });
  });
  slabs.hold(stored);
  return stored;
}

const bytesOfRooms = (objects: Iterable<StoredObject>): number =>
  [...new Set([...objects].map(({ room }) => room.buffer))].reduce((sum, { length }) => sum + length, 0);

const step = fc.record({
  key: fc.nat(40).map(String),
  size: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 30_000, max: 40_000 })),
  op: fc.constantFrom("put", "put", "put", "remove"),
});

describe("objects that share room", () => {
  it("keep their bytes, and take at most twice as much", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const slabs = createSlabs();
        const held = new Map<string, { readonly stored: StoredObject; readonly byte: number }>();
        const past: { readonly stored: StoredObject; readonly want: Buffer }[] = [];
        steps.forEach(({ key, size, op }, i) => {
          const byte = i % 256;
          const before = held.get(key);
          held.delete(key);
          if (op === "put") held.set(key, { stored: put(slabs, { key, byte, size }), byte });
          if (before === undefined) return;
          past.push({ stored: before.stored, want: Buffer.from(before.stored.body) });
          slabs.release(before.stored);
        });
        for (const { stored, byte } of held.values()) expect(stored.body.every((b) => b === byte)).toBe(true);
        for (const { stored, want } of past) expect(stored.body.equals(want)).toBe(true);
        const objects = [...held.values()].map(({ stored }) => stored);
        const bytes = objects.reduce((sum, { size }) => sum + size + 35, 0);
        // What a slab had no room for at its end, the one that is being filled, and the first ones, which are smaller than objects may be.
        expect(bytesOfRooms(objects)).toBeLessThan(bytes * 2.5 + (256 + 64) * 1024);
      }),
    );
  });

  it("leave a slab that is hardly used", () => {
    const slabs = createSlabs();
    const all = Array.from({ length: 400 }, (_, i) => put(slabs, { key: String(i), byte: i % 256, size: 1000 }));
    expect(bytesOfRooms(all)).toBeGreaterThan(400_000);
    const [kept, gone] = [all.filter((_, i) => i % 10 === 0), all.filter((_, i) => i % 10 > 0)];
    gone.forEach(slabs.release);
    expect(bytesOfRooms(kept)).toBeLessThanOrEqual(256 * 1024);
    expect(kept.map(({ body }) => body[0])).toEqual(kept.map((_, i) => (i * 10) % 256));
  });

  it("are not waited for when they moved into other room", () => {
    const slabs = createSlabs();
    const all = Array.from({ length: 400 }, (_, i) => put(slabs, { key: String(i), byte: i % 256, size: 1000 }));
    const room = { buffer: Buffer.alloc(400_000) };
    all.slice(0, 390).forEach((stored, i) => {
      stored.body.copy(room.buffer, i * 1000);
      stored.moveTo(room, i * 1000);
    });
    expect(bytesOfRooms(all.slice(390))).toBeLessThanOrEqual(256 * 1024);
    expect(all.map(({ body }) => body[0])).toEqual(all.map((_, i) => i % 256));
  });
});

it("places are cut off blocks that grow; what is large has a buffer of its own", () => {
  const cut = createCutter();
  const places = Array.from({ length: 1000 }, () => cut(1000));
  const blocks = [...new Set(places.map(({ room }) => room.buffer))];
  expect(blocks.map(({ length }) => length / 1024).slice(0, 7)).toEqual([8, 16, 32, 64, 128, 256, 256]);
  const ends = new Map<Buffer, number>();
  for (const { room, start } of places) {
    expect(start).toBe(ends.get(room.buffer) ?? 0);
    ends.set(room.buffer, start + 1000);
    expect(start + 1000).toBeLessThanOrEqual(room.buffer.length);
  }
  expect(cut(40_000).room.buffer.length).toBe(40_000);
});
