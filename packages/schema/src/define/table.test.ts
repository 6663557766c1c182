import { describe, expect, it } from "vitest";
import { type ColumnType, tableOf } from "./table.ts";

describe("the cell of a column", () => {
  const types: readonly ColumnType[] = ["date", "string", "integer", "number", "boolean"];
  const table = tableOf(types.map((type) => ({ name: type, type, path: ".spec.a" })));
  const nowMs = Date.parse("2024-01-01T00:01:00Z");
  const printed = '{"a":[18446744073709552000,1e+21,12345678901234567],"b":"\\u003ca\\u003e\\u0026\\u2028"}';
  const objectCells = [null, printed, null, null, null];
  const cases: readonly (readonly [value: unknown, cells: readonly unknown[]])[] = [
    [5, [null, "5", 5, 5, null]],
    [1.5, [null, "1.5", 1, 1.5, null]],
    [1e20, [null, "1e+20", -(2 ** 63), 1e20, null]],
    [true, [null, "true", null, null, true]],
    ["x", ["<invalid>", "x", null, null, null]],
    ["", ["<unknown>", "", null, null, null]],
    ["2024-01-01T00:00:00Z", ["60s", "2024-01-01T00:00:00Z", null, null, null]],
    [{ a: 1 }, [null, '{"a":1}', null, null, null]],
    [["x"], [null, '["x"]', null, null, null]],
    [null, [null, "<no value>", null, null, null]],
    [{ b: "<a>&\u2028", a: [2 ** 64, 1e21, 12345678901234567n] }, objectCells],
  ];
  it.each(cases)("of %s is that of its type, or null", (value, cells) => {
    const object = { metadata: { name: "o" }, spec: { a: value } };
    const named = table.columns.length - types.length;
    expect(table.cells(object, nowMs).slice(named)).toEqual(cells);
  });
});
