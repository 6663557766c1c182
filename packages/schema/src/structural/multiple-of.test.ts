import { fieldErrorText, svcDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { fromOpenApi } from "./from-openapi.ts";
import { validate } from "./validator.ts";

function errorsOf(type: string, keywords: object, n: number): readonly string[] {
  const schema = fromOpenApi({ type: "object", properties: { n: { type, ...keywords } } }, { dialect: svcDialect });
  return validate(schema, { n }).map(fieldErrorText);
}

it("a factor below one is refused with an integer, as kube-apiserver truncates it to zero", () => {
  expect(errorsOf("number", { multipleOf: 0.5 }, 1.5)).toEqual([]);
  expect(errorsOf("number", { multipleOf: 0.5 }, 2)).toEqual([
    "n: Invalid value: 0: factor MultipleOf declared for n must be positive: 0",
  ]);
});

describe("bounds of numbers", () => {
  it.each<[type: string, keywords: object, n: number, error: string | undefined]>([
    ["integer", { maximum: 1e21 }, 2, "2: n in body should be less than or equal to -9223372036854775808"],
    ["integer", { minimum: 1e21 }, 2, undefined],
    ["integer", { maximum: -1e21 }, 2, "2: n in body should be less than or equal to -9223372036854775808"],
    ["number", { maximum: 1e21 }, 2.5, undefined],
    ["number", { maximum: 1e21 }, 2, "2: n in body should be less than or equal to -9223372036854775808"],
    ["integer", { multipleOf: -2 }, 2, "-2: factor MultipleOf declared for n must be positive: -2"],
    ["number", { multipleOf: -2 }, 2.5, "-2: factor MultipleOf declared for n must be positive: -2"],
    [
      "integer",
      { multipleOf: 1e21 },
      2,
      "-9223372036854775808: factor MultipleOf declared for n must be positive: -9223372036854775808",
    ],
    ["number", { multipleOf: 1e21 }, 2.5, "2.5: n in body should be a multiple of 1e+21"],
    ["number", { multipleOf: 0.1 }, 0.7, undefined],
    ["number", { multipleOf: 1 }, 1e-10, "1e-10: n in body should be a multiple of 1"],
    ["number", { multipleOf: 1 }, 2.9999999999, "2.9999999999: n in body should be a multiple of 1"],
    ["number", { multipleOf: 1 }, 3.0000000001, undefined],
    ["number", { multipleOf: 3 }, 1e21, "1e+21: n in body should be a multiple of 3"],
  ])("%s %j of %d", (type, keywords, n, error) => {
    expect(errorsOf(type, keywords, n)).toEqual(error === undefined ? [] : [`n: Invalid value: ${error}`]);
  });
});
