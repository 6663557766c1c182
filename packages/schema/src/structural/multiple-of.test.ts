import { fieldErrorText, svcDialect } from "@svc/meta";
import { expect, it } from "vitest";
import { fromOpenApi } from "./from-openapi.ts";
import { validate } from "./validator.ts";

it("a factor below one is refused with a whole value, as the original cuts it to nothing", () => {
  const schema = fromOpenApi(
    { type: "object", properties: { n: { type: "number", multipleOf: 0.5 } } },
    { dialect: svcDialect },
  );
  expect(validate(schema, { n: 1.5 })).toEqual([]);
  expect(validate(schema, { n: 2 }).map(fieldErrorText)).toEqual([
    "n: Invalid value: 0: factor MultipleOf declared for n must be positive: 0",
  ]);
});
