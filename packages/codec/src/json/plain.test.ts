import { describe, expect, test } from "vitest";
import { parseOwn, parseUnique } from "./plain.ts";

const unique = (text: string): unknown => parseUnique(Buffer.from(text), text);

describe("parseUnique", () => {
  for (const { name, text } of [
    { name: "a member that repeats", text: '{"a":1,"b":{"a":1,"a":2}}' },
    { name: "a fraction", text: '{"a":1.0}' },
    { name: "an exponent", text: '{"a":1e3}' },
    { name: "a number that no double may hold", text: '{"a":9007199254740993}' },
    { name: "half of a pair of surrogates", text: '{"a":"\\ud83d"}' },
    { name: "a list", text: "[1]" },
    { name: "invalid JSON", text: '{"a":1' },
    { name: "too deep", text: `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}` },
  ]) {
    test(`does not handle ${name}`, () => expect(unique(text)).toBeUndefined());
  }
  test("reads everything else", () => {
    expect(unique('{"a":[{"b":1},{"b":"x:y,{"}],"__proto__":null}')).toEqual(
      JSON.parse('{"a":[{"b":1},{"b":"x:y,{"}],"__proto__":null}'),
    );
  });
});

test("parseOwn keeps integers beyond the range of doubles", () => {
  expect(parseOwn('{"a":9007199254740993,"b":[-9007199254740993,1]}')).toEqual({
    a: 9007199254740993n,
    b: [-9007199254740993n, 1],
  });
});
