import { describe, expect, it } from "vitest";
import { formats } from "./testing/formats.ts";
import { judgeKind } from "./testing/judge-kind.ts";

describe("RuntimeClass", () => {
  const judged = judgeKind({
    apiVersion: "node.k8s.io/v1",
    kind: "RuntimeClass",
    handler: "runc",
    overhead: { podFixed: { cpu: "10m" } },
    scheduling: { nodeSelector: { a: "b" }, tolerations: [{ key: "k", operator: "Exists" }] },
  });

  describe("a handler", () => {
    it.each<[object, readonly string[]]>([
      [{}, []],
      [{ handler: "" }, [`Invalid value: "": ${formats.label}`]],
      [{ handler: "Foo_" }, [`Invalid value: "Foo_": ${formats.label}`]],
    ])("%j", (patch, errors) => {
      expect(judged.create(patch)).toEqual(errors.map((error) => `handler: ${error}`));
    });
  });

  describe("overhead", () => {
    const wrap = (podFixed: object): object => ({ overhead: { podFixed } });
    it.each<[object, readonly string[]]>([
      [{ cpu: "-1" }, ['cpu]: Invalid value: "-1": must be greater than or equal to 0']],
      [
        { foo: "1" },
        [
          "foo]: Invalid value: foo: must be a standard resource type or fully qualified",
          "foo]: Invalid value: foo: must be a standard resource for containers",
        ],
      ],
      [{ "example.com/gpu": "1500m" }, ["example.com/gpu]: Invalid value: quantity 1500m: must be an integer"]],
      [
        { "hugepages-2Mi": "1" },
        ['hugepages-2Mi]: Invalid value: "1": 1 is not positive integer multiple of hugepages-2Mi'],
      ],
      [
        { "foo/bar/baz": "1" },
        [
          "foo/bar/baz]: Invalid value: foo/bar/baz: a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
          "foo/bar/baz]: Invalid value: foo/bar/baz: doesn't follow extended resource name standard",
        ],
      ],
      [
        { "ephemeral-storage": "1", pods: "1", storage: "1" },
        [
          "pods]: Invalid value: pods: must be a standard resource for containers",
          "storage]: Invalid value: storage: must be a standard resource for containers",
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `overhead.limits[${error}`));
    });
  });

  describe("scheduling", () => {
    const wrap = (scheduling: object): object => ({ scheduling });
    it.each<[object, readonly string[]]>([
      [
        { nodeSelector: { "a b": "c!" } },
        [
          `nodeSelector: Invalid value: "a b": ${formats.qualified}`,
          `nodeSelector: Invalid value: "c!": ${formats.labelValue}`,
        ],
      ],
      [
        {
          tolerations: [
            { key: "k k", operator: "Exists", value: "x" },
            { operator: "Equal", value: "a b" },
            { operator: "Near", effect: "Foo" },
            { key: "k", operator: "Exists", effect: "NoSchedule", tolerationSeconds: 5 },
          ],
        },
        [
          `tolerations.tolerations[0].key: Invalid value: "k k": ${formats.qualified}`,
          "tolerations.tolerations[0].operator: Invalid value: \"x\": value must be empty when `operator` is 'Exists'",
          'tolerations.tolerations[1].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
          `tolerations.tolerations[1].operator: Invalid value: "a b": ${formats.labelValue}`,
          'tolerations.tolerations[2].operator: Invalid value: "Near": operator must be Exists when `key` is empty, which means "match all values and all keys"',
          'tolerations.tolerations[2].operator: Unsupported value: "Near": supported values: "Equal", "Exists"',
          'tolerations.tolerations[2].effect: Unsupported value: "Foo": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
          "tolerations.tolerations[3].effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' when `tolerationSeconds` is set",
        ],
      ],
      [
        {
          tolerations: [
            { key: "k", operator: "Equal", value: "x" },
            { key: "k", operator: "Exists" },
          ],
        },
        [],
      ],
      [
        {
          tolerations: [
            { key: "k", operator: "Exists", effect: "NoExecute", tolerationSeconds: 1 },
            { key: "k", operator: "Exists", effect: "NoExecute" },
          ],
        },
        [
          'tolerations[1]: Duplicate value: core.Toleration{Key:"k", Operator:"Exists", Value:"", Effect:"NoExecute", TolerationSeconds:(*int64)(nil)}',
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `scheduling.${error}`));
    });
  });

  describe("a change", () => {
    it.each<[object, readonly string[]]>([
      [{ handler: "b" }, ['handler: Invalid value: "b": field is immutable']],
      [
        { handler: "B_" },
        [`handler: Invalid value: "B_": ${formats.label}`, 'handler: Invalid value: "B_": field is immutable'],
      ],
      [
        { overhead: { podFixed: { cpu: "-1" } } },
        ['overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
      ],
      [{ overhead: null, scheduling: null }, []],
    ])("%j", (patch, errors) => {
      expect(judged.update(patch)).toEqual(errors);
    });
  });
});
