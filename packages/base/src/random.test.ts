import { expect, it } from "vitest";
import { createNameSuffixSource, createUidSource } from "./index.ts";

it("makes version 4 UUIDs and name suffixes from the given source of random bytes", () => {
  let next = 0;
  const random = (into: Uint8Array): void => {
    for (let i = 0; i < into.length; i++) into[i] = next++ & 0xff;
  };
  const uid = createUidSource(random);
  expect(uid()).toBe("00010203-0405-4607-8809-0a0b0c0d0e0f");
  expect(new Set(Array.from({ length: 1000 }, createUidSource())).size).toBe(1000);
  next = 0;
  expect(createNameSuffixSource(random)()).toBe("bcdfg");
});
