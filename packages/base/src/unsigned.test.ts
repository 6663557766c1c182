import { expect, test } from "vitest";
import { parseUnsigned } from "./unsigned.ts";

test.each<[text: string, bits: number, value: bigint]>([
  ["0", 64, 0n],
  ["000", 64, 0n],
  ["007", 64, 7n],
  ["18446744073709551615", 64, 18446744073709551615n],
  [`${"0".repeat(100_000)}65535`, 16, 65535n],
])("%.30s in %i bits is a number", (text, bits, value) => {
  expect(parseUnsigned(text, bits)).toEqual({ ok: true, value });
});

test.each<[text: string, bits: number, problem: string]>([
  ["", 64, 'strconv.ParseUint: parsing "": invalid syntax'],
  ["-1", 64, 'strconv.ParseUint: parsing "-1": invalid syntax'],
  ["+1", 64, 'strconv.ParseUint: parsing "+1": invalid syntax'],
  ["1_000", 64, 'strconv.ParseUint: parsing "1_000": invalid syntax'],
  [" 1", 64, 'strconv.ParseUint: parsing " 1": invalid syntax'],
  ["1\n", 64, 'strconv.ParseUint: parsing "1\\n": invalid syntax'],
  ["\x7f", 64, 'strconv.ParseUint: parsing "\\x7f": invalid syntax'],
  ["18446744073709551616", 64, 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
  ["65536", 16, 'strconv.ParseUint: parsing "65536": value out of range'],
])("%j in %i bits is refused", (text, bits, problem) => {
  expect(parseUnsigned(text, bits)).toEqual({ ok: false, problem });
});
