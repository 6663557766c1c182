import { describe, expect, test } from "vitest";
import { DecodeError } from "../decoding/decode-error.ts";
import { createParseCache } from "./parse-cache.ts";
import { readYaml } from "./read.ts";
import { utf8Problem } from "./utf8-problem.ts";

const texts: readonly (readonly [string, string])[] = [
  ["\xff", "invalid leading UTF-8 octet"],
  ["\x80", "invalid leading UTF-8 octet"],
  ["\xc3(", "invalid trailing UTF-8 octet"],
  ["\xe2\x82", "incomplete UTF-8 octet sequence"],
  ["\xc0\x80", "invalid length of a UTF-8 sequence"],
  ["\xe0\x80\x80", "invalid length of a UTF-8 sequence"],
  ["\xed\xa0\x80", "invalid Unicode character"],
  ["\xf5\x80\x80\x80", "invalid Unicode character"],
];

describe("bytes that are not UTF-8", () => {
  test.each(texts)("%j: %s", (text, problem) => {
    const bytes = Buffer.from(text, "latin1");
    expect(utf8Problem(bytes)).toEqual({ why: problem, at: 0 });
    expect(utf8Problem(Buffer.concat([Buffer.from("aé€😀"), bytes]))).toEqual({ why: problem, at: 10 });
  });

  test("are refused in documents, in JSON too", () => {
    for (const text of ["a: \xff", '{"a":"\xff"}'])
      expect(() => readYaml(Buffer.from(text, "latin1"))).toThrow(
        new DecodeError("type", "yaml: invalid leading UTF-8 octet"),
      );
  });

  test.each([
    ["before them", "a: \x01\xff", "yaml: control characters are not allowed"],
    ["behind them", "a: \xff\x01", "yaml: invalid leading UTF-8 octet"],
    ["of two octets before them", "a: \xc2\x80\xff", "yaml: control characters are not allowed"],
  ])("and a control character %s: the first is told", (_, text, message) => {
    expect(() => readYaml(Buffer.from(text, "latin1"))).toThrow(message);
  });

  test("are refused in a text that differs little from the one before", () => {
    const parse = createParseCache();
    const text = (value: string): Buffer => Buffer.from(`{"a":{"b":"${value}","c":"${"x".repeat(200)}"}}`, "latin1");
    expect(parse(text("1"), "name").value).toMatchObject({ a: { b: "1" } });
    expect(() => parse(text("\xff"), "name")).toThrow("yaml: invalid leading UTF-8 octet");
  });
});

test("valid characters have no problem", () => {
  expect(utf8Problem(Buffer.from("aé€😀\ufffd"))).toBeUndefined();
});
