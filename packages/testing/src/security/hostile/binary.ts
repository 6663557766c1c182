import { svcDialect } from "@svc/meta";
import { type HostileBody, maps, pods } from "./body.ts";

const applied = "?fieldManager=m&force=true";
const text = (value: string): Buffer => Buffer.from(value);
/** Major type, and a length of up to 32 bits. */
function cborHead(major: number, length: number): Buffer {
  const head = Buffer.alloc(5);
  head[0] = (major << 5) | 26;
  head.writeUInt32BE(length, 1);
  return head;
}
const cborText = (value: string): Buffer => Buffer.concat([Buffer.from([0x78, value.length]), text(value)]);
const cborMap = (members: readonly (readonly [string, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, members.length), ...members.flatMap(([name, value]) => [cborText(name), value])]);
const cborMeta: readonly (readonly [string, Buffer])[] = [
  ["apiVersion", cborText("v1")],
  ["kind", cborText("ConfigMap")],
  ["metadata", cborMap([["name", cborText("new")]])],
];
const cborOf = (name: string, more: () => readonly (readonly [string, Buffer])[]): HostileBody => ({
  name,
  path: maps,
  type: "application/cbor",
  body: () => cborMap([...cborMeta, ...more()]),
});
const numbered = (count: number): readonly (readonly [string, Buffer])[] =>
  Array.from({ length: count }, (_, i) => [`k${i}`, cborText("v")] as const);
/** CBOR. */
export const cbors: readonly HostileBody[] = [
  cborOf("CBOR of good keys", () => [["data", cborMap(numbered(230_000))]]),
  cborOf("CBOR of unknown fields", () => numbered(230_000)),
  cborOf("CBOR of repeating keys", () => [
    ["data", cborMap(Array.from({ length: 400_000 }, () => ["k", cborText("v")] as const))],
  ]),
  cborOf("CBOR of empty lists", () => [["x", Buffer.concat([cborHead(4, 3_000_000), Buffer.alloc(3_000_000, 0x80)])]]),
  cborOf("CBOR, deep", () => [["x", Buffer.alloc(3_000_000, 0x81)]]),
  cborOf("CBOR of tags", () => [["x", Buffer.alloc(3_000_000, 0xc1)]]),
  cborOf("CBOR of a length that is not there", () => [["x", cborHead(4, 0xffffffff)]]),
  cborOf("CBOR of a text in pieces", () => [
    ["x", Buffer.concat([Buffer.from([0x7f]), Buffer.alloc(3_000_000, 0x60), Buffer.from([0xff])])],
  ]),
  cborOf("CBOR of a big integer", () => [
    ["x", Buffer.concat([Buffer.from([0xc2]), cborHead(2, 3_000_000), Buffer.alloc(3_000_000, 0xff)])],
  ]),
  {
    name: "CBOR as an apply",
    method: "PATCH",
    path: `${maps}/live${applied}`,
    type: "application/apply-patch+cbor",
    body: () =>
      cborMap([
        ...cborMeta.slice(0, 2),
        ["metadata", cborMap([["name", cborText("live")]])],
        ["data", cborMap(numbered(230_000))],
      ]),
  },
];

/** A field of length-delimited bytes. */
function protoField(number: number, value: Buffer): Buffer {
  const head = [(number << 3) | 2];
  let { length } = value;
  for (; length > 127; length >>= 7) head.push((length & 127) | 128);
  return Buffer.concat([Buffer.from([...head, length]), value]);
}
const protoOf = (name: string, kind: string, path: string, message: () => Buffer): HostileBody => ({
  name,
  path,
  type: "application/vnd.svc.protobuf",
  body: () =>
    Buffer.concat([
      Buffer.from([...svcDialect.protobufMagic]),
      protoField(1, Buffer.concat([protoField(1, text("v1")), protoField(2, text(kind))])),
      protoField(2, message()),
    ]),
});
const protoMeta = (...more: readonly Buffer[]): Buffer =>
  protoField(1, Buffer.concat([protoField(1, text("new")), ...more]));
const entry = (i: number): Buffer => Buffer.concat([protoField(1, text(`k${i}`)), protoField(2, text("v"))]);
const repeated = (count: number, piece: (i: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, i) => piece(i)));
/** Protocol buffers. */
export const protos: readonly HostileBody[] = [
  protoOf("protobuf of good keys", "ConfigMap", maps, () =>
    Buffer.concat([protoMeta(), repeated(220_000, (i) => protoField(2, entry(i)))]),
  ),
  protoOf("protobuf of repeating keys", "ConfigMap", maps, () =>
    Buffer.concat([protoMeta(), repeated(300_000, () => protoField(2, entry(1)))]),
  ),
  protoOf("protobuf of metadata many times", "ConfigMap", maps, () => repeated(400_000, () => protoMeta())),
  protoOf("protobuf of empty containers", "Pod", pods, () =>
    Buffer.concat([
      protoMeta(),
      protoField(
        2,
        repeated(1_400_000, () => protoField(2, Buffer.alloc(0))),
      ),
    ]),
  ),
  protoOf("protobuf of finalizers", "ConfigMap", maps, () =>
    protoMeta(repeated(250_000, (i) => protoField(14, text(`a.b/f${i}`)))),
  ),
  protoOf("protobuf of empty finalizers", "ConfigMap", maps, () =>
    protoMeta(repeated(1_400_000, () => protoField(14, Buffer.alloc(0)))),
  ),
  protoOf("protobuf of empty owners", "ConfigMap", maps, () =>
    protoMeta(repeated(1_400_000, () => protoField(13, Buffer.alloc(0)))),
  ),
  protoOf("protobuf of unknown fields", "ConfigMap", maps, () =>
    Buffer.concat([protoMeta(), Buffer.alloc(3_000_000, Buffer.from([0xf8, 0x01, 0x01]))]),
  ),
];
