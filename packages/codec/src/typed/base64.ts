const canonical = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;
const digit = /[A-Za-z0-9+/]/;

/** The canonical spelling of base64 text, without line breaks; undefined for other text. */
export function canonicalBase64(text: string): string | undefined {
  if (canonical.test(text)) return text;
  return base64Error(text) === undefined ? Buffer.from(text, "base64").toString("base64") : undefined;
}

/**
 * The index of the first character that is not valid padded base64; undefined for valid text. Line
 * breaks are skipped. An incomplete group is reported at its beginning.
 */
export function base64Error(text: string): number | undefined {
  let at = 0;
  for (;;) {
    const start = skipBreaks(text, at);
    if (start === text.length) return undefined;
    let digits = 0;
    at = start;
    for (; digits < 4; digits++, at = skipBreaks(text, at + 1)) {
      if (at >= text.length) return digits === 0 ? undefined : at - leftover(text, start, at);
      if (!digit.test(text.charAt(at))) break;
    }
    if (digits === 4) continue;
    return paddingError(text, at, digits);
  }
}

/** Padding is valid after two or three digits, and nothing may follow it. */
function paddingError(text: string, at: number, digits: number): number | undefined {
  if (text.charAt(at) !== "=" || digits < 2) return at;
  let next = skipBreaks(text, at + 1);
  if (digits === 2) {
    if (next >= text.length) return text.length;
    if (text.charAt(next) !== "=") return next;
    next = skipBreaks(text, next + 1);
  }
  return next < text.length ? next : undefined;
}

/** The number of characters in an incomplete group. */
function leftover(text: string, start: number, end: number): number {
  return text.slice(start, end).replace(/[\r\n]/g, "").length;
}

function skipBreaks(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === "\n" || text.charAt(at) === "\r") at++;
  return at;
}
