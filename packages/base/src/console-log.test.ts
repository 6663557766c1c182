import { expect, it } from "vitest";
import { createConsoleLog, type LogLevel } from "./index.ts";

it.each<{ level: LogLevel; want: readonly string[] }>([
  { level: "debug", want: ["debug: a", "info: b", "warn: c", "error: d"] },
  { level: "warn", want: ["warn: c", "error: d"] },
  { level: "error", want: ["error: d"] },
])("a console log of level $level writes messages of that level and above", ({ level, want }) => {
  const lines: string[] = [];
  const log = createConsoleLog({ level, write: (line) => lines.push(line) });
  log.debug("a");
  log.info("b");
  log.warn("c");
  log.error("d");
  expect(lines).toEqual(want);
});

it("a console log writes fields after the message, with quoted texts, so that each entry is one line", () => {
  const lines: string[] = [];
  createConsoleLog({ write: (line) => lines.push(line) }).warn("the read failed", { path: "/a\nb", attempt: 2 });
  expect(lines).toEqual(['warn: the read failed path="/a\\nb" attempt=2']);
});
