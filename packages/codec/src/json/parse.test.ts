import { expect, test } from "vitest";
import { parseExact } from "./parse.ts";

test.each([
  ["", "unexpected end of JSON input"],
  ['{"a":', "unexpected end of JSON input"],
  ['"a', "unexpected end of JSON input"],
  ["-", "invalid character ' ' in numeric literal"],
  ["1.", "invalid character ' ' after decimal point in numeric literal"],
  ["1e+", "invalid character ' ' in exponent of numeric literal"],
  ["tru", "invalid character ' ' in literal true (expecting 'e')"],
  ['"a\\', "invalid character ' ' in string escape code"],
  ['"\\u12', "invalid character ' ' in \\u hexadecimal character escape"],
  ["{a:1}", "invalid character 'a' looking for beginning of object key string"],
  ['{"a":1}}', "invalid character '}' after top-level value"],
])("%j is no JSON: %s", (text, message) => {
  expect(() => parseExact(Buffer.from(text))).toThrow(message);
});
