import { expect, test } from "vitest";
import { RecentTexts } from "./recent-texts.ts";

test("the latest texts are kept, unless they are long", () => {
  const texts = new RecentTexts();
  const names = Array.from({ length: 3_000 }, (_, i) => `text ${i}`);
  for (const name of names) texts.add(name);
  expect(names.map((name) => texts.has(name))).toEqual(names.map((_, i) => i >= 3_000 - 2_048));
  texts.add("x".repeat(1_024));
  texts.add("y".repeat(1_025));
  expect(["x".repeat(1_024), "y".repeat(1_025), ""].map((text) => texts.has(text))).toEqual([true, false, false]);
});
