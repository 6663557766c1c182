import { expect, test } from "vitest";
import { curveTable } from "./curve.ts";

test("a curve is a table with a row a point", () => {
  const table = curveTable("watchers", [
    { at: 0, figures: { "CPU ms a write": 0.31 } },
    { at: 10_000, figures: { "CPU ms a write": 0.3125, "bytes a watcher": 8123 } },
  ]);
  expect(
    table.split("\n").map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ),
  ).toEqual([
    ["watchers", "CPU ms a write", "bytes a watcher"],
    ["-".repeat(8), "-".repeat(14), "-".repeat(15)],
    ["0", "0.31", ""],
    ["10,000", "0.313", "8,123"],
  ]);
});
