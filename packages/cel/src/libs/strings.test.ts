import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEnv } from "../env/env.ts";
import { toPlain } from "../env/plain.ts";
import { stringsLibrary } from "./strings.ts";

const env = createEnv({
  libraries: [stringsLibrary()],
  variables: { text: "string", part: "string", by: "string", most: "int" },
});
const answerOf = (expression: string): ((given: object) => unknown) => {
  const program = env.compile(expression);
  return (given) => {
    const result = program.evaluate({ ...given });
    return result.ok ? toPlain(result.value) : result.error.message;
  };
};

/** Where the parts of a text begin and end, found one by one in code points. */
function naiveSplit(text: string, part: string, most: number): string[] {
  if (most === 0) return [];
  const limit = most < 0 ? Number.POSITIVE_INFINITY : most;
  const characters = [...text];
  if (part === "")
    return characters.length <= limit
      ? characters
      : [...characters.slice(0, limit - 1), characters.slice(limit - 1).join("")];
  const found: string[] = [];
  let rest = text;
  for (let at = rest.indexOf(part); at >= 0 && found.length + 1 < limit; at = rest.indexOf(part)) {
    found.push(rest.slice(0, at));
    rest = rest.slice(at + part.length);
  }
  return [...found, rest];
}

function naiveReplace(text: string, part: string, by: string, most: number): string {
  let left = most < 0 ? Number.POSITIVE_INFINITY : most;
  if (part === "") {
    const before = [...text].map((char) => (left-- > 0 ? by + char : char));
    return before.join("") + (left > 0 ? by : "");
  }
  let done = "";
  let rest = text;
  for (let at = rest.indexOf(part); at >= 0 && left > 0; at = rest.indexOf(part), left--) {
    done += rest.slice(0, at) + by;
    rest = rest.slice(at + part.length);
  }
  return done + rest;
}

describe("substrings equal those of a naive model", () => {
  const letters = fc.constantFrom("a", "b", "aa", "$&", "é", "😀");
  const texts = fc.array(letters, { maxLength: 12 }).map((list) => list.join(""));
  const given = fc.record({
    text: texts,
    part: fc.oneof(fc.constant(""), letters, texts),
    by: fc.oneof(letters, fc.constant("")),
    most: fc.integer({ min: -1, max: 14 }),
  });
  const [split, splitAll] = [answerOf("text.split(part, most)"), answerOf("text.split(part)")];
  const [replace, replaceAll] = [answerOf("text.replace(part, by, most)"), answerOf("text.replace(part, by)")];

  test("split", () => {
    fc.assert(
      fc.property(given, ({ text, part, by, most }) => {
        const all = { text, part, by, most: BigInt(most) };
        expect(split(all)).toEqual(naiveSplit(text, part, most));
        expect(splitAll(all)).toEqual(naiveSplit(text, part, -1));
      }),
      { numRuns: 500 },
    );
  });

  test("replace", () => {
    fc.assert(
      fc.property(given, ({ text, part, by, most }) => {
        const all = { text, part, by, most: BigInt(most) };
        expect(replace(all)).toBe(naiveReplace(text, part, by, most));
        expect(replaceAll(all)).toBe(naiveReplace(text, part, by, -1));
      }),
      { numRuns: 500 },
    );
  });
});
