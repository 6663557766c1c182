import { expect, it } from "vitest";
import { parsedReview } from "./call-webhook.ts";

const notRead = "couldn't get version/kind; json parse error: ";

it.each<[string, string]>([
  ["{}{}", `${notRead}invalid character '{' after top-level value`],
  ["{} x", `${notRead}invalid character 'x' after top-level value`],
  ["{", `${notRead}unexpected end of JSON input`],
  ['{"a":1,}', `${notRead}invalid character '}' looking for beginning of object key string`],
  ["[]", `${notRead}json: cannot unmarshal array into Go value`],
  ["true", `${notRead}json: cannot unmarshal bool into Go value`],
  ["5", `${notRead}json: cannot unmarshal number into Go value`],
  ["this is not JSON", `${notRead}json: cannot unmarshal string into Go value`],
  ["a: b: c", "yaml: mapping values are not allowed in this context"],
  ["\tx: 1", "yaml: found character that cannot start any token"],
])("a response %j is no review", (text, message) => {
  expect(() => parsedReview(Buffer.from(text))).toThrow(message);
});

it.each<[string, unknown]>([
  ['{"kind":"ConversionReview"}', { kind: "ConversionReview" }],
  ["kind: ConversionReview\nresponse: {}\n", { kind: "ConversionReview", response: {} }],
  ["\ufeff{kind: ConversionReview}", { kind: "ConversionReview" }],
  ['\ufeff{"kind":"ConversionReview"}', { kind: "ConversionReview" }],
  ["null", null],
  [" \n", null],
])("a response %j is read as JSON or YAML", (text, review) => {
  expect(parsedReview(Buffer.from(text))).toEqual(review);
});
