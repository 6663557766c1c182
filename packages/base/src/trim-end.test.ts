import { expect, it } from "vitest";
import { trimEndOf } from "./index.ts";

it.each([
  ["a//", "/", "a"],
  ["//", "/", ""],
  ["a/b", "/", "a/b"],
  ["", "/", ""],
])("trimEndOf %j %j is %j", (text, character, want) => {
  expect(trimEndOf(text, character)).toBe(want);
});
