import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isStorageError } from "./errors.ts";
import { type CollatingKey, checkKey, collatingKey, collatingRange, inRange, keyFromCollating } from "./key.ts";

const text = fc.string({ unit: "binary", maxLength: 12 });

describe("collating keys", () => {
  test("order as UTF-8 bytes do", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const bytes = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const [x, y] = [collatingKey(a), collatingKey(b)];
        expect(x < y ? -1 : x > y ? 1 : 0).toBe(bytes);
      }),
      {
        numRuns: 2000,
        examples: [
          ["\u{10000}", "\uffff"],
          ["\ue000", "\u{1f600}"],
        ],
      },
    );
  });

  test("convert back to the key", () => {
    fc.assert(
      fc.property(text, (a) => keyFromCollating(collatingKey(a)) === a),
      { numRuns: 2000 },
    );
  });

  test("a range holds the keys of its definition", () => {
    const bound = fc.option(text, { nil: undefined });
    const short = fc.string({ unit: "binary", maxLength: 1 });
    fc.assert(
      fc.property(short, bound, bound, text, (prefix, start, end, rest) => {
        const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
        for (const key of [rest, prefix + rest]) {
          const want =
            key.startsWith(prefix) &&
            (start === undefined || order(key, start) >= 0) &&
            (end === undefined || order(key, end) < 0);
          const range = collatingRange({
            prefix,
            ...(start === undefined ? {} : { start }),
            ...(end === undefined ? {} : { end }),
          });
          expect(inRange(collatingKey(key), range)).toBe(want);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("the last prefix of all has no upper bound", () => {
    expect(collatingRange({ prefix: "\u{10ffff}" }).upper).not.toBe(undefined);
    expect(collatingRange({ prefix: "" })).toEqual({ lower: "" as CollatingKey, upper: undefined });
  });
});

describe("checkKey", () => {
  test.each([
    ["empty", ""],
    ["no text", 7],
    ["a lone surrogate", "a\ud800"],
  ])("refuses %s", (_name, key) => {
    expect(() => checkKey(key, 100)).toThrow(TypeError);
  });

  test.each([
    ["a", 1, true],
    ["é", 1, false],
    ["é", 2, true],
    ["\u{1f600}", 3, false],
    ["\u{1f600}", 4, true],
  ])("counts bytes: %s in %d", (key, max, fits) => {
    const check = (): void => checkKey(key, max);
    if (fits) expect(check).not.toThrow();
    else expect(check).toThrow(expect.toSatisfy((e) => isStorageError(e, "too-large")));
  });
});
