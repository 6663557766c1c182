import { expect, test } from "vitest";
import { jsonPathProblem } from "./json-path-problem.ts";

test.each<[string, string | undefined]>([
  ["spec.validations[0].expression", undefined],
  ["..name", undefined],
  ["..1.5?((", undefined],
  ["spec.items[0:1,-1:2:3]['a','b.c'][*][]", undefined],
  ['a[?(@.b=="x)y")].c', undefined],
  ["a} text {.b", undefined],
  ["$@ a", undefined],
  ["'quoted'", undefined],
  ["-1.5", undefined],
  ["true)", undefined],
  ["a[9223372036854775807]", undefined],
  ["a[9223372036854775808]", "array index 9223372036854775808 is not a number"],
  ["a[-]", "array index - is not a number"],
  ["a[b]", "invalid array index b"],
  ["a[ 0 ]", "invalid array index  0 "],
  ['a["b"]', 'invalid array index "b"'],
  ["a[", "unterminated array"],
  ["a[?(@.b", "unterminated filter"],
  ["a[?(@.b)x]", "unterminated filter"],
  ["a[?(@.b==#)]", "unrecognized character in action: U+0023 '#'"],
  ["'a", "unterminated quoted string"],
  ["a\nb", "unclosed action"],
  ["-", "cannot parse number -"],
  ["+.", "cannot parse number +."],
  ["{.a}", "unrecognized character in action: U+007B '{'"],
  ["a}{*", "unrecognized character in action: U+002A '*'"],
  ["a \t", "unrecognized character in action: U+0009"],
  ["\u{1F389}", "unrecognized character in action: U+1F389 '\u{1F389}'"],
])("the problem of the JSONPath %j", (path, problem) => {
  expect(jsonPathProblem(path)).toBe(problem);
});
