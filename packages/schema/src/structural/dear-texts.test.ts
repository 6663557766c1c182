import { type JsonValue, kubernetesDialect } from "@svc/meta";
import { expect, it } from "vitest";
import type { StructSchema } from "../schema.ts";
import { formatCheck } from "./formats.ts";
import { fromOpenApi } from "./from-openapi.ts";
import { createValidator, validate } from "./validator.ts";

// What takes more than linear time does not end within the time of a test.

const pieces = ["0", " ", "\t", "1.", "a.", "s000", ":", "a@", '"', "(", "%41", "-", "/", "xn--"];
const formats = ["uri", "email", "hostname", "ipv4", "ipv6", "cidr", "mac", "uuid", "isbn", "creditcard", "ssn"];
const times = ["duration", "date-time", "date", "hexcolor", "rgbcolor"];

it.each([...formats, ...times])("format %s with a hostile text takes linear time", (format) => {
  const check = formatCheck(format);
  for (const piece of pieces)
    for (const length of [190, 990, 500_000])
      expect(check?.(`${piece.repeat(length / piece.length)}µ`)).toBeTypeOf("boolean");
});

const textsOf = (items: Readonly<Record<string, JsonValue>>): StructSchema =>
  fromOpenApi(
    { type: "object", properties: { texts: { type: "array", items: { type: "string", ...items } } } },
    { dialect: kubernetesDialect },
  );

it("values of a long enumeration take linear time", () => {
  const values = Array.from({ length: 20_000 }, (_, i) => `value${i}`);
  const texts = Array.from({ length: 50_000 }, (_, i) => `value${(i * 7) % 20_000}`);
  expect(validate(textsOf({ enum: values }), { texts })).toEqual([]);
});

it("values outside of a long enumeration take linear time", () => {
  const values = Array.from({ length: 1_000_000 }, (_, i) => `value${i}`);
  const texts = Array.from({ length: 50_000 }, (_, i) => `other${i}`);
  const errors = validate(textsOf({ enum: values }), { texts });
  expect(errors).toHaveLength(50_000);
  expect(errors[1]?.body).toMatch(/^Unsupported value: "other1": supported values: "value0", .* more values\)$/);
});

it("a pattern of many states does not match texts past the work for one value", () => {
  const pattern = "(a|b)*a(a|b){300}[cd]";
  const fitting = `${"a".repeat(301)}c`;
  expect(validate(textsOf({ pattern }), { texts: [fitting] })).toEqual([]);
  let seed = 1;
  const random = (): number => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 16;
  const hostile = Array.from({ length: 10_000 }, () => "ab"[random() & 1]).join("");
  const texts = [hostile, fitting];
  expect(validate(textsOf({ pattern }), { texts }).map(({ field }) => field)).toEqual(["texts[0]", "texts[1]"]);
});

it("a pattern of few states matches long texts", () => {
  const pattern = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";
  expect(validate(textsOf({ pattern }), { texts: ["a.".repeat(1_000_000).concat("a")] })).toEqual([]);
});

it("large patterns that many values need are compiled in several requests", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 6 }, (_, i) => [`p${i}`, { type: "string", pattern: `^${`[a-z]{${990 + i}}`.repeat(9)}|$` }]),
  );
  const schema = fromOpenApi({ type: "object", properties }, { dialect: kubernetesDialect });
  const validator = createValidator(schema);
  const value = Object.fromEntries(Object.keys(properties).map((name) => [name, ""]));
  expect(() => validator.validate(value)).toThrow("please try again");
  expect(() => validator.validate(value)).toThrow("please try again");
  expect(validator.validate(value)).toEqual([]);
});
