import { expect, test } from "vitest";
import { parseResident, parseStat, withDescendants } from "./process-figures.ts";

test("the name of a process may hold spaces and parentheses", () => {
  const text =
    "24521 (a (b) c) S 17 24521 24521 0 -1 4194304 60000 0 12 0 750 250 0 0 20 0 13 0 812 2128052224 58230 0 0";
  expect(parseStat(text)).toEqual({ parent: 17, ticks: 1000 });
});

test("the resident set is in bytes", () => {
  expect(parseResident("Name:\tnode\nVmHWM:\t  99999 kB\nVmRSS:\t  294000 kB\nThreads:\t11\n")).toBe(294_000 * 1024);
});

test("child processes and their children are counted", () => {
  const parents = new Map([
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 1],
    [6, 5],
  ]);
  expect(withDescendants([2], parents).toSorted()).toEqual([2, 3, 4]);
  expect(withDescendants([4, 5], parents).toSorted()).toEqual([4, 5, 6]);
});
