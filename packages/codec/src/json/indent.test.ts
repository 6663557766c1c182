import { expect, test } from "vitest";
import { indentJson, indentSteps } from "../index.ts";

test("long JSON is indented in several steps, to the same text", () => {
  const value = Array.from({ length: 60_000 }, (_, i) => ({ name: `n${i}`, text: 'a "quoted" [text], {here}' }));
  const compact = Buffer.from(JSON.stringify(value));
  const steps = indentSteps(compact);
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) count++;
  expect(count).toBe(Math.floor(compact.length / 2 ** 20));
  expect(step.value.equals(indentJson(compact))).toBe(true);
  expect(step.value.toString()).toBe(JSON.stringify(value, undefined, 2));
});
