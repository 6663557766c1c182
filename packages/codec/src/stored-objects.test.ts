import type { ApiObject } from "@svc/meta";
import { createStruct } from "@svc/schema";
import { expect, test } from "vitest";
import { createCodec } from "./codec.ts";
import type { ObjectType } from "./object-type.ts";

const metadata = createStruct([{ name: "name", schema: { type: "string" }, presence: "omitEmpty" }]);
const type: ObjectType = {
  group: "example.com",
  version: "v1",
  schema: createStruct([
    { name: "metadata", schema: metadata, presence: "always" },
    { name: "size", schema: { type: "integer", format: "int64" }, presence: "omitEmpty" },
  ]),
};
const bytes = (size: number): Buffer => Buffer.from(JSON.stringify({ metadata: { name: "a" }, size }));

test("objects of equal bytes, key and type are one, as far as there is room", () => {
  const codec = createCodec({ maxSharedBytes: 3 * bytes(1).length });
  const first = codec.decodeShared("a", bytes(1), type);
  expect(first).toEqual({ metadata: { name: "a" }, size: 1 });
  expect(codec.decodeShared("a", bytes(1), type)).toBe(first);
  expect(codec.decodeShared("b", bytes(1), type)).not.toBe(first);
  expect(codec.decodeShared("a", bytes(1), { ...type })).not.toBe(first);
  const other = codec.decodeShared("a", bytes(2), type);
  expect([other, codec.decodeShared("a", bytes(2), type) === other]).toEqual([
    { metadata: { name: "a" }, size: 2 },
    true,
  ]);
  const [third, fourth] = ["c", "d"].map((key) => codec.decodeShared(key, bytes(3), type));
  expect(codec.decodeShared("c", bytes(3), type)).toBe(third);
  expect(codec.decodeShared("d", bytes(3), type)).not.toBe(fourth);
});

test("a buffer may be reused", () => {
  const codec = createCodec({ maxSharedBytes: 100 });
  const buffer = bytes(1);
  const first = codec.decodeShared("a", buffer, type);
  buffer.set(bytes(2));
  expect(codec.decodeShared("a", buffer, type)).toEqual({ metadata: { name: "a" }, size: 2 });
  expect(first).toEqual({ metadata: { name: "a" }, size: 1 });
});

test("a codec shares nothing by default", () => {
  const codec = createCodec();
  expect(codec.decodeShared("a", bytes(1), type)).not.toBe(codec.decodeShared("a", bytes(1), type));
});

const large: ObjectType = {
  group: "example.com",
  version: "v1",
  schema: createStruct([
    { name: "kind", schema: { type: "string" }, presence: "omitEmpty" },
    { name: "metadata", schema: metadata, presence: "always" },
    { name: "spec", schema: { type: "map", values: { type: "string" } }, presence: "omitEmpty" },
    { name: "status", schema: { type: "map", values: { type: "string" } }, presence: "omitEmpty" },
    { name: "size", schema: { type: "integer", format: "int64" }, presence: "omitEmpty" },
  ]),
};

test.each([
  ["large members", 6_000, 5_000, true],
  ["a large member behind a small one", 10, 5_000, true],
  ["a large member behind an empty one", 0, 5_000, true],
  ["small members", 1_000, 1_000, false],
])("the next version of an object with %s", (_, specLength, statusLength, isKept) => {
  const codec = createCodec();
  const spec: Record<string, string> = specLength === 0 ? {} : { a: "ü<".repeat(specLength / 2) };
  const status = { b: "€".repeat(statusLength) };
  const version = (size: number): ApiObject => ({
    apiVersion: "",
    kind: "",
    metadata: { name: "x" },
    spec,
    status,
    size,
  });
  const expected = (size: number): string =>
    createCodec().encodeStored(version(size), large, { kind: "Large" }).toString();
  const [first, second] = [expected(1), expected(2)];
  expect(codec.encodeStored(version(1), large, { kind: "Large" }).toString()).toBe(first);
  // Against the contract, to see whether its text is made again.
  status.b = "changed";
  const unchanged = new Set<object>([spec, status]);
  const next = codec.encodeStored(version(2), large, { kind: "Large", unchanged }).toString();
  expect(next === second).toBe(isKept);
  // A member that is not known to be unchanged is written as it is.
  expect(codec.encodeStored(version(2), large, { kind: "Large" }).toString()).toBe(expected(2));
});

test("a large member that is changed and written again, as for another generated name, is not stored as it was", () => {
  const codec = createCodec();
  const spec = { a: "x".repeat(5_000) };
  const version = (size: number): ApiObject => ({ apiVersion: "", kind: "", metadata: { name: "x" }, spec, size });
  codec.encodeStored(version(1), large, { kind: "Large" });
  spec.a = "y".repeat(5_000);
  const second = codec.encodeStored(version(1), large, { kind: "Large" }).toString();
  const unchanged = new Set<object>([spec]);
  expect(codec.encodeStored(version(1), large, { kind: "Large", unchanged }).toString()).toBe(second);
});
