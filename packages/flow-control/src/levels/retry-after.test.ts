import { expect, test } from "vitest";
import { RetryAfter } from "./retry-after.ts";

/** Seconds, and how many requests are refused then; and the advice that these get. */
type Step = readonly [second: number, refused: number, want: number];

const cases: readonly { readonly name: string; readonly steps: readonly Step[] }[] = [
  { name: "stays at one second while two are refused a second", steps: [0, 1, 2, 3].map((s) => [s, 2, 1] as const) },
  {
    name: "doubles after three refusals in a second",
    steps: [
      [0, 3, 1],
      [1, 1, 2],
    ],
  },
  {
    name: "stays at two seconds with two to five refusals in two seconds",
    steps: [
      [0, 10, 1],
      [1, 2, 2],
      [3, 5, 2],
      [5, 1, 2],
    ],
  },
  {
    name: "doubles again after six refusals in two seconds",
    steps: [
      [0, 10, 1],
      [1, 6, 2],
      [3, 1, 4],
    ],
  },
  {
    name: "falls by one where fewer were refused than the advised seconds",
    steps: [
      [0, 10, 1],
      [1, 6, 2],
      [3, 1, 4],
      [7, 1, 3],
      [10, 1, 2],
      [12, 1, 1],
      [20, 1, 1],
    ],
  },
  {
    name: "does not change before the advised time is over",
    steps: [
      [0, 10, 1],
      [1, 100, 2],
      [2, 100, 2],
      [3, 1, 4],
    ],
  },
  {
    name: "is 32 seconds at most",
    steps: [0, 1, 3, 7, 15, 31, 63, 95].map((s, i) => [s, 1000, Math.min(32, 2 ** i)] as const),
  },
];
test.each(cases)("the advice $name", ({ steps }) => {
  const retryAfter = new RetryAfter();
  for (const [second, refused, want] of steps)
    for (let i = 0; i < refused; i++) expect([second, retryAfter.refuse(second * 1000 + i)]).toEqual([second, want]);
});
