import { quoteEscapes, quote as quoteText } from "@svc/base";

/** A string in double quotes, as it could stand in an expression; lone surrogates become U+FFFD. */
export function quote(text: string): string {
  return `"${text.toWellFormed().replace(/[\x07\b\f\n\r\t\v\\"]/g, (c) => quoteEscapes.get(c)!)}"`;
}

/**
 * The same, with escapes for all characters that are invisible, as error messages quote what they
 * are about.
 */
export function quotePrintable(text: string): string {
  return quoteText(text, Number.POSITIVE_INFINITY);
}
