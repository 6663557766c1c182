import { expect, test } from "vitest";
import { Listeners } from "./index.ts";

test("listeners are called in order until they are removed, a function that was added twice twice", () => {
  const called: string[] = [];
  const listeners = new Listeners<[value: number]>();
  const first = (value: number) => void called.push(`first ${value}`);
  const remove = listeners.add(first);
  listeners.add((value) => {
    called.push(`second ${value}`);
    if (value === 1) listeners.add(first);
  });
  listeners.add(first);
  listeners.notify(1);
  remove();
  remove();
  listeners.notify(2);
  expect(called).toEqual(["first 1", "second 1", "first 1", "second 2", "first 2", "first 2"]);
});
