import { expect, test } from "vitest";
import { DecodeError } from "../decoding/decode-error.ts";
import { toJson } from "../json/to-json.ts";
import { readYaml, readYamlValue } from "./read.ts";

test.each([
  ["a: [", "line 1: did not find expected node content"],
  ["a: [b", "line 1: did not find expected ',' or ']'"],
  ["x: 1\ny: {b: c,\n", "line 2: did not find expected node content"],
  ["a: {b]", "did not find expected ',' or '}'"],
  ["a: [,]", "did not find expected node content"],
  ['{"a" 1}', "did not find expected ',' or '}'"],
  ["}", "did not find expected node content"],
  ["a: b: c", "mapping values are not allowed in this context"],
  ["x: 1\ny: b: c", "line 2: mapping values are not allowed in this context"],
  ["a\nb: c", "line 2: mapping values are not allowed in this context"],
  ["a: b\n- c", "line 1: did not find expected key"],
  ['a: "x\ny: z', "line 2: found unexpected end of stream"],
  ['a: "\\q"', "found unknown escape character"],
  ['a: "\\x"', "did not find expected hexdecimal number"],
  ["x: 1\ny: @a", "line 2: found character that cannot start any token"],
  ["a:\n\tb: c", "line 2: found character that cannot start any token"],
  ["a: *", "did not find expected alphabetic or numeric character"],
  ["a: |x", "did not find expected comment or line break"],
  ["a: -\n  - b", "block sequence entries are not allowed in this context"],
  ["a:\n  - b\n c: d", "line 2: did not find expected key"],
  ["- a\nb: c", "line 1: did not find expected '-' indicator"],
  ["- - a\n - b", "line 1: did not find expected '-' indicator"],
  ['a: "x" y', "did not find expected key"],
  ['a:\n  "b": c\n  "d" e', "line 4: could not find expected ':'"],
  ["%FOO bar\n---\na: b", "found unknown directive name"],
  ["# c\n%FOO bar\n%\n---\na: b", "line 2: found unknown directive name"],
  ["%FOO\n".repeat(3), "found unknown directive name"],
  ["%\n---\na: b", "could not find expected directive name"],
  ["%YA.ML 1.1\n---\na: b", "found unexpected non-alphabetical character"],
  ["%YAML 1.2\n---\na: b", "found incompatible YAML document"],
  ["%YAML\n---\na: b", "did not find expected version number"],
  ["%YAML 1\n---\na: b", "did not find expected digit or '.' character"],
  ["%YAML 1234567890.1\n---\na: b", "found extremely long version number"],
  ["%YAML 1.1 x\n---\na: b", "did not find expected comment or line break"],
  ["%YAML 1.1\n%YAML 1.1\n---\na: b", "line 1: found duplicate %YAML directive"],
  ["%TAG a tag:x\n---\na: b", "did not find expected '!'"],
  ["%TAG !a!\n---\na: b", "did not find expected whitespace"],
  ["%TAG ! <x>\n---\na: b", "did not find expected tag URI"],
  ["%TAG ! tag:x%2\n---\na: b", "did not find URI escaped octet"],
  ["%TAG ! tag:x<\n---\na: b", "did not find expected whitespace or line break"],
  ["%TAG ! tag:x\n%TAG ! tag:y\n---\na: b", "line 1: found duplicate %TAG directive"],
  ["%YAML 1.1\na: b", "line 1: did not find expected <document start>"],
  ["%YAML 1.1\n", "line 1: did not find expected <document start>"],
  ["a: b\n%FOO a\n", "line 2: found unknown directive name"],
  ["a: !z!str 5", "found undefined tag handle"],
  ...["\u0007", "\u007f", "\u0080", "\u0084", "\u0086", "\u009f", "\ufffe", "\uffff"].flatMap((char) => [
    [`a: ${char}`, "control characters are not allowed"],
    [`{"a":"${char}"}`, "control characters are not allowed"],
  ]),
])("%j is no YAML: %s", (text, message) => {
  expect(() => readYaml(Buffer.from(text))).toThrow(new DecodeError("type", `yaml: ${message}`));
});

test("numbers that JSON does not have are refused", () => {
  expect(() => readYaml(Buffer.from("a: -.inf"))).toThrow("json: unsupported value: -Inf");
  expect(() => readYaml(Buffer.from("a: .NaN"))).toThrow("json: unsupported value: NaN");
  expect(toJson(readYaml(Buffer.from("a: .")).value)).toEqual({ a: "." });
});

test.each([
  "%YAML 1.1\n---\na: 5",
  "%YAML\t01.01 # c\n---\na: 5",
  "%YAML 1.1#c\n---\na: 5",
  "\n%TAG !y! tag:yaml.org,2002:\n%TAG !! tag:x%20\n---\na: 5",
  "a: 5\n---\n%FOO\n",
  "a: 5\n...\n%FOO\n---\nb: 1\n",
])("%j is a document", (text) => {
  expect(readYamlValue(Buffer.from(text), { documents: "first" }).value).toEqual({ a: 5 });
});
