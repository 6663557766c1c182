const special: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    "\x07": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
    "\\": "\\\\",
    '"': '\\"',
  }),
);

/** A string in double quotes, as it could stand in an expression; lone surrogates become U+FFFD. */
export function quote(text: string): string {
  return `"${text.toWellFormed().replace(/[\x07\b\f\n\r\t\v\\"]/g, (c) => special.get(c)!)}"`;
}

/**
 * The same, with escapes for all characters that are invisible, as error messages quote what they
 * are about.
 */
export function quotePrintable(text: string): string {
  return quote(text).replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (c) => {
    const code = c.codePointAt(0)!;
    const hex = code.toString(16);
    if (code < 0x80) return `\\x${hex.padStart(2, "0")}`;
    return code > 0xffff ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
  });
}
