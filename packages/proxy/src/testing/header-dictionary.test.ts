import { expect, test } from "vitest";
import { headerDictionary } from "./header-dictionary.ts";

test("the dictionary has the standard checksum", () => {
  let [a, b] = [1, 0];
  for (const byte of headerDictionary()) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  expect(((b << 16) | a) >>> 0).toBe(0xe3c6a7c2);
});
