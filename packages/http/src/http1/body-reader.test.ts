import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BodyReader, ChunkReader, LengthReader } from "./body-reader.ts";

interface Read {
  readonly body: string;
  readonly state: "done" | "broken" | "open";
  /** What follows the body. */
  readonly rest: string;
}

/** Feeds a reader with text, cut where it is said. */
function read(reader: BodyReader, text: string, cuts: readonly number[] = []): Read {
  const bytes = Buffer.from(text, "latin1");
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let body = "";
  let from = 0;
  for (const to of [...places, bytes.length]) {
    while (from < to && !reader.done && !reader.broken)
      from = reader.read(bytes.subarray(0, to), from, (piece) => {
        body += piece.toString("latin1");
      });
  }
  const state = reader.broken ? "broken" : reader.done ? "done" : "open";
  return { body, state, rest: bytes.toString("latin1", from) };
}

const hello = "5\r\nhello\r\n";

describe("chunks", () => {
  test.each([
    ["none", "0\r\n\r\nnext", { body: "", state: "done", rest: "next" }],
    [
      "several",
      `${hello}1\r\n \r\n0A\r\n0123456789\r\n0\r\n\r\n`,
      { body: "hello 0123456789", state: "done", rest: "" },
    ],
    ["zeros before sizes", "0000000000000005\r\nhello\r\n00\r\n\r\n", { body: "hello", state: "done", rest: "" }],
    [
      "extensions with plain quotes",
      `5;a;b=c;d="e f"\r\nhello\r\n0;x\r\n\r\n`,
      { body: "hello", state: "done", rest: "" },
    ],
    ["lines behind the last", `${hello}0\r\nA: b\r\nC: d\r\n\r\nx`, { body: "hello", state: "done", rest: "x" }],
    ["no end yet", `${hello}0\r\n`, { body: "hello", state: "open", rest: "" }],
  ])("%s", (_, text, want) => {
    expect(read(new ChunkReader(), text)).toEqual(want);
  });

  test.each([
    ["no size", "\r\nhello\r\n"],
    ["a size that is none", "g\r\n"],
    ["a signed size", "+5\r\n"],
    ["a size with a prefix", "0x5\r\n"],
    ["blanks before the size", " 5\r\nhello\r\n"],
    ["blanks behind the size", "5 \r\nhello\r\n"],
    ["a size of seventeen digits", "00000000000000005\r\n"],
    ["a size past all bounds", "fffffffffffffff\r\n"],
    ["a line that ends with LF", "5\nhello\r\n"],
    ["a line that ends with CR", "5\rhello\r\n"],
    ["data longer than its size", "4\r\nhello\r\n"],
    ["data shorter than its size", "6\r\nhello\r\n0\r\n"],
    ["data that ends with LF", "5\r\nhello\n0\r\n\r\n"],
    ["an extension that is none", "5;=\r\n"],
    ["an extension with escapes", '5;a="\\ b"\r\n'],
    ["an extension with a bare CR", "5;a\rb\r\n"],
    ["an extension without an end", `5;${"a".repeat(300)}`],
    ["more extensions than data", `${`1;${"a".repeat(200)}\r\nx\r\n`.repeat(90)}0\r\n\r\n`],
    ["a trailer that is none", `${hello}0\r\nX Y: a\r\n\r\n`],
    ["a trailer that goes on", `${hello}0\r\nX: a\r\n b\r\n\r\n`],
    ["trailers without an end", `${hello}0\r\n${"X: y\r\n".repeat(4000)}`],
    ["a trailer line without an end", `${hello}0\r\nX: ${"y".repeat(20_000)}`],
  ])("broken: %s", (_, text) => {
    expect(read(new ChunkReader(), text).state).toBe("broken");
  });

  test("mean the same however they are cut", () => {
    const chunk = fc
      .tuple(fc.string({ unit: "binary-ascii", minLength: 1 }), fc.constantFrom("", ";a", ";a=b", ';a="b c"'))
      .map(([text, extension]) => ({ text, wire: `${text.length.toString(16)}${extension}\r\n${text}\r\n` }));
    fc.assert(
      fc.property(fc.array(chunk), fc.constantFrom("", "A: b\r\n"), fc.array(fc.nat()), (chunks, trailer, cuts) => {
        const wire = `${chunks.map(({ wire }) => wire).join("")}0\r\n${trailer}\r\nnext`;
        const body = chunks.map(({ text }) => text).join("");
        expect(read(new ChunkReader(), wire, cuts)).toEqual({ body, state: "done", rest: "next" });
      }),
    );
  });

  test("that are malformed end the same way for any split", () => {
    const piece = fc.constantFrom("0", "5", "hello", "\r\n", "\n", ";", "a", "=", '"', "X: y", " ", "fff");
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join("")),
        fc.array(fc.nat()),
        (text, cuts) => {
          const whole = read(new ChunkReader(), text);
          const cut = read(new ChunkReader(), text, cuts);
          expect([cut.body, cut.state]).toEqual([whole.body, whole.state]);
        },
      ),
    );
  });
});

test("a body of a length ends there, however it is cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), fc.array(fc.nat()), (text, cuts) => {
      const want = { body: text, state: "done", rest: "next" };
      expect(read(new LengthReader(text.length), `${text}next`, cuts)).toEqual(want);
      expect(read(new LengthReader(text.length + 5), `${text}next`, cuts).state).toBe("open");
    }),
  );
});
