import { expect, test } from "vitest";
import { parseMediaType } from "./media-type.ts";

test.each([
  ["application/json", "application/json"],
  [" Application/JSON ; charset=utf-8", "application/json"],
  ['application/json;a="b;c\\"d";e=f;', "application/json"],
  ["json", "json"],
  ["application/json;;", undefined],
  ["application/json;q", undefined],
  ["application/json;q=", undefined],
  ['application/json;a="', undefined],
  ["application/json, application/yaml", undefined],
  ["application/", undefined],
  ["", undefined],
])("%j names the type %s", (header, want) => {
  expect(parseMediaType(header)).toBe(want);
});
