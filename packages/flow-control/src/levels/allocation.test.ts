import fc from "fast-check";
import { expect, test } from "vitest";
import { allocateSeats, type Claim } from "../index.ts";

const claim = (least: number, most: number, target: number): Claim => ({ isExempt: false, least, most, target });

test.each<{
  readonly name: string;
  readonly claims: readonly Claim[];
  readonly seats: number;
  readonly want: readonly number[];
}>([
  {
    name: "an idle server shares what is lent by what levels keep",
    claims: [claim(10, 100, 10), claim(20, 100, 20), claim(30, 100, 30)],
    seats: 120,
    want: [20, 40, 60],
  },
  {
    name: "a level with much to do gets what the others lend",
    claims: [claim(24, 649, 400), claim(25, 625, 25), claim(209, 900, 209)],
    seats: 602,
    want: [368, 25, 209],
  },
  {
    name: "a borrowing limit bounds what it gets",
    claims: [claim(12, 48, 400), claim(12, 100, 20)],
    seats: 100,
    want: [48, 52],
  },
  {
    name: "two with much to do get the same fraction",
    claims: [claim(10, 600, 200), claim(10, 600, 400)],
    seats: 300,
    want: [100, 200],
  },
  {
    name: "what an exempt level uses is taken first",
    claims: [{ isExempt: true, least: 20, most: 600, target: 20 }, claim(10, 600, 100)],
    seats: 70,
    want: [20, 50],
  },
  {
    name: "more than there is for what all keep is not taken away",
    claims: [claim(60, 90, 60), claim(60, 90, 60)],
    seats: 100,
    want: [60, 60],
  },
  { name: "no levels", claims: [], seats: 100, want: [] },
])("$name", ({ claims, seats, want }) => {
  expect(allocateSeats(claims, seats).seats).toEqual(want);
});

test("every level stays within its bounds, and no usable seat is left over", () => {
  const any = fc
    .tuple(fc.nat(50), fc.nat(200), fc.nat(400))
    .map(([least, more, target]) => claim(least, least + more, Math.max(least, target)));
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 8 }), fc.nat(800), (claims, total) => {
      const { seats } = allocateSeats(claims, total);
      const sum = seats.reduce((a, b) => a + b, 0);
      for (const [at, { least, most }] of claims.entries()) {
        expect(seats[at]).toBeGreaterThanOrEqual(least);
        expect(seats[at]).toBeLessThanOrEqual(Math.max(least, most));
      }
      const least = claims.reduce((a, c) => a + c.least, 0);
      const most = claims.reduce((a, c) => a + (c.target === 0 ? c.least : c.most), 0);
      const want = Math.min(Math.max(total, least), Math.max(most, least));
      // Each level is rounded by itself.
      expect(Math.abs(sum - want)).toBeLessThanOrEqual(claims.length);
    }),
  );
});
