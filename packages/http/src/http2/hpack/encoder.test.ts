import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesOf, noLimits, tableOf } from "../../testing/hpack.ts";
import { HeaderDecoder } from "./decoder.ts";
import { HeaderEncoder } from "./encoder.ts";

/** A block, with bytes before it that are not its own. */
function encoded(encoder: HeaderEncoder, lines: readonly string[]): Buffer {
  const out = Buffer.alloc(65_536, 0xaa);
  const end = encoder.encode(lines, out, 3);
  expect(out.subarray(0, 3).toString("hex")).toBe("aaaaaa");
  return out.subarray(3, end);
}

const hexOf = (encoder: HeaderEncoder, lines: readonly string[]): string => encoded(encoder, lines).toString("hex");

/** The table behind the blocks of an encoder, and that all of them say what was to be said. */
function tableAfter(encoder: HeaderEncoder, blocks: readonly (readonly string[])[]): readonly string[] {
  const decoder = new HeaderDecoder();
  for (const lines of blocks) expect(decoder.decode(encoded(encoder, lines), noLimits).lines).toEqual(lines);
  return tableOf(decoder);
}

describe("a line", () => {
  test.each([
    ["of the static table", [":status", "404"], "8d", "8d"],
    ["of the static table without a value", ["vary", ""], "bb", "bb"],
    ["with a name of the static table", ["server", "a"], "76 01 61", "be"],
    ["with a name of many lines there", [":status", "201"], "48 03 323031", "be"],
    ["with a name of its own", ["a", "b"], "40 01 61 01 62", "be"],
    ["that is other each time", ["content-length", "10"], "0f 0d 02 3130", "0f 0d 02 3130"],
    ["that is other each time, with a name of its own", ["audit-id", "a"], "00 08 61756469742d6964 01 61", undefined],
    ["that is secret", ["set-cookie", "a"], "1f 28 01 61", "1f 28 01 61"],
    ["that is secret, of a request", ["authorization", "a"], "1f 08 01 61", "1f 08 01 61"],
    ["with bytes beyond ASCII", ["a", "\xe9\xff"], "40 01 61 02 e9ff", "be"],
  ])("%s", (_, lines, first, again = first) => {
    const encoder = new HeaderEncoder();
    expect(hexOf(encoder, lines)).toBe(first.replaceAll(" ", ""));
    expect(hexOf(encoder, lines)).toBe(again.replaceAll(" ", ""));
  });

  test("has the name of one before it", () => {
    const encoder = new HeaderEncoder();
    expect(hexOf(encoder, ["a", "b", "c", "d"])).toBe("4001610162" + "4001630164");
    expect(hexOf(encoder, ["a", "x", "a", "b", "a", "x"])).toBe("7f000178" + "c0" + "be");
  });

  test("that would take much of the table is not put there", () => {
    const fits = ["a", "b".repeat(1_024 - 33)];
    const large = ["c", "d".repeat(1_024 - 32)];
    expect(tableAfter(new HeaderEncoder(), [[...fits, ...large]])).toEqual(fits);
  });

  test.each([39, 40, 41, 126, 127, 128, 254, 255, 256, 16_510, 16_511])("of %i bytes", (length) => {
    const lines = ["etag", "\xe9".repeat(length), "x".repeat(length), "1"];
    tableAfter(new HeaderEncoder(), [lines]);
  });
});

test("repeated lines are indexes, in every block", () => {
  const encoder = new HeaderEncoder();
  const lines = [":status", "200", "content-type", "application/json", "date", "now", "x-own", "own"];
  const newestFirst = ["x-own", "own", "date", "now", "content-type", "application/json"];
  expect(tableAfter(encoder, [lines, lines])).toEqual(newestFirst);
  expect(hexOf(encoder, lines)).toBe("88c0bfbe");
});

describe("buffer", () => {
  const lines = ["a", "b".repeat(100), ":status", "200"];

  test("that is too small is unchanged", () => {
    const encoder = new HeaderEncoder();
    encoder.setMaxTableBytes(1_000);
    const out = Buffer.alloc(200, 0xaa);
    for (let at = 100; at <= 201; at++) expect(encoder.encode(lines, out, at)).toBe(-1);
    expect(out.equals(Buffer.alloc(200, 0xaa))).toBe(true);
    const fresh = new HeaderEncoder();
    fresh.setMaxTableBytes(1_000);
    expect(hexOf(encoder, lines)).toBe(hexOf(fresh, lines));
    expect(hexOf(encoder, lines)).toBe(hexOf(fresh, lines));
  });

  test("is enough where it would be without tables", () => {
    for (let length = 0; length <= 200; length++) {
      const encoder = new HeaderEncoder();
      encoder.setMaxTableBytes(300);
      encoder.setMaxTableBytes(4_000);
      const end = encoder.encode(lines.slice(0, 2), Buffer.alloc(length), 20);
      expect(end).toBe(length < 151 ? -1 : 130);
    }
  });
});

describe("the size of the table", () => {
  test.each([
    ["said as it is", [4_096], ""],
    ["larger than ours", [65_536], ""],
    ["smaller", [1_000], "3fc907"],
    ["nothing", [0], "20"],
    ["sinks and rises to what it was", [0, 4_096], "203fe11f"],
    ["sinks and rises", [100, 1_000], "3f453fc907"],
    ["sinks twice", [1_000, 100], "3f45"],
    ["rises beyond ours, behind having sunk", [30, 100_000], "3e3fe11f"],
  ])("%s", (_, sizes, want) => {
    const encoder = new HeaderEncoder();
    for (const bytes of sizes) encoder.setMaxTableBytes(bytes);
    expect(hexOf(encoder, [":status", "200"])).toBe(`${want}88`);
    expect(hexOf(encoder, [":status", "200"])).toBe("88");
  });

  test("that rises is announced alone", () => {
    const encoder = new HeaderEncoder();
    encoder.setMaxTableBytes(100);
    expect(hexOf(encoder, [])).toBe("3f45");
    encoder.setMaxTableBytes(1_000);
    expect(hexOf(encoder, [])).toBe("3fc907");
  });

  test("evicts lines, which are then sent in full", () => {
    const encoder = new HeaderEncoder();
    expect(hexOf(encoder, ["a", "b"])).toBe("4001610162");
    encoder.setMaxTableBytes(0);
    expect(hexOf(encoder, ["a", "b"])).toBe("200001610162");
    encoder.setMaxTableBytes(4_096);
    expect(hexOf(encoder, ["a", "b"])).toBe("3fe11f4001610162");
    expect(hexOf(encoder, ["a", "b"])).toBe("be");
  });
});

test("more names than the table holds are sent like others", () => {
  const many = Array.from({ length: 1_000 }, (_, i) => [`name-${i}`, "value"]);
  tableAfter(new HeaderEncoder(), [...many, ...many.slice(-50), ...many.slice(0, 300)]);
});

test("names are forgotten where there are too many, though their lines are in the table", () => {
  const encoder = new HeaderEncoder();
  expect(hexOf(encoder, ["x", "1"])).toBe("4001780131");
  for (let i = 0; i < 255; i++) hexOf(encoder, [`name-${i}`, "too large for the table".repeat(50)]);
  expect(hexOf(encoder, ["x", "1"])).toBe("be");
  hexOf(encoder, ["one more", ""]);
  expect(hexOf(encoder, ["x", "1"])).toBe("4001780131");
});

test("lines fall out of the table in their order", () => {
  const numbered = Array.from({ length: 200 }, (_, i) => ["n", `${i}`.padStart(31, "0")]); // 64 bytes each.
  const table = tableAfter(new HeaderEncoder(), numbered);
  expect(table).toEqual(numbered.slice(-64).reverse().flat());
});

test("a decoder of a smaller table understands blocks that respect its size", () => {
  const encoder = new HeaderEncoder();
  encoder.setMaxTableBytes(128);
  const decoder = new HeaderDecoder(128);
  for (let i = 0; i < 20; i++) {
    const lines = ["a", `${i % 3}`];
    expect(decoder.decode(encoded(encoder, lines), noLimits).lines).toEqual(lines);
  }
  expect(() => decoder.decode(bytesOf("3fe11f"), noLimits)).toThrow();
});

describe("round trips", () => {
  const latin1 = fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 60 });
  const name = fc.oneof(fc.constantFrom(":status", "date", "etag", "vary", "set-cookie", "x-a", "x-b"), latin1);
  const value = fc.oneof(fc.constantFrom("", "200", "a", "b", "c".repeat(300)), latin1);
  const block = fc.array(fc.tuple(name, value), { maxLength: 12 }).map((lines) => lines.flat());
  const tableBytes = fc.oneof(fc.constantFrom(0, 64, 100, 4_096, 1 << 20), fc.nat(5_000));
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: block }, { weight: 1, arbitrary: tableBytes }), {
    maxLength: 40,
  });

  test("decode to the same lists, for any table sizes", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const encoder = new HeaderEncoder();
        const decoder = new HeaderDecoder();
        for (const step of all) {
          if (typeof step === "number") encoder.setMaxTableBytes(step);
          else expect(decoder.decode(encoded(encoder, step), noLimits)).toEqual({ lines: step, tooLarge: false });
        }
      }),
      { numRuns: 300 },
    );
  });
});
