import type { JsonObject } from "@svc/schema";
import { describe, expect, it } from "vitest";
import { openapiV2Protobuf, openapiV2ProtobufSteps } from "./openapi-v2-messages.ts";
import { openapiV3Protobuf } from "./openapi-v3-messages.ts";

/** A message as text: `1:a 2{3:4}`. Printable bytes are text, others a message. */
function read(bytes: Buffer): string {
  const fields: string[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte % 128) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const number = Math.floor(key / 8);
    if (key % 8 === 0) fields.push(`${number}:${varint()}`);
    else if (key % 8 === 1) {
      fields.push(`${number}:${bytes.readDoubleLE(at)}`);
      at += 8;
    } else {
      const length = varint();
      const inner = bytes.subarray(at, at + length);
      if (inner.length !== length) throw new RangeError("not a message");
      at += length;
      const isText = inner.length > 0 && inner.every((b) => b > 31 || b === 10) && inner[0] !== 10;
      fields.push(isText ? `${number}:${inner.toString().trim()}` : `${number}{${read(inner)}}`);
    }
  }
  return fields.join(" ");
}

const ref = { $ref: "#/x" };

describe("openapiV2Protobuf", () => {
  const definition = { type: "object", required: ["a"], properties: { a: { type: "string", maxLength: 300 } } };
  const get = { operationId: "o", parameters: [ref], responses: { "200": { description: "OK", schema: ref } } };
  const parameters = {
    b: { in: "body", name: "b", schema: ref },
    p: { in: "path", name: "p", type: "string", required: true },
    q: { in: "query", name: "q", uniqueItems: true },
  };
  const cases: readonly [name: string, document: JsonObject, want: string][] = [
    [
      "definitions",
      { definitions: { D: definition } },
      "9{1{1:D 2{19:a 22{1:object} 25{1{1:a 2{11:300 22{1:string}}}}}}}",
    ],
    ["extensions are text", { definitions: { D: { "x-a": { b: 1 } } } }, '9{1{1:D 2{31{1:x-a 2{2:{"b":1}}}}}}'],
    [
      "any members",
      { definitions: { D: { additionalProperties: true }, E: { additionalProperties: ref } } },
      "9{1{1:D 2{21{2:1}}} 1{1:E 2{21{1{1:#/x}}}}}",
    ],
    [
      "operations",
      { swagger: "2.0", info: { title: "T", version: "1" }, paths: { "/a": { get } } },
      "1:2.0 2{1:T 2:1} 8{2{1:/a 2{2{5:o 8{2{1:#/x}} 9{1{1:200 2{1{1:OK 2{1{1:#/x}}}}}}}}}}",
    ],
    [
      "parameters",
      { parameters },
      "10{1{1:b 2{1{2:b 3:body 5{1:#/x}}}} 1{1:p 2{2{4{1:1 2:path 4:p 5:string}}}} 1{1:q 2{2{3{2:query 4:q 20:1}}}}}",
    ],
    [
      "security",
      { security: [{ T: [] }], securityDefinitions: { T: { type: "apiKey", name: "n", in: "header" } } },
      "12{1{1:T 2{}}} 13{1{1:T 2{2{1:apiKey 2:n 3:header}}}}",
    ],
  ];
  for (const [name, document, want] of cases) {
    it(name, () => {
      expect(read(Buffer.from(openapiV2Protobuf(document)))).toBe(want);
    });
  }
});

describe("openapiV3Protobuf", () => {
  const schemas = (s: JsonObject): JsonObject => ({ components: { schemas: { S: s } } });
  const post = { requestBody: { content: { "a/b": { schema: ref } }, required: true } };
  const cases: readonly [name: string, document: JsonObject, want: string][] = [
    ["defaults of scalars", schemas({ type: "integer", default: 0 }), "5{1{1{1:S 2{1{25:integer 33{1:0}}}}}}"],
    ["empty text", schemas({ default: "" }), "5{1{1{1:S 2{1{33{3{}}}}}}}"],
    ["defaults of objects", schemas({ default: {}, allOf: [ref] }), "5{1{1{1:S 2{1{26{2{1:#/x}} 33{}}}}}}"],
    ["references", schemas(ref), "5{1{1{1:S 2{2{1:#/x}}}}}"],
    ["bodies", { paths: { "/a": { post } } }, "4{1{1:/a 2{6{7{1{2{1{1:a/b 2{1{2{1:#/x}}}}} 3:1}}}}}}"],
  ];
  for (const [name, document, want] of cases) {
    it(name, () => {
      expect(read(Buffer.from(openapiV3Protobuf(document)))).toBe(want);
    });
  }
});

it("a large document of version 2 is written in many steps, as in one", () => {
  const definitions = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`D${i}`, { type: "object" }]));
  const paths = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`/p${i}`, { get: { operationId: `o${i}` } }]));
  const steps = openapiV2ProtobufSteps({ swagger: "2.0", paths, definitions });
  let [count, last] = [0, steps.next()];
  for (; last.done !== true; last = steps.next()) count++;
  expect(count).toBe(70);
  expect(read(Buffer.from(last.value))).toMatch(
    /^1:2\.0 8\{2\{1:\/p0 .* 9\{1\{1:D0 .*1\{1:D39 2\{22\{1:object\}\}\}\}$/,
  );
});
