import { expect, test } from "vitest";
import { inParallel } from "./parallel.ts";

test("at most the given number of calls run concurrently, and all complete", async () => {
  let now = 0;
  let most = 0;
  const done: number[] = [];
  await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    done.push(item);
  });
  expect([most, done]).toEqual([3, [1, 2, 3, 4, 5, 6, 7]]);
  await inParallel([], 3, () => Promise.reject(new Error("nothing to do")));
});

test("no further call starts after a failure, which is thrown when the others have ended", async () => {
  const ended: number[] = [];
  const work = inParallel([1, 2, 3, 4], 2, async (item) => {
    if (item === 1) throw new Error("one");
    await Promise.resolve();
    ended.push(item);
  });
  await expect(work).rejects.toThrow("one");
  expect(ended).toEqual([2]);
});
