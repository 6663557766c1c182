import { gzipSync } from "node:zlib";
import { svcDialect } from "@svc/meta";
import { cborHead } from "../fuzz/cbor-bytes.ts";
import { bytesField, envelope, varint } from "../fuzz/protobuf-bytes.ts";
import { type HostileBody, maps, pods } from "./body.ts";

const maxBytes = 3_000_000;
const magic = Buffer.from(svcDialect.protobufMagic);
const text = (value: string): Buffer => Buffer.from(value);

/** As many copies of some bytes as a body may have. */
function many(bytes: Buffer, most: number = maxBytes): Buffer {
  return Buffer.alloc(Math.floor(most / bytes.length) * bytes.length, bytes);
}

/** A message in itself, as deep as a body may be. */
function nested(number: number, levels: number): Buffer {
  const heads: Buffer[] = [];
  for (let level = 0, length = 0; level < levels; level++) {
    const head = Buffer.concat([varint((number << 3) | 2), varint(length)]);
    heads.push(head);
    length += head.length;
  }
  return Buffer.concat(heads.reverse());
}

const name = bytesField(1, bytesField(1, text("new")));
const proto = (what: string, raw: () => Buffer, kind = "ConfigMap", path: string = maps): HostileBody => ({
  name: `protobuf, ${what}`,
  path,
  type: "application/vnd.svc.protobuf",
  body: () => envelope(magic, ["v1", kind], raw()),
});
const withName = (...parts: readonly Buffer[]): Buffer => Buffer.concat([name, ...parts]);

const protobufs: readonly HostileBody[] = [
  proto("metadata within itself", () => nested(1, 600_000)),
  proto("an unknown field within itself", () => withName(nested(99, 600_000))),
  proto("many unknown fields of bytes", () => withName(many(bytesField(99, text("a"))))),
  proto("integers of ten bytes", () => withName(many(Buffer.concat([varint(99 << 3), varint(-1)])))),
  proto("integers with zeros behind them", () => withName(many(Buffer.concat([varint(99 << 3), varint(1, 8)])))),
  proto("integers longer than any", () => withName(varint(99 << 3), Buffer.alloc(2_900_000, 0x80))),
  proto("groups that stay open", () => withName(many(Buffer.from([0x1b])))),
  proto("groups that open and close", () => withName(many(Buffer.from([0x1b, 0x1c])))),
  proto("fields of wrong wire types", () => withName(many(Buffer.from([0x10, 1])))),
  proto("one key of data, again and again", () => withName(many(bytesField(2, bytesField(1, text("k")))))),
  proto("entries with keys that repeat", () => withName(bytesField(2, many(bytesField(1, text("k")), 2_900_000)))),
  proto("packed numbers", () => withName(bytesField(2, bytesField(1, Buffer.alloc(2_900_000, 1)))), "Pod", pods),
  proto(
    "containers with ports without content",
    () =>
      withName(
        bytesField(
          2,
          bytesField(2, Buffer.concat([bytesField(1, text("c")), many(bytesField(6, Buffer.alloc(0)), 2_900_000)])),
        ),
      ),
    "Pod",
    pods,
  ),
  proto("broken UTF-8", () =>
    withName(bytesField(2, Buffer.concat([bytesField(1, text("k")), bytesField(2, Buffer.alloc(2_900_000, 0xff))]))),
  ),
  proto("a name of broken UTF-8", () => bytesField(1, bytesField(1, Buffer.alloc(2_900_000, 0xc0)))),
  {
    name: "protobuf, envelopes within envelopes",
    path: maps,
    type: "application/vnd.svc.protobuf",
    body: () => {
      // Each level adds 20 bytes or so; the copies of a naive loop would have a square of them.
      const head = envelope(magic, ["v1", "ConfigMap"], Buffer.alloc(0));
      return many(head);
    },
  },
  {
    name: "protobuf, types of envelopes that repeat",
    path: maps,
    type: "application/vnd.svc.protobuf",
    body: () => Buffer.concat([magic, many(bytesField(1, bytesField(2, text("ConfigMap"))))]),
  },
  {
    name: "protobuf, an encoding as long as a body",
    path: maps,
    type: "application/vnd.svc.protobuf",
    body: () =>
      Buffer.concat([envelope(magic, ["v1", "ConfigMap"], name), bytesField(3, Buffer.alloc(2_900_000, "a"))]),
  },
  {
    name: "protobuf, a kind as long as a body",
    path: maps,
    type: "application/vnd.svc.protobuf",
    body: () => envelope(magic, ["v1", "K".repeat(2_900_000)], name),
  },
];

const key = (value: string): Buffer => Buffer.concat([cborHead(3, value.length), text(value)]);
const start = (members: number): Buffer =>
  Buffer.concat([
    cborHead(5, members),
    key("apiVersion"),
    key("v1"),
    key("kind"),
    key("ConfigMap"),
    key("metadata"),
    cborHead(5, 1),
    key("name"),
    key("new"),
    key("data"),
  ]);
const cbor = (what: string, data: () => Buffer): HostileBody => ({
  name: `CBOR, ${what}`,
  path: maps,
  type: "application/cbor",
  body: () => Buffer.concat([start(4), data()]),
});
const open = (major: number, inner: Buffer): Buffer =>
  Buffer.concat([Buffer.from([(major << 5) | 31]), inner, Buffer.from([0xff])]);

const cbors: readonly HostileBody[] = [
  cbor("a map without a length", () => open(5, many(Buffer.concat([key("k"), key("v")])))),
  cbor("maps without a length, deep", () => many(Buffer.concat([Buffer.from([0xbf]), key("a")]))),
  cbor("lists without a length, deep", () => Buffer.alloc(2_900_000, 0x9f)),
  cbor("bytes in pieces", () => open(2, many(Buffer.from([0x41, 0x61])))),
  cbor("a text in pieces of broken UTF-8", () => open(3, many(Buffer.from([0x61, 0xff])))),
  cbor("lengths of eight bytes", () =>
    open(5, many(Buffer.concat([cborHead(3, 1, 8), text("k"), cborHead(3, 1, 8), text("v")]))),
  ),
  cbor("a length beyond all bounds", () => cborHead(4, 2 ** 53)),
  cbor("a text of a length beyond all bounds", () => cborHead(3, 2 ** 40)),
  cbor("tags of tags", () => Buffer.alloc(2_900_000, 0xd8)),
  cbor("self-description, again and again", () => many(Buffer.from([0xd9, 0xd9, 0xf7]))),
  cbor("big integers", () => open(4, many(Buffer.from([0xc2, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0])))),
  cbor("floats that are no numbers", () => open(4, many(Buffer.from([0xf9, 0x7e, 0])))),
  cbor("keys that are no texts", () => open(5, many(Buffer.from([0x01, 0x02])))),
  cbor("undefined and simple values", () => open(4, many(Buffer.from([0xf7, 0xf8, 0xff])))),
  cbor("ends without a beginning", () => Buffer.alloc(2_900_000, 0xff)),
];

const gzip = (what: string, body: () => Buffer, method = "POST"): HostileBody => ({
  name: `gzip, ${what}`,
  method,
  path: method === "POST" ? maps : `${maps}/live`,
  headers: { "content-encoding": "gzip" },
  body,
});

/** Request bodies are not decompressed: a request with `Content-Encoding` is read as it is. */
const gzips: readonly HostileBody[] = [
  gzip("a gigabyte of zeros", () =>
    Buffer.concat(Array.from({ length: 16 }, () => gzipSync(Buffer.alloc(64 * 1024 * 1024)))),
  ),
  gzip("members without content", () => many(gzipSync(Buffer.alloc(0)))),
  gzip("a stream that is cut off", () => gzipSync(Buffer.from('{"metadata":{"name":"new"}}')).subarray(0, 20)),
  gzip("rubbish behind it", () => Buffer.concat([gzipSync(Buffer.from("{}")), Buffer.alloc(2_900_000, "x")])),
  gzip("an update", () => many(gzipSync(Buffer.from("{}"))), "PUT"),
];

/** Bodies in binary formats, by the parts of their grammars, and compressed ones. */
export const binaryGrammar: readonly HostileBody[] = [...protobufs, ...cbors, ...gzips];
