import fc from "fast-check";
import { expect, test } from "vitest";
import { keepValue } from "../json/keep.ts";
import { readYaml } from "./read.ts";

test("an object of JSON is read as the same document of YAML is", () => {
  const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(value, fc.option(fc.constantFrom(1, 2)), (object, indent) => {
      const text = JSON.stringify(object, null, indent ?? undefined);
      const asJson = readYaml(Buffer.from(text));
      // With a comment in front it is no JSON.
      const asYaml = readYaml(Buffer.from(`#\n${text}`));
      expect(keepValue(asJson.value)).toEqual(keepValue(asYaml.value));
    }),
    { numRuns: 300 },
  );
});

test("members that repeat are told", () => {
  expect(readYaml(Buffer.from('{"a":1,"a":2}')).duplicates).toEqual(['line 1: key "a" already set in map']);
});
