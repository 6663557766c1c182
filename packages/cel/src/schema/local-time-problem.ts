import { quote } from "@svc/base";

/** The parts of a time without a zone. A number has the name and the bounds of its range. */
const parts: readonly {
  readonly layout: string;
  readonly pattern: RegExp;
  readonly range?: readonly [name: string, min: number, max: number];
}[] = [
  { layout: "2006", pattern: /^\d{4}/ },
  { layout: "-", pattern: /^-/ },
  { layout: "01", pattern: /^\d\d/, range: ["month", 1, 12] },
  { layout: "-", pattern: /^-/ },
  { layout: "02", pattern: /^\d\d/ },
  { layout: "T", pattern: /^T/ },
  { layout: "15", pattern: /^\d\d?/, range: ["hour", 0, 23] },
  { layout: ":", pattern: /^:/ },
  { layout: "04", pattern: /^\d\d/, range: ["minute", 0, 59] },
  { layout: ":", pattern: /^:/ },
  { layout: "05", pattern: /^\d\d/, range: ["second", 0, 59] },
];
const layout = parts.map((part) => part.layout).join("");

/**
 * Describes why a text that is no timestamp cannot be read as a time without a zone, the last form
 * that the original tries.
 */
export function localTimeProblem(text: string): string {
  let rest = text;
  for (const { layout: part, pattern, range } of parts) {
    const found = pattern.exec(rest)?.[0];
    if (found === undefined)
      return `parsing time ${quote(text)} as ${quote(layout)}: cannot parse ${quote(rest)} as ${quote(part)}`;
    rest = rest.slice(found.length);
    if (range !== undefined && (Number(found) < range[1] || Number(found) > range[2]))
      return `parsing time ${quote(text)}: ${range[0]} out of range`;
  }
  const more = rest.replace(/^[.,]\d+/, "");
  return `parsing time ${quote(text)}: ${more === "" ? "day out of range" : `extra text: ${quote(more)}`}`;
}
