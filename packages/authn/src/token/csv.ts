type CsvResult =
  | { readonly ok: true; readonly records: readonly CsvRecord[] }
  | { readonly ok: false; readonly message: string };

interface CsvRecord {
  /** The line at which the record begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * Parses comma-separated values with quoted fields. Empty lines and space before a field are
 * skipped. Source: RFC 4180, except for records of different lengths.
 */
export function parseCsv(text: string): CsvResult {
  const records: CsvRecord[] = [];
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const record = readRecord(text, at, line);
    if (typeof record === "string") return { ok: false, message: record };
    if (record.fields.length > 1 || record.fields[0] !== "") records.push({ line, fields: record.fields });
    line += record.lines;
    at = record.end;
  }
  return { ok: true, records };
}

interface Read {
  readonly fields: readonly string[];
  readonly end: number;
  readonly lines: number;
}

const plainField = /[^,\n]*/y;
const quotedField = /"((?:[^"]|"")*)"[ \t]*(?=,|\r?\n|$)/y;

function readRecord(text: string, start: number, line: number): Read | string {
  const fields: string[] = [];
  let at = start;
  let lines = 0;
  for (;;) {
    while (text[at] === " " || text[at] === "\t") at++;
    const quoted = text[at] === '"';
    const pattern = quoted ? quotedField : plainField;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return `line ${line + lines}: a quote is not closed, or text follows it`;
    at += match[0].length;
    const field = quoted ? (match[1] ?? "").replaceAll('""', '"') : match[0].replace(/\r$/, "");
    if (!quoted && field.includes('"')) return `line ${line + lines}: a quote within an unquoted field`;
    lines += field.split("\n").length - 1;
    fields.push(field);
    if (text[at] === ",") {
      at++;
      continue;
    }
    if (text[at] === "\r") at++;
    if (text[at] === "\n") at++;
    return { fields, end: at, lines: lines + 1 };
  }
}
