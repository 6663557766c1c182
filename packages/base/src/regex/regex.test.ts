import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { compileRegex, compileWork } from "./index.ts";

const free = (): void => undefined;

/** The work of a search that may take so much, and whether it had to be ended. */
function searched(pattern: string, text: string, most: number): { readonly work: number; readonly isEnded: boolean } {
  const spent = new Error("spent");
  let work = 0;
  const regex = compileRegex(pattern);
  try {
    regex.test(text, (units) => {
      work += units;
      if (work > most) throw spent;
    });
    return { work, isEnded: false };
  } catch (error) {
    if (error !== spent) throw error;
    return { work, isEnded: true };
  }
}

const atom = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\w", "\\b", "\\B", "^", "$", "é", "\\pL", "😀", "(?:a|)");
const repeat = fc.constantFrom("", "*", "+?", "?", "{2}", "{0,3}");
const pattern = fc.letrec<{ readonly any: string; readonly one: string }>((tie) => ({
  any: fc
    .tuple(fc.constantFrom("", "(?i)", "(?m)", "(?s)"), fc.array(tie("one"), { maxLength: 5 }))
    .map(([flag, parts]) => flag + parts.join("")),
  one: fc.oneof(
    { depthSize: "small" },
    fc.tuple(atom, repeat).map(([a, times]) => (/^[\\^$]$|^\\[bB]$/.test(a) ? a : a + times)),
    fc.tuple(tie("any"), tie("any"), repeat).map(([a, b, times]) => `(${a}|${b})${times}`),
  ),
})).any;
const text = fc
  .array(fc.constantFrom("a", "b", "A", " ", "\n", "é", "😀", "\ud800"), { maxLength: 12 })
  .map((parts) => parts.join(""));

describe("a regular expression", () => {
  test("matches and finds as the library does", () => {
    fc.assert(
      fc.property(pattern, text, (pattern, text) => {
        // Repetitions within repetitions may be too many.
        fc.pre(compileWork(pattern) < 1_000);
        const library = RE2JS.compile(pattern);
        const regex = compileRegex(pattern);
        expect(regex.test(text, free)).toBe(library.test(text));
        const find = regex.finder(text, free);
        for (let from = 0; from <= text.length; from++) {
          const matcher = library.matcher(text);
          const expected = matcher.find(from) ? [matcher.start(), matcher.end()] : undefined;
          expect(find(from)).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["^(a+)+$", `${"a".repeat(3_000_000)}!`],
    ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$", "a.".repeat(1_500_000)],
    ["(\\pL|\\pN)*[!?]", "é".repeat(1_500_000)],
    ["(.*){50}[xy]", "a".repeat(3_000_000)],
  ])("%s searches a text of 3 MB with little work", (pattern, text) => {
    expect(searched(pattern, text, 250_000)).toMatchObject({ isEnded: false });
  });

  test.each([
    ["(a|b)*a(a|b){900}[cd]", "ab"],
    ["(?i)(k|s)*k(k|s){900}[!?]", "ks"],
  ])("the search for %s, which has many states, is ended", (pattern, letters) => {
    let seed = 1;
    const random = (): number => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 16;
    const text = Array.from({ length: 10_000 }, () => letters[random() & 1]).join("");
    expect(searched(pattern, text, 500_000)).toMatchObject({ isEnded: true });
  });

  test("finding all matches of a pattern that looks far ahead counts each look", () => {
    let work = 0;
    const find = compileRegex("a(.*x)?").finder("a".repeat(10_000), (units) => {
      work += units;
    });
    for (let at = 0; at < 100; at++) expect(find(at)).toEqual([at, at + 1]);
    expect(work).toBeGreaterThan(1_000_000);
  });

  test.each([
    ["a{1000}".repeat(100)],
    ["\\pL".repeat(10_000)],
    [`(?i)${"\\pL".repeat(1_000)}`],
    ["(?i)[\\x{80}-\\x{1e943}]".repeat(50)],
    [`(?i)${"[\u0080-\u{1e943}]".repeat(50)}`],
    ["a".repeat(100_000)],
  ])("pattern %#, which takes long to compile, is refused", (pattern) => {
    expect(() => compileRegex(pattern)).toThrow("expression too large");
  });

  test.each([
    ["a(", 1],
    ["a{3}", 3],
    ["(ab){10,20}", 80],
    ["[a-z]{1000}", 1000],
  ])("the work of compiling %s is %i", (pattern, work) => {
    expect(compileWork(pattern)).toBe(work);
  });
});
