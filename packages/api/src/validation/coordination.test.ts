import { describe, expect, it } from "vitest";
import { judgeKind } from "./testing/judge-kind.ts";

describe("Lease", () => {
  const judged = judgeKind({
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    spec: {
      holderIdentity: "a",
      leaseDurationSeconds: 15,
      acquireTime: "2024-01-02T03:04:05.123456Z",
      renewTime: "2024-01-02T03:04:06.000000Z",
      leaseTransitions: 1,
    },
  });

  describe("a spec", () => {
    const wrap = (spec: object): object => ({ spec });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [{ leaseDurationSeconds: 0 }, ["leaseDurationSeconds: Invalid value: 0: must be greater than 0"]],
      [
        { leaseDurationSeconds: -5, leaseTransitions: -1, holderIdentity: "" },
        [
          "leaseDurationSeconds: Invalid value: -5: must be greater than 0",
          "leaseTransitions: Invalid value: -1: must be greater than or equal to 0",
        ],
      ],
      [{ strategy: "x", preferredHolder: "a" }, []],
      [
        { acquireTime: null, leaseTransitions: -3 },
        ["leaseTransitions: Invalid value: -3: must be greater than or equal to 0"],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.${error}`));
    });
  });

  describe("a change", () => {
    it.each<[object, readonly string[]]>([
      [
        { spec: { leaseDurationSeconds: -1, leaseTransitions: -4 } },
        [
          "spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0",
          "spec.leaseTransitions: Invalid value: -4: must be greater than or equal to 0",
        ],
      ],
      [{ spec: { leaseTransitions: 0 } }, []],
    ])("%j", (patch, errors) => {
      expect(judged.update(patch)).toEqual(errors);
    });
  });
});
