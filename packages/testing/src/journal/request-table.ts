import { anObject, checkArgument, listOf } from "@svc/base/check";
import { type RecordedRequest, targetOf } from "./recorded-request.ts";

const expectedRequests = listOf(anObject);

/**
 * Requests as a text table, one line each: time, user, request, status, fault.
 * @throws {TypeError} for a wrong argument
 */
export function requestTable(requests: readonly RecordedRequest[]): string {
  checkArgument("requestTable: requests", requests, expectedRequests);
  const start = requests[0]?.startedMs ?? 0;
  const rows = requests.map((request) => [
    `${request.number}`,
    `+${request.startedMs - start} ms`,
    request.user,
    request.verb,
    targetOf(request),
    [request.namespace, request.name].filter((part) => part !== "").join("/"),
    `${request.code ?? "-"}`,
    request.fault ?? "",
  ]);
  const head = ["#", "time", "user", "verb", "resource", "object", "code", "fault"];
  const widths = head.map((title, i) => longest([[title], ...rows.map((row) => [row[i] ?? ""])].flat()));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function longest(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length = Math.max(length, text.length);
  return length;
}

const rowHeight = 18;
const labelWidth = 150;
const width = 1000;

/**
 * Requests as a picture (SVG): a line for each user, a mark for each request in the order of the
 * requests, in red where a fault was injected, in orange where the status is an error.
 * @throws {TypeError} for a wrong argument
 */
export function requestTimeline(requests: readonly RecordedRequest[]): string {
  checkArgument("requestTimeline: requests", requests, expectedRequests);
  const users = [...new Set(requests.map(({ user }) => user))];
  const step = (width - labelWidth - 10) / Math.max(1, requests.length);
  const lines = users.map((user, i) => {
    const y = rowHeight * (i + 1);
    return `<text x="4" y="${y + 4}">${escaped(user)}</text><line x1="${labelWidth}" x2="${width}" y1="${y}" y2="${y}" stroke="#ccc"/>`;
  });
  const marks = requests.map((request, i) => {
    const x = (labelWidth + i * step).toFixed(1);
    const y = rowHeight * (users.indexOf(request.user) + 1) - 5;
    const title = `${request.number} ${request.verb} ${targetOf(request)} ${request.name} ${request.code ?? ""} ${request.fault ?? ""}`;
    return `<rect x="${x}" y="${y}" width="${Math.max(2, step - 1).toFixed(1)}" height="10" fill="${colorOf(request)}"><title>${escaped(title)}</title></rect>`;
  });
  const height = rowHeight * (users.length + 1);
  const style = 'font-family="monospace" font-size="11"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${style}>${lines.join("")}${marks.join("")}</svg>\n`;
}

function colorOf({ fault, code = 0 }: RecordedRequest): string {
  if (fault !== undefined) return "#d32f2f";
  return code >= 400 ? "#f57c00" : "#1976d2";
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => entities.get(char) ?? char);
}
