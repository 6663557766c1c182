import { createStruct, type Field } from "@svc/schema";
import { describe, expect, it } from "vitest";
import { createCodec } from "../codec.ts";
import { DecodeError } from "../decoding/decode-error.ts";

const field = (name: string, schema: Field["schema"], typeName?: string): Field => ({
  name,
  schema,
  presence: "omitEmpty",
  ...(typeName === undefined ? {} : { typeName }),
});

const spec = createStruct(
  [
    field("count", { type: "integer", format: "int32" }),
    field("policy", { type: "string" }, "v1.Policy"),
    field("big", { type: "integer", format: "int64" }),
    field("port", { type: "intOrString" }, "intstr.IntOrString"),
    field("at", { type: "time" }, "v1.Time"),
    field("limit", { type: "quantity" }),
    field("secret", { type: "bytes" }),
    field("list", { type: "list", items: { type: "string" } }),
  ],
  { name: "test/v1.Spec" },
);
const schema = createStruct([field("spec", spec), field("on", { type: "boolean" })], { name: "test/v1.Thing" });
const type = { group: "", version: "v1", schema };
const codec = createCodec();

function errorOf(decode: () => unknown): string | undefined {
  try {
    decode();
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError) return error.ofValue;
    throw error;
  }
}

const inSpec = (what: string, name: string, typeName: string): string =>
  `json: cannot unmarshal ${what} into Go struct field Spec.spec.${name} of type ${typeName}`;
const wrongTime = 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"';

describe("of several things that do not fit in a text", () => {
  const message = (text: string): string | undefined => {
    try {
      codec.parseJson(Buffer.from(text)).decode(type);
      return undefined;
    } catch (error) {
      if (error instanceof DecodeError) return error.message;
      throw error;
    }
  };

  it.each<[string, string, string]>([
    ["the first one is reported", '{"spec":{"policy":1,"count":"x"},"on":2}', inSpec("number", "policy", "v1.Policy")],
    [
      "whatever the order of fields",
      '{"on":2,"spec":{"count":"x"}}',
      "json: cannot unmarshal number into Go struct field Thing.on of type bool",
    ],
    ["unless a time is none", '{"on":2,"spec":{"at":"x"}}', wrongTime],
    [
      "unless a type that reads itself fails",
      '{"on":2,"spec":{"port":{}}}',
      inSpec("object", "port", "intstr.IntOrString"),
    ],
    ["bytes are no quantity or time", '{"spec":{"secret":"!","list":{}}}', "illegal base64 data at input byte 0"],
    ["items are", '{"spec":{"list":[1,{}],"count":"x"}}', inSpec("number", "list", "string")],
  ])("%s", (_, text, want) => {
    expect(message(text)).toBe(want);
  });
});

describe("of a value that was made of an object", () => {
  it.each<[string, object, string]>([
    ["the first declared field is reported", { at: "x", policy: {}, count: "x" }, "unrecognized type: int32"],
    ["names of types count where a value is converted", { policy: 1 }, "cannot convert int64 to v1.Policy"],
    ["and not where it is not", { policy: true }, "unrecognized type: string"],
    ["no fraction is cut off", { count: 1.5 }, "cannot convert float64 to int32"],
  ])("%s", (_, value, want) => {
    expect(errorOf(() => codec.decodeValue({ spec: value } as never, type))).toBe(want);
  });

  it.each<[number | bigint, number, number | bigint]>([
    [3_000_000_000, -1_294_967_296, 3_000_000_000],
    [-2_147_483_649, 2_147_483_647, -2_147_483_649],
    [9_223_372_036_854_775_807n, -1, 9_223_372_036_854_775_807n],
    [9_223_372_036_854_775_808n, 0, -9_223_372_036_854_775_808n],
    [1e30, 0, -9_223_372_036_854_775_808n],
  ])("%s is truncated to the bits of its type", (given, count, big) => {
    const { object } = codec.decodeValue({ spec: { count: given, big: given } } as never, type);
    // Zero and unset are the same for these fields.
    expect(object["spec"]).toEqual({ ...(count === 0 ? {} : { count }), big });
  });
});
