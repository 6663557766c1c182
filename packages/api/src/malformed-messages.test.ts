import { createCodec, DecodeError } from "@svc/codec";
import { kubernetesDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { builtin } from "./index.ts";

const codec = createCodec();
const magic = kubernetesDialect.protobufMagic;
const definitions = builtin()(kubernetesDialect);

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");
/** A field that says its length. */
const field = (number: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([number * 8 + 2, content.length]), content]);
const nested = (numbers: readonly number[], content: Buffer): Buffer =>
  numbers.reduceRight((within, number) => field(number, within), content);

function read(kind: string, message: Buffer): object {
  const version = definitions.find((definition) => definition.kind === kind)?.versions[0];
  if (version === undefined) throw new TypeError(`no kind ${kind}`);
  const type = Buffer.concat([field(1, Buffer.from("v1")), field(2, Buffer.from(kind))]);
  const body = Buffer.concat([Buffer.from(magic), field(1, type), field(2, message)]);
  return codec.parseProtobuf(body, magic).decode(version).object;
}

function problem(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
  return "none";
}

describe("messages that are not well formed are refused as by the original", () => {
  test.each([
    ["bytes that end within a tag", "ConfigMap", bytes("80"), "unexpected EOF"],
    ["bytes that end within a value", "ConfigMap", bytes("0a 05 00"), "unexpected EOF"],
    ["a tag of no field", "ConfigMap", bytes("00"), "proto: ConfigMap: illegal tag 0 (wire type 0)"],
    [
      "a tag of a negative field",
      "ConfigMap",
      bytes("808080808001"),
      "proto: ConfigMap: illegal tag 0 (wire type 34359738368)",
    ],
    ["a tag of too many bytes", "ConfigMap", bytes("ffffffffffffffffffff01"), "proto: integer overflow"],
    ["the end of a group", "ConfigMap", bytes("0c"), "proto: ConfigMap: wiretype end group for non-group"],
    ["a wire type that is none", "ConfigMap", bytes("f707"), "proto: illegal wireType 7"],
    ["a group that does not end", "ConfigMap", bytes("f307 08 01"), "unexpected EOF"],
    [
      "a length below zero",
      "ConfigMap",
      bytes("0a ffffffffffffffffff01"),
      "proto: negative length found during unmarshaling",
    ],
    ["a field of another wire type", "ConfigMap", bytes("08 01"), "proto: wrong wireType = 0 for field ObjectMeta"],
    ["a field of metadata", "ConfigMap", nested([1], bytes("28 01")), "proto: wrong wireType = 0 for field UID"],
    ["a time", "ConfigMap", nested([1, 8], bytes("0a 00")), "proto: wrong wireType = 2 for field Seconds"],
    ["a map", "ConfigMap", bytes("10 01"), "proto: wrong wireType = 0 for field Data"],
    ["the end of a group in a map", "ConfigMap", nested([2], bytes("1c")), "proto: unexpected end of group"],
    ["a flattened message", "Pod", nested([2, 1], bytes("10 01")), "proto: wrong wireType = 0 for field VolumeSource"],
    [
      "a tag in a flattened message",
      "Pod",
      nested([2, 1, 2], bytes("00")),
      "proto: VolumeSource: illegal tag 0 (wire type 0)",
    ],
    [
      "a name of its own",
      "Pod",
      nested([2], bytes("48 01")),
      "proto: wrong wireType = 0 for field DeprecatedServiceAccount",
    ],
    ["an abbreviation", "Pod", nested([2], bytes("30 01")), "proto: wrong wireType = 0 for field DNSPolicy"],
    [
      "an extension",
      "CustomResourceDefinition",
      nested([2, 7, 4, 1], bytes("b202 00")),
      "proto: wrong wireType = 2 for field XPreserveUnknownFields",
    ],
  ])("%s", (_name, kind, message, want) => {
    const reported = problem(() => read(kind, message));
    expect(reported).toContain(want);
    expect(reported.startsWith("proto: ")).toBe(want.startsWith("proto: "));
  });

  test.each([
    ["bytes that end too early", bytes("0a 05"), "unexpected EOF"],
    ["another wire type", bytes("08 01"), "proto: wrong wireType = 0 for field TypeMeta"],
    ["another wire type of the version", field(1, bytes("08 01")), "proto: wrong wireType = 0 for field APIVersion"],
    ["a tag of no field", bytes("00"), "proto: Unknown: illegal tag 0 (wire type 0)"],
  ])("an envelope: %s", (_name, envelope, want) => {
    expect(problem(() => codec.parseProtobuf(Buffer.concat([Buffer.from(magic), envelope]), magic))).toBe(want);
  });
});

describe("unusual messages that are well formed are read", () => {
  test("a group of unknown fields is passed over", () => {
    const message = Buffer.concat([bytes("f307 0a 01 61 f307 f407 f407"), nested([1, 1], Buffer.from("a"))]);
    expect(read("ConfigMap", message)).toMatchObject({ metadata: { name: "a" } });
  });

  test("integers of a list may be in one value", () => {
    const groups = nested([2, 14, 4], bytes("01 ac02"));
    expect(read("Pod", groups)).toMatchObject({ spec: { securityContext: { supplementalGroups: [1, 300] } } });
  });

  test("a value of a map may reach beyond its entry", () => {
    expect(read("ConfigMap", bytes("12 05 0a 01 61 12 02 78 01"))).toMatchObject({ data: { a: "x\u0001" } });
  });
});
