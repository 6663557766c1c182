import { describe, expect, it } from "vitest";
import { judgeKind } from "./testing/judge-kind.ts";

describe("PriorityClass", () => {
  const judged = judgeKind({
    apiVersion: "scheduling.k8s.io/v1",
    kind: "PriorityClass",
    value: 1000,
    globalDefault: false,
    description: "d",
    preemptionPolicy: "Never",
  });

  describe("a new one", () => {
    it.each<[object, readonly string[]]>([
      [{}, []],
      [{ value: 1000000001 }, ["value: Forbidden: maximum allowed value of a user defined priority is 1000000000"]],
      [
        { preemptionPolicy: "Foo" },
        ['preemptionPolicy: Unsupported value: "Foo": supported values: "PreemptLowerPriority", "Never"'],
      ],
      [{ preemptionPolicy: "" }, ["preemptionPolicy: Required value"]],
      [{ value: -2147483648, globalDefault: true }, []],
    ])("%j", (patch, errors) => {
      expect(judged.create(patch)).toEqual(errors);
    });
  });

  describe("a change", () => {
    it.each<[object, readonly string[]]>([
      [{ value: 5 }, ["value: Forbidden: may not be changed in an update."]],
      [{ value: 2000000000 }, ["value: Forbidden: may not be changed in an update."]],
      [
        { preemptionPolicy: "PreemptLowerPriority" },
        ['preemptionPolicy: Invalid value: "PreemptLowerPriority": field is immutable'],
      ],
      [
        { preemptionPolicy: "Foo", value: 7 },
        [
          "value: Forbidden: may not be changed in an update.",
          'preemptionPolicy: Invalid value: "Foo": field is immutable',
        ],
      ],
      [{ description: "zz", globalDefault: true }, []],
    ])("%j", (patch, errors) => {
      expect(judged.update(patch)).toEqual(errors);
    });
  });
});
