import { describe, expect, test } from "vitest";
import type { Packing } from "./cache-state.ts";
import { createToyWorld, type Toy, type ToyWorld } from "./testing/toy.ts";

interface PackedWorld extends ToyWorld {
  /** The room of each toy by its name; those without one are alone. */
  rooms(): Readonly<Record<string, number>>;
  readonly roomOf: WeakMap<Toy, number>;
}

async function createPackedWorld(): Promise<PackedWorld> {
  const roomOf = new WeakMap<Toy, number>();
  let rooms = 0;
  const packing: Packing<Toy> = {
    isPacked: (toy) => roomOf.has(toy),
    pack(toys) {
      rooms++;
      for (const toy of toys) roomOf.set(toy, rooms);
    },
    unpack: (toy) => void roomOf.delete(toy),
  };
  const world = await createToyWorld({ packing });
  await world.toys.ready();
  return {
    ...world,
    roomOf,
    rooms: () =>
      Object.fromEntries(
        [...world.toys.values()].flatMap((toy) => (roomOf.has(toy) ? [[toy.name, roomOf.get(toy)!]] : [])),
      ),
  };
}

async function putMany(world: ToyWorld, from: number, to: number): Promise<void> {
  for (let i = from; i < to; i++) await world.put(`ns/t${String(i).padStart(4, "0")}`, "x");
}

describe("items that stand beside each other", () => {
  test("share room some time after they were written", async () => {
    const world = await createPackedWorld();
    await putMany(world, 0, 10);
    world.clock.advance(1999);
    expect(world.rooms()).toEqual({});
    world.clock.advance(1);
    expect(Object.values(world.rooms())).toEqual(Array(10).fill(1));
  });

  test("share one room for each leaf, a few leaves at a time", async () => {
    const world = await createPackedWorld();
    await putMany(world, 0, 256 * 5 + 8);
    world.clock.advance(2000);
    expect(new Set(Object.values(world.rooms()))).toEqual(new Set([1, 2, 3, 4]));
    world.clock.advance(5);
    expect(new Set(Object.values(world.rooms()))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });

  test("stay alone when they are few, or few of many", async () => {
    const world = await createPackedWorld();
    await putMany(world, 0, 7);
    world.clock.advance(2000);
    expect(world.rooms()).toEqual({});
    await putMany(world, 7, 100);
    world.clock.advance(2000);
    await putMany(world, 0, 24);
    world.clock.advance(2000);
    expect(Object.keys(world.rooms())).toHaveLength(76);
    await putMany(world, 24, 25);
    world.clock.advance(2000);
    expect(Object.values(world.rooms())).toEqual(Array(100).fill(2));
  });

  test("have room of their own once they are superseded or gone", async () => {
    const world = await createPackedWorld();
    await putMany(world, 0, 10);
    world.clock.advance(2000);
    const [first, second] = [...world.toys.values()];
    await world.put("ns/t0000", "y");
    await world.remove("ns/t0001");
    expect([first, second].map((toy) => world.roomOf.has(toy!))).toEqual([false, false]);
    expect(Object.keys(world.rooms())).toHaveLength(8);
  });
});
