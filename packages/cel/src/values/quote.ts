import { quoteEscapes } from "@svc/base";

/** A string literal in double quotes; lone surrogates become U+FFFD. */
export function quote(text: string): string {
  return `"${text.toWellFormed().replace(/[\x07\b\f\n\r\t\v\\"]/g, (c) => quoteEscapes.get(c)!)}"`;
}
