import { createStruct, type StructSchema } from "@svc/schema";
import { Encoder } from "cbor-x";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCodec } from "../codec.ts";
import { DecodeError } from "../decoding/decode-error.ts";
import type { ObjectType } from "../object-type.ts";
import { diagnoseCbor } from "./diagnose.ts";
import { readCbor } from "./read.ts";
import { cborToJson } from "./to-json.ts";
import { arrayHead, cborPrefix, withMembers, writeCbor } from "./write.ts";

/** The other one, as the most lenient reader and as a writer of text. */
const other = new Encoder({ useRecords: false, mapsAsObjects: false, variableMapSize: true });

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const kept = (text: string): unknown => cborToJson(readCbor(hex(text)));

test.each<[what: string, bytes: string, value: unknown]>([
  ["text", "63 616263", "abc"],
  ["bytes, which strings of this API are", "43 616263", "abc"],
  ["bytes that are no UTF-8", "42 ff61", "\ufffda"],
  ["a length with more digits than it needs", "78 01 61", "a"],
  ["text in pieces", "7f 61 61 62 6263 ff", "abc"],
  ["bytes in pieces", "5f 41 61 40 41 62 ff", "ab"],
  ["a list without a length", "9f 01 02 ff", [1, 2]],
  ["a map without a length", "bf 61 61 01 ff", { a: 1 }],
  ["members in any order", "a2 61 62 01 61 61 02", { a: 2, b: 1 }],
  ["a name that is none elsewhere", "a1 69 5f5f70726f746f5f5f a1 61 61 01", JSON.parse('{"__proto__":{"a":1}}')],
  ["no name", "a1 f6 01", { "": 1 }],
  ["2^53 + 1", "1b 0020000000000001", 9007199254740993n],
  ["2^63 - 1", "1b 7fffffffffffffff", 2n ** 63n - 1n],
  ["-2^53 - 1", "3b 0020000000000000", -9007199254740993n],
  ["-2^63", "3b 7fffffffffffffff", -(2n ** 63n)],
  ["a float of two bytes", "f9 3e00", 1.5],
  ["the smallest of two bytes", "f9 0001", 2 ** -24],
  ["a float of four bytes", "fa 4788b840", 70000.5],
  ["a float of eight bytes", "fb 3fb999999999999a", 0.1],
  ["a whole float", "f9 4500", 5],
  ["less than nothing", "f9 8000", 0],
  ["the mark of CBOR, twice", "d9d9f7 d9d9f7 01", 1],
  ["bytes for base64", "d6 42 6869", "aGk="],
  ["bytes for base64 of addresses", "d5 42 6869", "aGk"],
  ["bytes for hex", "d7 42 abcd", "abcd"],
  ["a list of bytes for base64", "d6 82 42 6869 61 78", ["aGk=", "x"]],
  ["a tag of no meaning here", "d8 63 05", 5],
  ["a time", `c0 74 ${Buffer.from("2020-01-01T00:00:00Z").toString("hex")}`, "2020-01-01T00:00:00Z"],
  ["seconds since 1970", "c1 05", "1970-01-01T00:00:05Z"],
  ["parts of a second", "c1 f9 3e00", "1970-01-01T00:00:01.5Z"],
  ["before 1970", "c1 24", "1969-12-31T23:59:55Z"],
])("%s", (_, bytes, value) => {
  expect(kept(bytes)).toStrictEqual(value);
});

const deep = (levels: number): string => `${"81".repeat(levels)}00`;

test.each<[what: string, bytes: string, message: string]>([
  ["nothing", "", "EOF"],
  ["a mark of nothing", "d9d9f7", "unexpected EOF"],
  ["a piece of text", "63 61", "unexpected EOF"],
  ["two items", "01 02 03", "cbor: 2 bytes of extraneous data starting at index 1"],
  ["NaN", "f9 7e00", "cbor: data item of cbor type primitives is not accepted by protocol: floating-point NaN"],
  [
    "infinity",
    "fa 7f800000",
    "cbor: data item of cbor type primitives is not accepted by protocol: floating-point infinity",
  ],
  ["a bignum", "c2 41 05", "cbor: data item of cbor type tag is not accepted by protocol: bignum"],
  [
    "undefined",
    "f7",
    "cbor: data item of cbor type primitives is not accepted by protocol: simple value 23 is not recognized",
  ],
  [
    "an unassigned value",
    "f8 63",
    "cbor: data item of cbor type primitives is not accepted by protocol: simple value 99 is not recognized",
  ],
  ["a simple value with a byte too many", "f8 10", "cbor: invalid simple value 16 for type primitives"],
  ["a head that means nothing", "1c", "cbor: invalid additional information 28 for type positive integer"],
  ["an integer without an end", "1f", "cbor: invalid additional information 31 for type positive integer"],
  ["a tag without an end", "df", "cbor: invalid additional information 31 for type tag"],
  ["a primitive that means nothing", "fc", "cbor: invalid additional information 28 for type primitives"],
  ["an end of nothing", "ff", 'cbor: unexpected "break" code'],
  ["an end behind a name", "bf 61 61 ff", 'cbor: unexpected "break" code'],
  ["an end in a list of known length", "82 01 ff", 'cbor: unexpected "break" code'],
  ["bytes in text", "7f 41 61 ff", "cbor: wrong element type byte string for indefinite-length UTF-8 text string"],
  ["pieces in pieces", "7f 7f ff ff", "cbor: indefinite-length UTF-8 text string chunk is not definite-length"],
  [
    "a length beyond any memory",
    "9b ffffffffffffffff",
    "cbor: array length 18446744073709551615 is too large, it would cause integer overflow",
  ],
  [
    "bytes beyond any memory",
    "5b ffffffffffffffff",
    "cbor: byte string length 18446744073709551615 is too large, causing integer overflow",
  ],
  ["more bytes than there are", "5b 00000000ffffffff", "unexpected EOF"],
  ["a long list", "99 0401", "cbor: exceeded max number of elements 1024 for CBOR array"],
  [
    "a long list without a length",
    `9f ${"00".repeat(1025)} ff`,
    "cbor: exceeded max number of elements 1024 for CBOR array",
  ],
  ["a large map", "b9 0401", "cbor: exceeded max number of key-value pairs 1024 for CBOR map"],
  ["a deep list", deep(65), "cbor: exceeded max nested level 64"],
  ["deep tags", `${"d863".repeat(66)}00`, "cbor: exceeded max nested level 64"],
  ["text that is no UTF-8", "62 ff61", "cbor: invalid UTF-8 string"],
  ["a name that repeats", "a2 61 61 01 61 61 02", 'cbor: found duplicate map key "a" at map element index 1'],
  ["a name that repeats as bytes", "a2 61 61 01 41 61 02", 'cbor: found duplicate map key "a" at map element index 1'],
  ["a number for a name", "a1 01 02", "cbor: cannot unmarshal positive integer into Go value of type string"],
  ["a float for a name", "a1 f93e00 02", "cbor: cannot unmarshal primitives into Go value of type string"],
  [
    "2^63",
    "1b 8000000000000000",
    "cbor: cannot unmarshal positive integer into Go value of type int64 (9223372036854775808 overflows Go's int64)",
  ],
  [
    "-2^63 - 1",
    "3b 8000000000000000",
    "cbor: cannot unmarshal negative integer into Go value of type int64 (-9223372036854775809 overflows Go's int64)",
  ],
  ["a time of bytes", "c0 41 61", "cbor: tag number 0 must be followed by text string, got byte string"],
  [
    "a time that is none",
    "c0 61 78",
    'cbor: cannot set x for time.Time: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
  ],
  [
    "seconds in words",
    "c1 61 78",
    "cbor: tag number 1 must be followed by integer or floating-point number, got UTF-8 text string",
  ],
  [
    "a time after all calendars",
    "c1 1b 1000000000000000",
    "cbor: decoded time cannot be represented in RFC3339 format with sub-second precision: Time.MarshalText: year outside of range [0,9999]",
  ],
])("refuses %s", (_, bytes, message) => {
  expect(() => kept(bytes)).toThrow(expect.objectContaining({ message }));
});

test("64 levels and 1024 elements are taken", () => {
  expect(() => readCbor(hex(deep(64)))).not.toThrow();
  expect(readCbor(hex(`99 0400 ${"00".repeat(1024)}`))).toHaveLength(1024);
});

test("a body is shown in diagnostic notation", () => {
  const bytes = "d9d9f7 a3 61 61 82 01 20 41 62 f93e00 61 63 83 f4 f6 f7";
  expect(diagnoseCbor(hex(bytes))).toBe(`55799({"a": [1, -1], 'b': 1.5, "c": [false, null, undefined]})`);
});

test.each([
  ["40", "h''"],
  ["41ff", "h'ff'"],
  ["44 61 27 22 5c", `'a\\'"\\\\'`],
  ["45 0a 7f 00 c3a9", "'\\n\\u007f\\u0000\\u00e9'"],
  ["65 22 f09f9880", '"\\"\\ud83d\\ude00"'],
])("the text %s is shown as %s", (bytes, shown) => {
  expect(diagnoseCbor(hex(bytes))).toBe(shown);
});

/**
 * Values that CBOR and JSON can both express, with integer-like keys and names of inherited
 * members.
 */
const anyValue = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as never);

test("output is read back by this reader and by another one", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const bytes = writeCbor(value);
      expect(cborToJson(readCbor(bytes))).toEqual(value);
      expect(textOfBytes(other.decode(bytes))).toEqual(value);
    }),
  );
});

test("output of another writer is read", () => {
  const encoder = new Encoder({ useRecords: false, mapsAsObjects: true, variableMapSize: true });
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(cborToJson(readCbor(encoder.encode(value)))).toEqual(value);
    }),
  );
});

/**
 * Strings are byte strings here, and the other reader keeps them so; it has large integers as
 * bigints.
 */
function textOfBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(textOfBytes);
  if (typeof value !== "object" || value === null) return value;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(entries.map(([name, member]) => [textOfBytes(name), textOfBytes(member)]));
}

test("any float is written in the shortest form that holds it", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const bytes = writeCbor(value, { type: "number" });
      expect(other.decode(bytes)).toBe(value);
      expect(bytes.length).toBe(Math.fround(value) !== value ? 9 : bytes[0] === 0xf9 ? 3 : 5);
    }),
  );
});

test.each<[value: number | bigint, bytes: string]>([
  [0, "00"],
  [24, "1818"],
  [256, "190100"],
  [65536, "1a00010000"],
  [2 ** 32, "1b0000000100000000"],
  [9007199254740993n, "1b0020000000000001"],
  [-1, "20"],
  [-257, "390100"],
  [-(2n ** 63n), "3b7fffffffffffffff"],
  [1.5, "f93e00"],
  [100000.5, "fa47c35040"],
  [1e300, "fb7e37e43c8800759c"],
])("%d is written %s", (value, bytes) => {
  expect(writeCbor(value).toString("hex")).toBe(bytes);
});

test("hostile bytes are refused, not a failure", () => {
  const heads = fc.constantFrom(
    "d9d9f7a1",
    "9f",
    "bf",
    "7f",
    "5f",
    "a2",
    "82",
    "c0",
    "c1",
    "d6",
    "fb",
    "1b",
    "3b",
    "ff",
  );
  const hostile = fc
    .array(
      fc.oneof(
        heads,
        fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString("hex")),
      ),
    )
    .map((parts) => hex(parts.join("")));
  fc.assert(
    fc.property(hostile, (bytes) => {
      try {
        codec.parseCbor(bytes).decode(thing);
      } catch (error) {
        expect(error).toBeInstanceOf(DecodeError);
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});

const codec = createCodec();
const meta = createStruct([{ name: "name", schema: { type: "string" }, presence: "omitEmpty" }], {
  name: "meta/v1.ObjectMeta",
});
const part: StructSchema = createStruct(
  [{ name: "size", schema: { type: "integer", format: "int32" }, presence: "explicit" }],
  {
    name: "x/v1.Part",
  },
);
const thing: ObjectType = {
  group: "x",
  version: "v1",
  schema: createStruct(
    [
      { name: "kind", schema: { type: "string" }, presence: "omitEmpty" },
      { name: "apiVersion", schema: { type: "string" }, presence: "omitEmpty" },
      { name: "metadata", schema: meta, presence: "omitEmpty" },
      { name: "parts", schema: { type: "list", items: part }, presence: "omitEmpty" },
      { name: "names", schema: { type: "map", values: { type: "string" } }, presence: "omitEmpty" },
      { name: "bytes", schema: { type: "bytes" }, presence: "omitEmpty" },
      { name: "ratio", schema: { type: "number" }, presence: "explicit" },
      { name: "port", schema: { type: "intOrString" }, presence: "explicit" },
      { name: "since", schema: { type: "time" }, presence: "explicit" },
      { name: "amount", schema: { type: "quantity" }, presence: "explicit" },
      { name: "on", schema: { type: "boolean" }, presence: "explicit" },
    ],
    { name: "x/v1.Thing" },
  ),
};

const { encode } = new Encoder({ useRecords: false, variableMapSize: true, tagUint8Array: false });
const decodeThing = (members: object): unknown => codec.parseCbor(encode(members)).decode(thing);
const field = (name: string): string => `Go struct field v1.Thing.${name}`;

describe("fields of compiled-in types", () => {
  test.each<[what: string, members: object, message: string]>([
    [
      "a number for text",
      { metadata: { name: 5 } },
      `cbor: cannot unmarshal positive integer into ${field("metadata")} of type string`,
    ],
    [
      "a list for a struct",
      { metadata: [] },
      `cbor: cannot unmarshal array into ${field("metadata")} of type v1.ObjectMeta (cannot decode CBOR array to struct without toarray option)`,
    ],
    ["a map for a list", { parts: {} }, `cbor: cannot unmarshal map into ${field("parts")} of type []v1.Part`],
    [
      "text for a struct",
      { parts: ["x"] },
      `cbor: cannot unmarshal UTF-8 text string into ${field("parts")} of type v1.Part`,
    ],
    [
      "a float for an integer",
      { parts: [{ size: 5.5 }] },
      `cbor: cannot unmarshal primitives into ${field("parts")} of type int32`,
    ],
    [
      "an integer that is too large",
      { parts: [{ size: 2 ** 31 }] },
      `cbor: cannot unmarshal positive integer into ${field("parts")} of type int32 (2147483648 overflows int32)`,
    ],
    [
      "text for bytes",
      { bytes: "aGk=" },
      `cbor: cannot unmarshal UTF-8 text string into ${field("bytes")} of type []uint8`,
    ],
    [
      "bytes that are no base64",
      { bytes: Buffer.from("hi") },
      "cbor: failed to decode base64 from byte string: illegal base64 data at input byte 0",
    ],
    [
      "text for a number",
      { ratio: "1" },
      `cbor: cannot unmarshal UTF-8 text string into ${field("ratio")} of type float64`,
    ],
    ["a map for a port", { port: {} }, `cbor: cannot unmarshal map into ${field("port")} of type int32`],
    [
      "a number for a time",
      { since: 5 },
      `cbor: cannot unmarshal positive integer into ${field("since")} of type string`,
    ],
    [
      "a number for an amount",
      { amount: 5 },
      `cbor: cannot unmarshal positive integer into ${field("amount")} of type string`,
    ],
    ["a number for a yes", { on: 1 }, `cbor: cannot unmarshal positive integer into ${field("on")} of type bool`],
    [
      "undefined",
      { on: undefined },
      "cbor: data item of cbor type primitives is not accepted by protocol: simple value 23 is not recognized",
    ],
  ])("refuse %s", (_, members, message) => {
    expect(() => decodeThing(members)).toThrow(expect.objectContaining({ message }));
  });

  test("accept every valid value", () => {
    const members = {
      bytes: Buffer.from("aGk="),
      ratio: 5,
      port: "http",
      amount: "100m",
      on: true,
      names: { a: null },
    };
    expect(decodeThing(members)).toEqual({
      object: { bytes: "aGk=", ratio: 5, port: "http", amount: "100m", on: true, names: { a: "" } },
      strictErrors: [],
    });
  });

  test.each<[what: string, members: object, index: number | undefined]>([
    ["none", { metadata: {} }, undefined],
    ["of the object", { metadata: {}, zz: 1, yy: 2 }, 1],
    ["of a part", { parts: [{ size: 1, zz: 1 }] }, 1],
    ["of the object rather than of a part", { metadata: {}, parts: [{ zz: 1 }], yy: 2 }, 2],
    ["the first of two parts", { metadata: { name: "a", zz: 1 }, parts: [{ zz: 1 }] }, 1],
  ])("unknown fields are reported: %s", (_, members, index) => {
    const errors = index === undefined ? [] : [`cbor: found unknown field at map element index ${index}`];
    expect(decodeThing(members)).toMatchObject({ strictErrors: errors });
  });
});

describe("the type of an object", () => {
  test.each<[what: string, bytes: Buffer, message: string]>([
    ["nothing", Buffer.alloc(0), "EOF"],
    [
      "a list",
      encode([]),
      "cbor: cannot unmarshal array into Go value of type v1.TypeMeta (cannot decode CBOR array to struct without toarray option)",
    ],
    [
      "a number for a kind",
      encode({ kind: 5 }),
      "cbor: cannot unmarshal positive integer into Go struct field v1.TypeMeta.kind of type string",
    ],
    [
      "a kind twice",
      hex("a2 64 6b696e64 61 61 64 6b696e64 61 61"),
      'cbor: found duplicate map key "kind" at map element index 1',
    ],
    [
      "a list for a name",
      hex("a1 80 01"),
      "cbor: cannot unmarshal array into Go value of type string (map key is of type array and cannot be used to match struct field name)",
    ],
  ])("%s", (_, bytes, message) => {
    expect(() => codec.parseCbor(bytes)).toThrow(
      expect.objectContaining({ stage: "type", message: `unable to determine group/version/kind: ${message}` }),
    );
  });

  test.each<[what: string, bytes: Buffer, names: object]>([
    ["a number", hex("a2 64 6b696e64 01 6a 61706956657273696f6e 62 7631"), { apiVersion: "v1" }],
    ["a list", hex("a2 64 6b696e64 61 61 6a 61706956657273696f6e 80"), { kind: "a" }],
    ["no version", hex("a2 64 6b696e64 61 61 6a 61706956657273696f6e 65 612f622f63"), {}],
  ])("of an extension type that is %s counts as absent", (_, bytes, names) => {
    const { apiVersion, kind } = codec.parseCbor(bytes, "structural");
    expect({ apiVersion, kind }).toEqual({ apiVersion: undefined, kind: undefined, ...names });
  });

  test.each<[what: string, bytes: Buffer, stage: string, message: string]>([
    ["an undefined name", hex("a1 64 6b696e64 f7"), "type", "simple value 23 is not recognized"],
    ["a name that is not UTF-8", hex("a1 64 6b696e64 61 ff"), "type", "cbor: invalid UTF-8 string"],
    ["a field named by a number", hex("a1 01 02"), "object", "positive integer into Go value of type string"],
    ["an undefined field", hex("a1 61 61 f7"), "object", "simple value 23 is not recognized"],
  ])("objects of extension types: %s", (_, bytes, stage, message) => {
    expect(() => codec.parseCbor(bytes, "structural")).toThrow(
      expect.objectContaining({ stage, message: expect.stringContaining(message) }),
    );
  });

  test("is read without a mark, and names that are numbers are passed over", () => {
    expect(codec.parseCbor(hex("a2 05 01 44 6b696e64 41 61")).kind).toBe("a");
  });
});

test("objects are put together of parts that were written before", () => {
  const members = Object.fromEntries(Array.from({ length: 23 }, (_, i) => [`m${i}`, i]));
  const whole = Buffer.concat([cborPrefix, ...withMembers({ kind: "A" }, writeCbor(members))]);
  expect(cborToJson(readCbor(whole))).toEqual({ kind: "A", ...members });
  expect(withMembers({ kind: "A" }, whole.subarray(9))).toHaveLength(2);
  expect(cborToJson(readCbor(Buffer.concat([arrayHead(2), writeCbor(1), writeCbor("a")])))).toEqual([1, "a"]);
});
