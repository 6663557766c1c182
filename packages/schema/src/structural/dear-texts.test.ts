import { type JsonValue, kubernetesDialect } from "@svc/meta";
import { expect, it } from "vitest";
import type { StructSchema } from "../schema.ts";
import { formatCheck } from "./formats.ts";
import { fromOpenApi } from "./from-openapi.ts";
import { validate } from "./validator.ts";

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

it("a large pattern does not match texts past the work for one value", () => {
  const pattern = "(a?){1,1000}[xy]";
  const fitting = `${"a".repeat(10)}x`;
  expect(validate(textsOf({ pattern }), { texts: [fitting] })).toEqual([]);
  const texts = ["a".repeat(1_000_000), fitting];
  expect(validate(textsOf({ pattern }), { texts }).map(({ field }) => field)).toEqual(["texts[0]", "texts[1]"]);
});
