import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { merged } from "../testing/judge.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("ConfigMap", () => {
  const valid = {
    apiVersion: "v1",
    kind: "ConfigMap",
    data: { a: "1" },
    binaryData: { c: "AAEC" },
    metadata: { name: "core-configmap" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ data: { c: "x" } }, ['data[c]: Invalid value: "c": duplicate of key present in binaryData']],
    [{ binaryData: { "a b": "" } }, [`binaryData[a b]: Invalid value: "a b": ${formats.configKey}`]],
    [{ data: { a: "x".repeat(600000), b: "x".repeat(600000) } }, ["[]: Too long: may not be more than 1048576 bytes"]],
    [{ data: { a: "x".repeat(1048573) } }, []],
    [{ data: { a: "x".repeat(1048574) } }, ["[]: Too long: may not be more than 1048576 bytes"]],
    [{ data: { a: "é".repeat(524288) } }, ["[]: Too long: may not be more than 1048576 bytes"]],
    [{ data: null, binaryData: null }, []],
    [{ immutable: true }, []],
    [
      { data: { "a b": "x".repeat(600000), d: "x".repeat(600000) } },
      [`data[a b]: Invalid value: "a b": ${formats.configKey}`, "[]: Too long: may not be more than 1048576 bytes"],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ data: { "a b": "c" } }, [`data[a b]: Invalid value: "a b": ${formats.configKey}`]],
    [{ immutable: true }, []],
    [{ data: { a: "2" } }, []],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  const immutableMap = judgeKind(merged(valid, { immutable: true }));

  it.each<[object, readonly string[]]>([
    [{ immutable: false }, ["immutable: Forbidden: field is immutable when `immutable` is set"]],
    [{ immutable: null }, ["immutable: Forbidden: field is immutable when `immutable` is set"]],
    [{ data: { a: "2" } }, ["data: Forbidden: field is immutable when `immutable` is set"]],
    [{ data: null }, ["data: Forbidden: field is immutable when `immutable` is set"]],
    [{ binaryData: { c: "AAEE" } }, ["binaryData: Forbidden: field is immutable when `immutable` is set"]],
    [
      { binaryData: null, data: { "a b": "c" }, immutable: false },
      [
        "immutable: Forbidden: field is immutable when `immutable` is set",
        "data: Forbidden: field is immutable when `immutable` is set",
        "binaryData: Forbidden: field is immutable when `immutable` is set",
        `data[a b]: Invalid value: "a b": ${formats.configKey}`,
      ],
    ],
    [{ metadata: { labels: { a: "b" } } }, []],
  ])("an immutable config map updated with %j", (patch, errors) => {
    expect(immutableMap.update(patch)).toEqual(errors);
  });
});
