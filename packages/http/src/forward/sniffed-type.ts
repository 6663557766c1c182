/**
 * The type of a response that names none, by the beginning of its body.
 * Source: WHATWG MIME Sniffing, section 7.1, as far as web servers respond without a type.
 */
export function sniffedType(start: Buffer): string {
  const text = start.toString("latin1", 0, 512);
  const markup = text.replace(/^[\t\n\f\r ]+/, "");
  if (/^<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >]/i.test(markup))
    return "text/html; charset=utf-8";
  if (markup.startsWith("<!--")) return "text/html; charset=utf-8";
  if (markup.startsWith("<?xml")) return "text/xml; charset=utf-8";
  for (const [mark, type] of marks) if (text.startsWith(mark)) return type;
  // Bytes that no text has.
  return /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(text) ? "application/octet-stream" : "text/plain; charset=utf-8";
}

const marks: readonly (readonly [mark: string, type: string])[] = [
  ["%PDF-", "application/pdf"],
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["GIF87a", "image/gif"],
  ["GIF89a", "image/gif"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["\x1f\x8b\x08", "application/x-gzip"],
  ["PK\x03\x04", "application/zip"],
  ["\0asm", "application/wasm"],
];
