import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";

describe("a revision", () => {
  const judged = judgeKind({
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: { name: "web" },
    data: { a: 1 },
    revision: 1,
  });

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ data: null }, ["data: Required value: data is mandatory"]],
    [
      { data: "x", revision: -1 },
      [
        "revision: Invalid value: -1: must be greater than or equal to 0",
        "data: Required value: data must be a valid JSON object",
      ],
    ],
    [{ data: [] }, ["data: Required value: data must be a valid JSON object"]],
  ])("is made of %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { data: { a: 2 } },
      [
        "data: Invalid value: runtime.RawExtension{Raw:[]uint8{0x7b, 0x22, 0x61, 0x22, 0x3a, 0x32, 0x7d}, Object:runtime.Object(nil)}: field is immutable",
      ],
    ],
    [{ revision: -1 }, ["revision: Invalid value: -1: must be greater than or equal to 0"]],
    [{ revision: 0 }, []],
  ])("changes by %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });
});
