import { WireError } from "@svc/base/protobuf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFrameReader, frameOf } from "./frames.ts";
import { createMessage, type FieldValue, type MessageWriter, readMessage } from "./protobuf.ts";

function bytesOf(message: MessageWriter): Buffer {
  return message.finish();
}

function fieldsOf(bytes: Buffer): readonly (readonly [number, FieldValue])[] {
  const fields: (readonly [number, FieldValue])[] = [];
  readMessage(bytes, (field, value) => fields.push([field, value]));
  return fields;
}

describe("protobuf", () => {
  test.each([
    [createMessage().int(1, 150), "089601"],
    [createMessage().text(2, "testing"), "120774657374696e67"],
    [createMessage().message(3, createMessage().int(1, 150)), "1a03089601"],
    [createMessage().message(3, createMessage()), "1a00"],
    [createMessage().int(16, Number.MAX_SAFE_INTEGER), "8001ffffffffffffff0f"],
    [createMessage().int(1, 0).bool(2, false).text(3, ""), ""],
  ])("writes the encoding of the specification (%#)", (message, hex) => {
    expect(bytesOf(message).toString("hex")).toBe(hex);
    expect(message.length).toBe(hex.length / 2);
  });

  test.each([
    ["08ffffffffffffffffff01", -1],
    ["08feffffffffffffffff01", -2],
    ["08ffffffffffffff0f", Number.MAX_SAFE_INTEGER],
    ["0800", 0],
  ])("reads the number of %s", (hex, want) => {
    expect(fieldsOf(Buffer.from(hex, "hex"))).toEqual([[1, want]]);
  });

  test("skips fields of fixed length", () => {
    expect(fieldsOf(Buffer.from("0d01020304110102030405060708" + "0805", "hex"))).toEqual([[1, 5]]);
  });

  test.each(["08", "0a05", "0a0561", "0b", "08ffffffffffffffffffff01", "0d0102"])("refuses %s", (hex) => {
    expect(() => fieldsOf(Buffer.from(hex, "hex"))).toThrow(WireError);
  });

  test("reads its own output", () => {
    const field = fc.tuple(
      fc.integer({ min: 1, max: 5000 }),
      fc.oneof(
        fc.maxSafeNat().filter((n) => n > 0),
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
      ),
    );
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        const message = createMessage();
        for (const [n, value] of fields) typeof value === "number" ? message.int(n, value) : message.bytes(n, value);
        const want = fields.map(([n, value]) => [n, typeof value === "number" ? value : Buffer.from(value)]);
        expect(fieldsOf(bytesOf(message))).toEqual(want);
      }),
    );
  });
});

describe("frames", () => {
  test("are complete for any split of the bytes", () => {
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 50 }), { minLength: 1 });
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (messages, cuts) => {
        const bytes = Buffer.concat(messages.map((text) => frameOf(createMessage().text(1, text))));
        const observed: FieldValue[] = [];
        const reader = createFrameReader(1000, (message) => readMessage(message, (_, value) => observed.push(value)));
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const end = at + cuts[i % cuts.length]!;
          reader.read(bytes.subarray(at, end));
          at = end;
        }
        expect(observed.map(String)).toEqual(messages);
      }),
    );
  });

  test.each(["0100000001", "00000003e9"])("%s is refused: compressed, or too long", (hex) => {
    expect(() => createFrameReader(1000, () => undefined).read(Buffer.from(hex, "hex"))).toThrow(/compressed, or/);
  });
});
