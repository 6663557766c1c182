import fc from "fast-check";
import { expect, test } from "vitest";
import { sortedTexts } from "./sorted-texts.ts";

test("texts are sorted as by the engine", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
      expect(sortedTexts([...texts])).toEqual([...texts].sort());
    }),
  );
});
