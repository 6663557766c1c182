import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesOf, noLimits, sizeOf, tableOf } from "../../testing/hpack.ts";
import { CompressionError, type DecodedHeaders, HeaderDecoder } from "./decoder.ts";

const decoded = (hex: string, limits = noLimits): DecodedHeaders => new HeaderDecoder().decode(bytesOf(hex), limits);

describe("invalid header blocks", () => {
  test.each([
    ["the number 0", "80"],
    ["a number behind the static table, with nothing in the other", "be"],
    ["a number far behind it", "ff ff ff ff 7f"],
    ["the name of a number that there is not", "7f 00 01 61"],
    ["such a name, in no table", "0f 2f 01 61"],
    ["such a name, never in a table", "1f 2f 01 61"],
    ["a number that breaks off", "ff"],
    ["a number that breaks off behind a byte more", "ff 80"],
    ["a number of five bytes more", "ff 80 80 80 80 00"],
    ["a table size of five bytes more", "3f 80 80 80 80 00"],
    ["a number of five bytes more, of 35 bits", "ff ff ff ff ff 7f"],
    ["a number without end", `ff${"80".repeat(100)}`],
    ["a line without a name", "40"],
    ["a line without a value", "41"],
    ["a name without a value", "40 01 61"],
    ["a length that breaks off", "41 7f"],
    ["a length of too many bytes", "41 7f ff ff ff ff ff 00"],
    ["a value that breaks off", "41 03 61 62"],
    ["a value as long as a number may be", "41 7f ff ff ff 7f 61"],
    ["a Huffman code with the end of a text in it", "41 84 ff ff ff fc"],
    ["a Huffman code with a byte of padding", "41 82 07 ff"],
    ["a Huffman code with zeros as padding", "41 81 00"],
    ["a name that is no Huffman code", "40 81 00 01 61"],
    ["a long text that is no Huffman code", `41 ff f4 02${"ff".repeat(499)}`],
    ["a table larger than we said", "3f e2 1f"],
    ["a table larger than we said, behind one that is not", "20 3f e2 1f"],
    ["a table as large as a number may be", "3f ff ff ff 7f"],
    ["a table size that breaks off", "3f"],
    ["a table size behind a line", "82 20"],
    ["a table size behind a line, which would be one without a number", "82 20 01 61 01 62"],
    ["a table size between lines", "82 3f e1 1f 82"],
  ])("%s", (_, hex) => {
    expect(() => decoded(hex)).toThrow(CompressionError);
  });
});

describe("a block", () => {
  test.each([
    ["of nothing", "", []],
    ["of a table size", "3f e1 1f", []],
    ["with two table sizes before a line", "20 3f e1 1f 82", [":method", "GET"]],
    ["with a number longer than it must be", "0f 80 80 80 00 01 61", ["accept-charset", "a"]],
    ["with empty texts", "40 00 00", ["", ""]],
    ["with empty texts in the Huffman code", "40 80 80", ["", ""]],
    ["with bytes beyond ASCII", "00 01 e9 02 ff 00", ["\xe9", "\xff\0"]],
  ])("%s", (_, hex, lines) => {
    expect(decoded(hex)).toEqual({ lines, tooLarge: false });
  });

  test("with long texts, plain and in the Huffman code", () => {
    const long = 3_000;
    const length = "7f b9 16"; // 3,000 in seven bits.
    const plain = decoded(`41 ${length}${"61".repeat(long)}`);
    expect(plain.lines).toEqual([":authority", "a".repeat(long)]);
    const coded = decoded(`41 ff b9 16${"00".repeat(long - 5)}${"00".repeat(5)}`);
    expect(coded.lines).toEqual([":authority", "0".repeat((long * 8) / 5)]);
  });
});

describe("limits", () => {
  /** `:authority: a`, which counts for 43 bytes, into the table; it has the number 62. */
  const line = "41 01 61";
  const want = [":authority", "a"];

  test.each([
    ["as many bytes as there may be", { maxBytes: 86, maxLines: 9 }, 2, false],
    ["a byte more", { maxBytes: 85, maxLines: 9 }, 1, true],
    ["as many lines as there may be", { maxBytes: 999, maxLines: 2 }, 2, false],
    ["a line more", { maxBytes: 999, maxLines: 1 }, 1, true],
    ["nothing allowed", { maxBytes: 0, maxLines: 0 }, 0, true],
  ])("%s", (_, limits, count, tooLarge) => {
    const lines = Array.from({ length: count }, () => want).flat();
    expect(decoded(`${line} be`, limits)).toEqual({ lines, tooLarge });
  });

  test("truncate the list, even if later lines would fit", () => {
    expect(decoded("41 02 61 61 82 41 01 61", { maxBytes: 43, maxLines: 9 })).toEqual({ lines: [], tooLarge: true });
  });

  test("keep the table in sync with the block", () => {
    const decoder = new HeaderDecoder();
    expect(decoder.decode(bytesOf(`${line} 41 01 62 41 01 63`), { maxBytes: 43, maxLines: 9 })).toEqual({
      lines: want,
      tooLarge: true,
    });
    expect(tableOf(decoder)).toEqual([":authority", "c", ":authority", "b", ...want]);
  });

  test("hold for numbers of a line that is large", () => {
    const decoder = new HeaderDecoder();
    decoder.decode(bytesOf(`41 7f b9 16${"61".repeat(3_000)}`), noLimits);
    const { lines, tooLarge } = decoder.decode(Buffer.alloc(100_000, 0xbe), { maxBytes: 10_000, maxLines: 100 });
    expect({ count: lines.length, tooLarge }).toEqual({ count: 6, tooLarge: true });
  });
});

describe("the table", () => {
  /** A line of so many bytes, as the table counts. */
  const ofBytes = (bytes: number, letter: string): Buffer =>
    Buffer.from(`\x40\x01${letter}\x7f${String.fromCharCode(bytes - 33 - 127)}${letter.repeat(bytes - 33)}`, "latin1");

  test.each([
    ["holds what just fits", "", [160, 160], 2],
    ["lets the oldest go for one that does not fit", "", [161, 160, 160], 2],
    ["lets many go", "", [160, 160, 254], 1],
    ["is emptied by a line that is too large", "3f 8e 01", [160, 174], 0],
    ["is full with one line", "3f 8e 01", [160, 173], 1],
    ["of no bytes", "20", [160], 0],
  ])("%s", (_, size, sizes, count) => {
    const decoder = new HeaderDecoder(320);
    decoder.decode(bytesOf(size), noLimits);
    const values = sizes.map((bytes, i) => ({ letter: "abc".charAt(i), bytes }));
    for (const { letter, bytes } of values) {
      const { lines } = decoder.decode(ofBytes(bytes, letter), noLimits);
      expect(lines).toEqual([letter, letter.repeat(bytes - 33)]);
    }
    const newest = values.reverse().slice(0, count);
    expect(tableOf(decoder)).toEqual(newest.flatMap(({ letter, bytes }) => [letter, letter.repeat(bytes - 33)]));
  });

  test("shrinks, and grows again without its former entries", () => {
    const decoder = new HeaderDecoder();
    decoder.decode(bytesOf("40 01 61 01 61  40 01 62 01 62  40 01 63 01 63"), noLimits);
    decoder.decode(bytesOf("3f 25 3f e1 1f"), noLimits); // 68 bytes, and 4,096.
    expect(tableOf(decoder)).toEqual(["c", "c", "b", "b"]);
  });

  test("is kept for the lifetime of a connection", () => {
    const decoder = new HeaderDecoder();
    for (let i = 0; i < 1_000; i++) decoder.decode(Buffer.of(0x40, 0, 1, i & 0xff), noLimits);
    const newest = Array.from({ length: 124 }, (_, i) => ["", String.fromCharCode((999 - i) & 0xff)]).flat();
    expect(tableOf(decoder)).toEqual(newest);
  });

  test("can use a name from an entry that it evicts", () => {
    const decoder = new HeaderDecoder(64);
    decoder.decode(bytesOf("40 03 61 62 63 01 61"), noLimits);
    expect(decoder.decode(bytesOf("7e 02 62 62"), noLimits).lines).toEqual(["abc", "bb"]);
    expect(tableOf(decoder)).toEqual(["abc", "bb"]);
  });

  test("of more bytes than usual begins as usual", () => {
    const decoder = new HeaderDecoder(8_192);
    for (let i = 0; i < 200; i++) decoder.decode(Buffer.of(0x40, 0, 0), noLimits);
    decoder.decode(bytesOf("3f e1 3f"), noLimits); // 8,192.
    for (let i = 0; i < 100; i++) decoder.decode(Buffer.of(0x40, 0, 1, i), noLimits);
    expect(tableOf(decoder).length / 2).toBe(128 + 100);
  });
});

/**
 * What a client in Go wrote: its first request, the second one, and with another path behind a new
 * table size.
 */
const goBlocks = [
  "418a089d5c0b8170dc71a69982459d6075998ee162a1d2545632150c4859476d0962b3c88ff2835264c0d80187539e1d75d0620d263d4c77aa45fadb196ca8a92a17aec3a4f1db2fd29f2c7cff7aafeb6c655887a9361e8a0b62d48ea1cc5b18ee15d9657029fd506aadf2c0e991c6bfb53adb196ca8a92a187003642e971f0894ba51d85b140044cb4db8ebcfae38c921659a737450839bd9ab",
  "c282c187c0bf1f0894ba51d85b140044cb4db8ebcfae38c921659a7374be",
  "3fc907418a089d5c0b8170dc71a6998245996075998ee162a1d2545632150c4859476d0962b3c8862b583f87539e1d75d0620d263d4c77aa45fadb196ca8a92a17aec3a4f1db2fd29f2c7cff7aafeb6c655887a9361e8a0b62d48ea1cc5b18ee15d9657029fd506aadf2c0e991c6bfb53adb196ca8a92a187003642e971f0894ba51d85b140044cb4db8ebcfae38c921659a737450839bd9ab",
];

test("understands a client in Go", () => {
  const decoder = new HeaderDecoder();
  const path = "/api/v1/namespaces/default/pods";
  const linesOf = (target: string): readonly string[] => [
    ...[":authority", "127.0.0.1:6443", ":method", "GET", ":path", target, ":scheme", "https"],
    ...["accept", "application/vnd.kubernetes.protobuf, */*"],
    ...["user-agent", "kube-controller-manager/v1.33.0 (linux/amd64) kubernetes/60a317e"],
    ...["authorization", "Bearer 0123456789.abcdefghij", "accept-encoding", "gzip"],
  ];
  const seen = goBlocks.map((hex) => decoder.decode(bytesOf(hex), noLimits).lines);
  expect(seen).toEqual([linesOf(`${path}?limit=500`), linesOf(`${path}?limit=500`), linesOf(`${path}/p-1`)]);
});

describe("any bytes", () => {
  const limits = { maxBytes: 300, maxLines: 5 };
  const maxTableBytes = 200;

  /** Decodes blocks until one is refused, and checks what holds for each. */
  function decodeAll(blocks: readonly Uint8Array[]): void {
    const decoder = new HeaderDecoder(maxTableBytes);
    for (const block of blocks) {
      try {
        const { lines } = decoder.decode(Buffer.from(block), limits);
        expect(sizeOf(lines)).toBeLessThanOrEqual(limits.maxBytes);
        expect(lines.length / 2).toBeLessThanOrEqual(limits.maxLines);
      } catch (error) {
        expect(error).toBeInstanceOf(CompressionError);
        return;
      }
    }
    expect(sizeOf(tableOf(decoder))).toBeLessThanOrEqual(maxTableBytes);
  }

  test("are decoded within the bounds, or refused", () => {
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(0x40, 0x41, 0x7e, 0xbe, 0xbf, 0x20, 0, 1, 2, 3));
    const blocks = fc.array(fc.array(byte, { maxLength: 40 }).map(Buffer.from), { maxLength: 10 });
    fc.assert(fc.property(blocks, decodeAll), { numRuns: 500 });
  });

  test("in place of those of a client", () => {
    const changes = fc.array(fc.tuple(fc.nat(2), fc.nat(200), fc.nat(255)), { maxLength: 5 });
    fc.assert(
      fc.property(changes, (edits) => {
        const blocks = goBlocks.map(bytesOf);
        for (const [block, at, byte] of edits) blocks[block]!.writeUInt8(byte, at % blocks[block]!.length);
        decodeAll(blocks);
      }),
      { numRuns: 500 },
    );
  });
});
