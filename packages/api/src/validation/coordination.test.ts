import { describe, expect, it } from "vitest";
import { formats } from "./testing/formats.ts";
import { judgeKind } from "./testing/judge-kind.ts";

const lease = {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  spec: {
    holderIdentity: "a",
    leaseDurationSeconds: 15,
    acquireTime: "2024-01-02T03:04:05.123456Z",
    renewTime: "2024-01-02T03:04:06.000000Z",
    leaseTransitions: 1,
  },
};

describe("Lease", () => {
  const judged = judgeKind(lease);

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

describe("LeaseCandidate", () => {
  const judged = judgeKind({
    apiVersion: "coordination.k8s.io/v1beta1",
    kind: "LeaseCandidate",
    spec: { leaseName: "l", binaryVersion: "1.33.0", emulationVersion: "1.32.0", strategy: "OldestEmulationVersion" },
  });

  describe("a spec", () => {
    const wrap = (spec: object): object => ({ spec });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [{ leaseName: "" }, ["leaseName: Required value"]],
      [{ leaseName: "A_" }, []],
      [{ binaryVersion: "" }, ["binaryVersion: Required value"]],
      [
        { binaryVersion: "x" },
        [
          'binaryVersion: Invalid value: "x": must be a valid semantic version',
          'binaryVersion: Invalid value: "x": must be greater than or equal to `emulationVersion`',
        ],
      ],
      [
        { emulationVersion: "x" },
        [
          'emulationVersion: Invalid value: "x": must be a valid semantic version',
          "emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'",
        ],
      ],
      [
        { emulationVersion: "1.34.0" },
        ['binaryVersion: Invalid value: "1.33.0": must be greater than or equal to `emulationVersion`'],
      ],
      [
        { emulationVersion: null },
        ["emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'"],
      ],
      [{ emulationVersion: null, strategy: "a.b/c" }, []],
      [{ strategy: "" }, ["strategy: Required value"]],
      [{ strategy: "x" }, ['strategy.strategy: Unsupported value: "x": supported values: "OldestEmulationVersion"']],
      [{ strategy: "a b/c" }, [`strategy.strategy: Invalid value: "a b/c": prefix part ${formats.subdomain}`]],
      [
        { leaseName: "", binaryVersion: "q", emulationVersion: "r", strategy: "" },
        [
          "leaseName: Required value",
          'emulationVersion: Invalid value: "r": must be a valid semantic version',
          'binaryVersion: Invalid value: "q": must be a valid semantic version',
          "strategy: Required value",
        ],
      ],
      [
        { binaryVersion: "1.33", emulationVersion: "1" },
        [
          'emulationVersion: Invalid value: "1": must be a valid semantic version',
          'binaryVersion: Invalid value: "1.33": must be a valid semantic version',
          "emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'",
        ],
      ],
      [
        { binaryVersion: "v1.33.0" },
        [
          'binaryVersion: Invalid value: "v1.33.0": must be a valid semantic version',
          'binaryVersion: Invalid value: "v1.33.0": must be greater than or equal to `emulationVersion`',
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.${error}`));
    });
  });
});

describe("Lease with a strategy", () => {
  const judged = judgeKind(lease);

  describe("a spec", () => {
    const wrap = (spec: object): object => ({ spec });
    it.each<[object, readonly string[]]>([
      [{ strategy: "x" }, ['strategy.strategy: Unsupported value: "x": supported values: "OldestEmulationVersion"']],
      [{ strategy: "OldestEmulationVersion" }, []],
      [{ strategy: "" }, ['strategy.strategy: Unsupported value: "": supported values: "OldestEmulationVersion"']],
      [{ strategy: "a.b/c" }, []],
      [{ strategy: "a b/c" }, [`strategy.strategy: Invalid value: "a b/c": prefix part ${formats.subdomain}`]],
      [{ preferredHolder: "a" }, ["preferredHolder: Forbidden: may only be specified if `strategy` is defined"]],
      [{ preferredHolder: "a", strategy: "OldestEmulationVersion" }, []],
      [
        { preferredHolder: "", strategy: "foo" },
        ['strategy.strategy: Unsupported value: "foo": supported values: "OldestEmulationVersion"'],
      ],
      [
        { preferredHolder: "a", strategy: "" },
        [
          'strategy.strategy: Unsupported value: "": supported values: "OldestEmulationVersion"',
          "preferredHolder: Forbidden: may only be specified if `strategy` is defined",
        ],
      ],
      [
        { leaseDurationSeconds: 0, leaseTransitions: -1, strategy: "x", preferredHolder: "a" },
        [
          "leaseDurationSeconds: Invalid value: 0: must be greater than 0",
          "leaseTransitions: Invalid value: -1: must be greater than or equal to 0",
          'strategy.strategy: Unsupported value: "x": supported values: "OldestEmulationVersion"',
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.${error}`));
    });
  });
});
