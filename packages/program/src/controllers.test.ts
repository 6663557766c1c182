import { expect, test } from "vitest";
import { controllersOf } from "./controllers.ts";
import { StartupError } from "./startup-error.ts";

test("controllers are selected by name", () => {
  const names = (given: readonly string[]): readonly string[] => controllersOf(given).map(({ name }) => name);
  const all = names(["*"]);
  expect(names([])).toEqual([]);
  expect(names([all[0] ?? ""])).toEqual([all[0]]);
  expect(names(["*", `-${all[0]}`])).toEqual(all.slice(1));
});

test("the name of no controller is a startup error with the flag", () => {
  expect(() => controllersOf(["nothing"])).toThrow(StartupError);
  expect(() => controllersOf(["nothing"])).toThrow(/^--controllers: /);
});
