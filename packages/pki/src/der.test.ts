import { describe, expect, it } from "vitest";
import { DerError, derMembers, derTag, derText, derValues, objectId, onlyDerValue } from "./der.ts";

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");

describe("derValues", () => {
  it("splits values that follow each other", () => {
    expect(derValues(bytes("02 01 05 01 01 ff")).map(({ tag, content }) => [tag, content.toString("hex")])).toEqual([
      [derTag.integer, "05"],
      [derTag.boolean, "ff"],
    ]);
  });

  it.each([
    { name: "a value without a length", input: "30", want: "asn1: syntax error: data truncated" },
    { name: "an indefinite length", input: "30 80 00 00", want: "asn1: structure error: length too large" },
    { name: "a length of five bytes", input: "30 85 01 00 00 00 00", want: "asn1: structure error: length too large" },
    { name: "a length that is cut off", input: "30 82 01", want: "asn1: syntax error: data truncated" },
    { name: "content that is cut off", input: "04 05 01 02", want: "asn1: syntax error: data truncated" },
    {
      name: "a tag of several bytes",
      input: "1f 81 01 00",
      want: "asn1: structure error: tags of several bytes are not supported",
    },
  ])("refuses $name", ({ input, want }) => {
    expect(() => derValues(bytes(input))).toThrow(new DerError(want));
  });
});

describe("single values", () => {
  it("refuses trailing data, no data, and other tags", () => {
    expect(() => onlyDerValue(bytes("05 00 05 00"))).toThrow(new DerError("asn1: syntax error: trailing data"));
    expect(() => onlyDerValue(bytes(""))).toThrow(new DerError("asn1: syntax error: sequence truncated"));
    expect(() => derMembers(onlyDerValue(bytes("31 00")))).toThrow(
      new DerError("asn1: structure error: tags don't match (48 vs 49)"),
    );
  });

  it.each([
    { input: "06 03 55 04 03", want: "2.5.4.3" },
    { input: "06 06 2a 86 48 86 f7 0d", want: "1.2.840.113549" },
    { input: "06 02 88 37", want: "2.999" },
  ])("reads the object identifier $want", ({ input, want }) => {
    expect(objectId(onlyDerValue(bytes(input)))).toBe(want);
  });

  it.each([
    { name: "empty", input: "06 00" },
    { name: "cut off within a part", input: "06 02 55 84" },
    { name: "with a part beyond 2^52", input: "06 0b 55 ff ff ff ff ff ff ff ff ff 7f" },
  ])("refuses an object identifier that is $name", ({ input }) => {
    expect(() => objectId(onlyDerValue(bytes(input)))).toThrow(DerError);
  });

  it.each([
    { name: "UTF-8", input: "0c 03 c3 bc 61", want: "üa" },
    { name: "printable", input: "13 02 61 62", want: "ab" },
    { name: "UTF-16", input: "1e 02 00 fc", want: "ü" },
  ])("reads text that is $name", ({ input, want }) => {
    expect(derText(onlyDerValue(bytes(input)))).toBe(want);
  });

  it.each(["0c 01 ff", "13 01 ff", "1e 01 00", "02 01 00"])("refuses %s as text", (input) => {
    expect(() => derText(onlyDerValue(bytes(input)))).toThrow(DerError);
  });
});
