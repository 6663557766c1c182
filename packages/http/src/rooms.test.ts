import { expect, test } from "vitest";
import { createRooms, pieceBytes } from "./rooms.ts";

const small = 32 * 1024;

test("a room is the smallest that is large enough, and is used again", () => {
  const rooms = createRooms();
  const taken = [1, small, small + 1, pieceBytes, pieceBytes + 1, undefined].map((bytes) => rooms.take(bytes));
  expect(taken.map(({ length }) => length)).toEqual([small, small, ...Array.from({ length: 4 }, () => pieceBytes)]);
  for (const room of taken) rooms.give(room);
  for (const bytes of [small, 1, pieceBytes]) expect(taken).toContain(rooms.take(bytes));
});

test("so many wait, and those that are rooms", () => {
  const rooms = createRooms();
  const taken = Array.from({ length: 17 }, () => rooms.take());
  for (const room of [...taken, Buffer.alloc(7)]) rooms.give(room);
  const again = Array.from({ length: 17 }, () => rooms.take());
  expect(again.filter((room) => taken.includes(room))).toHaveLength(16);
});
