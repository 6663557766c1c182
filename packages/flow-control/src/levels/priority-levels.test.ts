import { createManualClock } from "@svc/base";
import { describe, expect, test } from "vitest";
import type { LevelSettings } from "./level-settings.ts";
import { PriorityLevels } from "./priority-levels.ts";

const level = (name: string, shares: number, more: Partial<LevelSettings["shares"]> = {}): LevelSettings => ({
  name,
  uid: "",
  shares: { isExempt: false, shares, lendablePercent: 0, borrowingLimitPercent: undefined, ...more },
  response: { kind: "reject" },
});

const seatsOf = (levels: PriorityLevels<string>): Readonly<Record<string, number>> =>
  Object.fromEntries(levels.all().map(({ name, queues }) => [name, queues.seats]));

describe("seats", () => {
  const settings = [
    level("a", 1, { lendablePercent: 50 }),
    level("b", 1),
    level("c", 2, { lendablePercent: 100, borrowingLimitPercent: 0 }),
  ];

  test("are divided as soon as levels are there, seats that are lent included", () => {
    const levels = new PriorityLevels<string>({ clock: createManualClock(), seats: 40 });
    levels.configure(settings);
    // No level needs more than its least: a has 5 of its 10 seats, b 10, c none of its 20.
    expect(seatsOf(levels)).toEqual({ a: 13, b: 27, c: 0 });
  });

  test("of removed levels are measured as they were, until a level of the name is there again", () => {
    const levels = new PriorityLevels<string>({ clock: createManualClock(), seats: 40 });
    const measured = (): readonly (readonly [string, number])[] =>
      levels.measured().map(({ name, limits }) => [name, limits.nominal] as const);
    levels.configure(settings);
    levels.configure(settings.slice(1));
    expect(measured()).toEqual([
      ["b", 14],
      ["c", 27],
      ["a", 10],
    ]);
    levels.configure(settings);
    expect(measured()).toEqual([
      ["a", 10],
      ["b", 10],
      ["c", 20],
    ]);
  });

  test("are divided again when a level is removed", () => {
    const levels = new PriorityLevels<string>({ clock: createManualClock(), seats: 40 });
    levels.configure(settings);
    levels.configure(settings.slice(0, 2));
    expect(seatsOf(levels)).toEqual({ a: 13, b: 27 });
  });
});
