import { quote } from "@svc/meta";

/** An integer parameter, or the error with the message of Go's number parser. */
export type IntegerParameter =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly message: string };

/** Parses an integer of 64 bits. */
export function parseIntegerParameter(text: string): IntegerParameter {
  const wrong = (why: string): IntegerParameter => ({
    ok: false,
    message: `strconv.ParseInt: parsing ${quote(text)}: ${why}`,
  });
  if (!/^[+-]?\d+$/.test(text)) return wrong("invalid syntax");
  const value = BigInt(text.replace(/^\+/, ""));
  return BigInt.asIntN(64, value) === value ? { ok: true, value: Number(value) } : wrong("value out of range");
}
