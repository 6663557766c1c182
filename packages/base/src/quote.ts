import { maxQuotedLength, omission, truncate } from "./bounded-text.ts";

const plain = /^[ !#-[\]-~]*$/;
/** The C escapes, by character. */
export const quoteEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    "\x07": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
    '"': '\\"',
    "\\": "\\\\",
  }),
);

/**
 * Quotes text as API messages do: C escapes, `\x` for other control characters, `\u` for
 * unprintable characters. Of text beyond `maxQuotedLength` it quotes the beginning.
 */
export function quote(text: string): string {
  if (text.length <= maxQuotedLength) return quoteWhole(text);
  const head = truncate(text, maxQuotedLength);
  return `${quoteWhole(head)}${omission(text.length - head.length, "characters")}`;
}

/** Quotes text of any length: for text that is bounded elsewhere. */
export function quoteWhole(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  let out = '"';
  for (const char of text) {
    const escaped = quoteEscapes.get(char);
    if (escaped !== undefined) out += escaped;
    else if (isPrintable(char)) out += char;
    else out += escapeCode(char.codePointAt(0) ?? 0);
  }
  return `${out}"`;
}

function escapeCode(code: number): string {
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, "0")}`;
  // An unpaired surrogate is encoded as the replacement character, which is printable.
  if (code >= 0xd800 && code < 0xe000) return "\ufffd";
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, "0")}`;
  return `\\U${code.toString(16).padStart(8, "0")}`;
}

/** Letters, marks, numbers, punctuation, symbols, and the ASCII space. */
function isPrintable(char: string): boolean {
  return char === " " || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(char);
}
