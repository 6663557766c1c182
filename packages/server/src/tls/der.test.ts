import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bitString, der, oid, readDer, sequence, tag, time } from "./der.ts";

describe("DER", () => {
  it.each([
    { name: "a short value", made: der(tag.octetString, Buffer.from([1, 2])), want: "04020102" },
    { name: "128 bytes", made: der(tag.octetString, Buffer.alloc(128)).subarray(0, 3), want: "048180" },
    { name: "65,536 bytes", made: der(tag.octetString, Buffer.alloc(65_536)).subarray(0, 5), want: "0483010000" },
    { name: "a sequence", made: sequence(der(tag.null), der(tag.null)), want: "300405000500" },
    { name: "bits of which some do not count", made: bitString(Buffer.from([0x86]), 1), want: "03020186" },
    { name: "an object identifier", made: oid("1.2.840.10045.4.3.2"), want: "06082a8648ce3d040302" },
    { name: "a time until 2049", made: time(Date.UTC(2049, 11, 31, 23, 59, 59)), want: hex(0x17, "491231235959Z") },
    { name: "a time from 2050 on", made: time(Date.UTC(2050, 0, 1)), want: hex(0x18, "20500101000000Z") },
  ])("writes $name", ({ made, want }) => {
    expect(made.toString("hex")).toBe(want);
  });

  it("reads what it writes", () => {
    const values = fc.array(
      fc.record({ tag: fc.constantFrom(2, 4, 12, 48), content: fc.uint8Array({ maxLength: 400 }) }),
    );
    fc.assert(
      fc.property(values, (written) => {
        const bytes = Buffer.concat(written.map((v) => der(v.tag, v.content)));
        const read = readDer(bytes).map((v) => ({ tag: v.tag, content: Uint8Array.from(v.content) }));
        expect(read).toEqual(written.map((v) => ({ tag: v.tag, content: Uint8Array.from(v.content) })));
      }),
    );
  });

  it.each([
    { name: "a tag without a length", bytes: "30" },
    { name: "less than the length tells", bytes: "300305" },
    { name: "a length that is missing", bytes: "308201" },
    { name: "a length that is not told", bytes: "30800000" },
    { name: "a length beyond four bytes", bytes: "3085010000000000" },
  ])("refuses $name", ({ bytes }) => {
    expect(() => readDer(Buffer.from(bytes, "hex"))).toThrow(TypeError);
  });
});

function hex(tagByte: number, text: string): string {
  return Buffer.from([tagByte, text.length, ...Buffer.from(text)]).toString("hex");
}
