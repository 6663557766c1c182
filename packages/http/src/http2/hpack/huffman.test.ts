import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeHuffman, mostDecoded } from "./huffman.ts";
import { codeLengths, codes } from "./huffman-code.ts";

function decoded(coded: Uint8Array): string | undefined {
  const out = Buffer.alloc(mostDecoded(coded.length));
  const length = decodeHuffman(coded, 0, coded.length, out);
  return length < 0 ? undefined : out.toString("latin1", 0, length);
}

/** The codes of the bytes, one behind the other, filled up with ones. */
function coded(bytes: Iterable<number>): Buffer {
  let bits = "";
  for (const byte of bytes) bits += codes[byte]!.toString(2).padStart(codeLengths[byte]!, "0");
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

describe("a text in the Huffman code", () => {
  test("of all bytes, as another encoder wrote them", () => {
    const wire =
      "ffc7fffd8fffffe2fffffe3fffffe4fffffe5fffffe6fffffe7fffffe8ffffeafffffff3fffffa7fffffabffffffdfffffebfffffecfffffedfffffeefffffefffffff0ffffff1ffffff2fffffffbfffffcffffffd3fffffd7fffffdbfffffdffffffe3fffffe7fffffebfffffed4fe3f9ffaffcabf1febfafefe7fdfd2cbb00089969b71d79fb9f7fff20ffbff3ff50ddbd7f061c58f265cd9f469d5af66dddbf871e5f9cff7ff7fffc3ff9ffe45fff4719242cb34e6e9d68a6a3d7dac426defe3cfaf7fffbfe7ffbffdffffffcfffe6ffff4bfff9ffffa3fffd3ffff53fffd5ffffb3fffeb7fffdaffffb7ffff73fffeeffffdeffffebffffbfffffd9ffffdbfffebffffe0ffffeeffffc3ffff8bffff1ffffe4fffee7fffb1ffff97fffd9ffffcdffff9fffffbffffdafffeeffff4ffffb7fffee7fffe8ffffd3fffdeffffd5fffeeffffbdffffe1fffdfffff7fffff5ffffecffff07fff87fffe0ffff17fffedffff87ffff77fffeffffeaffff8bfffe3ffff93ffff87fffcbffff37ffff1fffff83ffffe1fffebfffe3ffff3fffff2ffffa3ffffd9fffff17ffffc7fffff27ffffdefffffbffffff2fffff8fffffb7fff97fff8fffffe6fffffc1fffff87ffffe7fffffc5ffffe5fffe4ffff2fffffd1fffff4ffffffefffffe3fffffc9fffff97fffb3ffffcffffb7fffcdffff4ffff9ffffd1ffffcffffeaffffafffffddffffeffffff4fffff5fffffabffffa7ffffd7fffff9bffffecfffffb7fffff3fffffe8fffffd3fffffabfffff5fffffff7ffffecfffffdbfffffbbfffff7ffffff0fffffbbf";
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    expect(decoded(Buffer.from(wire, "hex"))).toBe(all.toString("latin1"));
    expect(coded(all).toString("hex")).toBe(wire);
  });

  test.each([
    ["nothing", "", ""],
    ["one byte, three bits of padding", "07", "0"],
    ["no padding", "0000000000", "00000000"],
    ["seven bits of padding", "0000007f", "00000"],
    ["padding that is not all ones", "00", undefined],
    ["a byte of padding", "07ff", undefined],
    ["a byte of padding behind nothing", "ff", undefined],
    ["the end of a text", "fffffffc", undefined],
    ["the end of a text, and more behind it", "fffffffc00000000", undefined],
    ["a code that is cut off", "fe", undefined],
  ])("%s", (_, hex, want) => {
    expect(decoded(Buffer.from(hex, "hex"))).toBe(want);
  });

  test("decodes to the original", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(decoded(coded(bytes))).toBe(Buffer.from(bytes).toString("latin1"));
      }),
    );
  });

  test("that is random is refused, or is the unique encoding of its result", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = decoded(bytes);
        fc.pre(text !== undefined);
        expect(coded(Buffer.from(text!, "latin1")).toString("hex")).toBe(Buffer.from(bytes).toString("hex"));
      }),
    );
  });
});
