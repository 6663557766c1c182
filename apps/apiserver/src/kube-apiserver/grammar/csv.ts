/** The fields of one line of comma-separated values. */
export type CsvResult =
  | { readonly ok: true; readonly fields: readonly string[] }
  | { readonly ok: false; readonly message: string };

const quotedField = /"((?:[^"]|"")*)"/y;
const plainField = /[^,]*/y;

/**
 * Reads one line. A field that begins with a quote ends with one; quotes within are doubled.
 * Source: RFC 4180.
 */
export function parseCsv(line: string): CsvResult {
  const fields: string[] = [];
  for (let at = 0; ; at++) {
    const form = line[at] === '"' ? quotedField : plainField;
    form.lastIndex = at;
    const match = form.exec(line);
    if (match === null) return problem(line.length, 'extraneous or missing " in quoted-field');
    const [all, quoted] = match;
    const end = at + all.length;
    if (quoted === undefined && all.includes('"')) return problem(at + all.indexOf('"'), 'bare " in non-quoted-field');
    if (end < line.length && line[end] !== ",") return problem(end - 1, 'extraneous or missing " in quoted-field');
    fields.push(quoted?.replaceAll('""', '"') ?? all);
    at = end;
    if (at >= line.length) return { ok: true, fields };
  }
}

function problem(at: number, what: string): CsvResult {
  return { ok: false, message: `parse error on line 1, column ${at + 1}: ${what}` };
}
