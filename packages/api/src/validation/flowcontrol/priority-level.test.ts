import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";

describe("PriorityLevelConfiguration", () => {
  const judged = judgeKind({
    apiVersion: "flowcontrol.apiserver.k8s.io/v1",
    kind: "PriorityLevelConfiguration",
    spec: {
      type: "Limited",
      limited: {
        nominalConcurrencyShares: 5,
        lendablePercent: 50,
        borrowingLimitPercent: 25,
        limitResponse: { type: "Queue", queuing: { queues: 16, handSize: 4, queueLengthLimit: 50 } },
      },
    },
  });

  describe("as a whole", () => {
    const wrap = (spec: object): object => ({ spec });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [{ type: "" }, ['.type: Unsupported value: "": supported values: "Exempt", "Limited"']],
      [{ type: "Foo" }, ['.type: Unsupported value: "Foo": supported values: "Exempt", "Limited"']],
      [
        { type: "Exempt" },
        [
          ".type: Invalid value: \"Exempt\": type must be 'Exempt' if and only if name is 'exempt'",
          ".limited: Forbidden: must be nil if the type is not Limited",
        ],
      ],
      [{ limited: null }, [".limited: Required value: must not be empty when type is Limited"]],
      [
        { type: "Exempt", limited: null, exempt: { nominalConcurrencyShares: -1, lendablePercent: 101 } },
        [
          ".type: Invalid value: \"Exempt\": type must be 'Exempt' if and only if name is 'exempt'",
          ".exempt.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer",
          ".exempt.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive",
        ],
      ],
      [{ exempt: {} }, [".exempt: Forbidden: must be nil if the type is Limited"]],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec${error}`));
    });
  });

  describe("limits", () => {
    const wrap = (limited: object): object => ({ spec: { limited } });
    it.each<[object, readonly string[]]>([
      [
        { nominalConcurrencyShares: -1 },
        ["nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer"],
      ],
      [{ nominalConcurrencyShares: 0 }, []],
      [{ nominalConcurrencyShares: null }, []],
      [{ lendablePercent: -1 }, ["lendablePercent: Invalid value: -1: must be between 0 and 100, inclusive"]],
      [{ lendablePercent: 101 }, ["lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive"]],
      [
        { borrowingLimitPercent: -1 },
        ["borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer"],
      ],
      [{ borrowingLimitPercent: 100000 }, []],
      [
        { limitResponse: { type: "Foo" } },
        ['limitResponse.type: Unsupported value: "Foo": supported values: "Queue", "Reject"'],
      ],
      [
        { limitResponse: { type: "Reject" } },
        ["limitResponse.queuing: Forbidden: must be nil if limited.limitResponse.type is not Limited"],
      ],
      [
        { limitResponse: { queuing: null } },
        ["limitResponse.queuing: Required value: must not be empty if limited.limitResponse.type is Limited"],
      ],
      [{ limitResponse: { type: "Reject", queuing: null } }, []],
      [
        { nominalConcurrencyShares: -1, lendablePercent: -1, borrowingLimitPercent: -1, limitResponse: { type: "X" } },
        [
          "nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer",
          'limitResponse.type: Unsupported value: "X": supported values: "Queue", "Reject"',
          "lendablePercent: Invalid value: -1: must be between 0 and 100, inclusive",
          "borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer",
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.limited.${error}`));
    });
  });

  describe("queues", () => {
    const wrap = (queuing: object): object => ({ spec: { limited: { limitResponse: { queuing } } } });
    it.each<[object, readonly string[]]>([
      [{ queues: 0, handSize: 0, queueLengthLimit: 0 }, []],
      [
        { queues: -1, handSize: -1, queueLengthLimit: -1 },
        [
          "queueLengthLimit: Invalid value: -1: must be positive",
          "queues: Invalid value: -1: must be positive",
          "handSize: Invalid value: -1: must be positive",
        ],
      ],
      [
        { queues: -5, handSize: 4 },
        [
          "queues: Invalid value: -5: must be positive",
          "handSize: Invalid value: 4: should not be greater than queues (-5)",
        ],
      ],
      [{ queues: 10000001, handSize: 1 }, ["queues: Invalid value: 10000001: must not be greater than 10000000"]],
      [{ queues: 4, handSize: 8 }, ["handSize: Invalid value: 8: should not be greater than queues (4)"]],
      [{ queues: 64, handSize: 10 }, []],
      [
        { queues: 65, handSize: 10 },
        [
          "handSize: Invalid value: 10: required entropy bits of deckSize 65 and handSize 10 should not be greater than 60",
        ],
      ],
      [{ queues: 1024, handSize: 6 }, []],
      [
        { queues: 1025, handSize: 6 },
        [
          "handSize: Invalid value: 6: required entropy bits of deckSize 1025 and handSize 6 should not be greater than 60",
        ],
      ],
      [{ queues: 10000000, handSize: 1 }, []],
      [{ queues: 1, handSize: 1 }, []],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.limited.limitResponse.queuing.${error}`));
    });
  });

  describe("a status", () => {
    const wrap = (conditions: object): object => ({ status: { conditions } });
    it.each<[object, readonly string[]]>([
      [
        [{ type: "A", status: "True" }, { type: "A", status: "Foo" }, {}],
        ['1].type: Duplicate value: "A"', "2].type: Required value: must not be empty"],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.subresource("status", wrap(patch))).toEqual(errors.map((error) => `status.conditions[${error}`));
    });
  });
});
