import { expect, it } from "vitest";
import { patternProblem } from "./pattern.ts";

it.each<[string, string | undefined]>([
  ["^a+$", undefined],
  ["[", "error parsing regexp: missing closing ]: `[`"],
  ["(?=a)", "error parsing regexp: invalid or unsupported Perl syntax: `(?=`"],
  ["a(", "error parsing regexp: missing closing ): `a(`"],
  ["\\1", "error parsing regexp: invalid escape sequence: `\\1`"],
  ["a\\", "error parsing regexp: trailing backslash at end of expression: ``"],
  ["*a", "error parsing regexp: missing argument to repetition operator: `*`"],
])("%s", (pattern, problem) => {
  expect(patternProblem(pattern)).toBe(problem);
});
