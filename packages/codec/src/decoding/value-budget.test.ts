import { svcDialect } from "@svc/meta";
import { expect, test } from "vitest";
import { readCbor } from "../cbor/read.ts";
import { createCodec } from "../codec.ts";
import { parseExact } from "../json/parse.ts";
import { readYaml, readYamlValue } from "../yaml/read.ts";
import { maxBodyValues } from "./value-budget.ts";

const items = (count: number): string => `{"a":[${"0,".repeat(count)}0]}`;
const members = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join(",")}}`;
/** Arrays of 1,000 items in an array. */
const cborItems = (arrays: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x99, arrays >> 8, arrays & 255]),
    ...Array.from({ length: arrays }, () => Buffer.concat([Buffer.from([0x99, 0x03, 0xe8]), Buffer.alloc(1_000)])),
  ]);
const { parseJson, parseProtobuf } = createCodec();

const tooMany: readonly (readonly [string, () => unknown])[] = [
  ["JSON items", () => parseJson(Buffer.from(items(10 * maxBodyValues)))],
  ["JSON texts", () => parseJson(Buffer.from(`["a"${',"a"'.repeat(maxBodyValues)}]`))],
  ["JSON members", () => parseJson(Buffer.from(members(maxBodyValues + 1)))],
  ["JSON that is read exactly", () => parseExact(Buffer.from(items(10 * maxBodyValues)))],
  ["JSON as YAML", () => readYaml(Buffer.from(items(10 * maxBodyValues)))],
  ["YAML tokens", () => readYaml(Buffer.from(`a: [${"0,".repeat(maxBodyValues)}0]`))],
  ["CBOR items", () => readCbor(cborItems(150))],
  [
    "protobuf fields",
    () =>
      parseProtobuf(
        Buffer.concat([
          Buffer.from(svcDialect.protobufMagic),
          Buffer.alloc(4 * maxBodyValues, Buffer.from([0xf8, 0x01, 0x01])),
        ]),
        svcDialect.protobufMagic,
      ),
  ],
];
test.each(tooMany)("%s beyond the bound are refused with 413", (_name, read) => {
  expect(read).toThrow(expect.objectContaining({ code: 413, reason: "RequestEntityTooLarge" }));
});

test.each([
  ["100,000 members", members(100_000)],
  ["1,000,000 numbers of a list", items(1_000_000)],
])("%s are parsed exactly, within the budget", (_name, text) => {
  expect(() => parseJson(Buffer.from(text))).not.toThrow();
  expect(() => parseExact(Buffer.from(text))).not.toThrow();
});

test("excess depth is reported before excess size", () => {
  expect(() => parseJson(Buffer.from('{"a":'.repeat(200_000)))).toThrow("exceeded max depth");
});

test("the texts of aliases count once per use", () => {
  const text = "x".repeat(100_000);
  const yaml = (count: number): Buffer => Buffer.from(`a: &a ${text}\nb: [${"*a,".repeat(count)}]`);
  expect(() => readYaml(yaml(30))).not.toThrow();
  expect(() => readYaml(yaml(9_000))).toThrow("excessive aliasing");
});

test.each([
  ["behind an object", "a: 1\n---\nb: [", { a: 1 }],
  ["behind an empty document", `${"---\n".repeat(500_000)}a: 1`, null],
  ["behind a marker", "---\na: 1\n---\n@", { a: 1 }],
])("YAML documents %s are not read", (_name, text, value) => {
  expect(readYamlValue(Buffer.from(text), { documents: "first" }).value).toEqual(value);
});

test("a plain scalar of a million digits is text", () => {
  const digits = "1".repeat(1_000_000);
  expect(readYamlValue(Buffer.from(`a: ${digits}\nb: 1${":1".repeat(300_000)}`)).value).toMatchObject({ a: digits });
});
