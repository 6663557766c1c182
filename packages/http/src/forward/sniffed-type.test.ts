import { expect, test } from "vitest";
import { sniffedType } from "./sniffed-type.ts";

test.each([
  ["moved", "text/plain; charset=utf-8"],
  ['{"a":1}', "text/plain; charset=utf-8"],
  ["\n <HTML><body>", "text/html; charset=utf-8"],
  ["<!-- x -->", "text/html; charset=utf-8"],
  ["<abbr>", "text/plain; charset=utf-8"],
  ["<?xml version='1.0'?>", "text/xml; charset=utf-8"],
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\x1f\x8b\x08\0", "application/x-gzip"],
  ["a\0b", "application/octet-stream"],
])("%j is %s", (start, type) => {
  expect(sniffedType(Buffer.from(start, "latin1"))).toBe(type);
});
