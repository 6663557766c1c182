import { quote } from "./quote.ts";

/** A number, or why a text is none. */
export type UnsignedResult =
  | { readonly ok: true; readonly value: bigint }
  | { readonly ok: false; readonly problem: string };

/**
 * Parses a number in decimal digits, with leading zeros or without, below 2^`bits`.
 *
 * Problems have the words of Go's `strconv`, as clients know them from the API.
 */
export function parseUnsigned(text: string, bits = 64): UnsignedResult {
  if (!/^\d+$/.test(text)) return { ok: false, problem: `strconv.ParseUint: parsing ${quote(text)}: invalid syntax` };
  const digits = text.replace(/^0+/, "");
  // No number below 2^64 has more than 20 digits: longer text is not converted.
  const value = digits.length > maxDigits ? undefined : BigInt(digits);
  return value === undefined || value >= 1n << BigInt(bits)
    ? { ok: false, problem: `strconv.ParseUint: parsing ${quote(text)}: value out of range` }
    : { ok: true, value };
}

const maxDigits = 20;
