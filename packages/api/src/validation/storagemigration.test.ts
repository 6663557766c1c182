import { describe, expect, it } from "vitest";
import { formats } from "./testing/formats.ts";
import { judgeKind } from "./testing/judge-kind.ts";

describe("StorageVersionMigration", () => {
  const judged = judgeKind({
    apiVersion: "storagemigration.k8s.io/v1alpha1",
    kind: "StorageVersionMigration",
    spec: { resource: { group: "apps", version: "v1", resource: "deployments" } },
  });

  describe("a spec", () => {
    it.each<[object, readonly string[]]>([
      [{}, []],
      [{ spec: { resource: { group: "A_", version: "B_", resource: "C_" } } }, []],
      [
        { spec: { resource: { group: "", version: "", resource: "" } } },
        [
          "spec.resource.resource: Required value: resource is required",
          "spec.resource.version: Required value: version is required",
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(patch)).toEqual(errors);
    });
  });

  describe("a change", () => {
    it.each<[object, readonly string[]]>([
      [{ spec: { resource: { version: "v2" } } }, ['version: Invalid value: "v2": field is immutable']],
      [{ spec: { continueToken: "y" } }, []],
    ])("%j", (patch, errors) => {
      expect(judged.update(patch)).toEqual(errors);
    });
  });

  describe("a status", () => {
    const wrap = (status: object): object => ({ status });
    it.each<[object, readonly string[]]>([
      [
        { resourceVersion: "abc" },
        [
          'resourceVersion: Invalid value: "abc": failed to parse resource version "abc": strconv.ParseInt: parsing "abc": invalid syntax',
        ],
      ],
      [
        {
          conditions: [
            { type: "Succeeded", status: "True", reason: "R", lastUpdateTime: "2024-01-01T00:00:00Z" },
            { type: "Failed", status: "True", reason: "R", lastUpdateTime: "2024-01-01T00:00:00Z" },
          ],
        },
        [
          'conditions: Invalid value: [{"type":"Succeeded","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"},{"type":"Failed","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"}]: Both success and failed conditions cannot be true at the same time',
        ],
      ],
      [
        {
          conditions: [
            { type: "Running", status: "True", reason: "R", lastUpdateTime: "2024-01-01T00:00:00Z" },
            { type: "Succeeded", status: "True", reason: "R", lastUpdateTime: "2024-01-01T00:00:00Z" },
          ],
        },
        [
          'conditions: Invalid value: [{"type":"Running","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"},{"type":"Succeeded","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"}]: Running condition cannot be true when success condition is true',
        ],
      ],
      [
        {
          conditions: [
            { type: "Running", status: "True", reason: "R", lastUpdateTime: "2024-01-01T00:00:00Z" },
            { type: "Failed", status: "True", reason: "R", lastUpdateTime: "2024-01-01T00:00:00Z" },
          ],
        },
        [
          'conditions: Invalid value: [{"type":"Running","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"},{"type":"Failed","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"}]: Running condition cannot be true when failed condition is true',
        ],
      ],
      [
        {
          conditions: [
            { type: "Running", status: "True", reason: "R", lastUpdateTime: "2024-01-01T00:00:00Z" },
            { type: "Failed", status: "True", reason: "R", lastUpdateTime: "2024-01-01T00:00:00Z" },
            { type: "Succeeded", status: "True", reason: "R", lastUpdateTime: "2024-01-01T00:00:00Z" },
          ],
        },
        [
          'conditions: Invalid value: [{"type":"Running","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"},{"type":"Failed","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"},{"type":"Succeeded","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"}]: Both success and failed conditions cannot be true at the same time',
          'conditions: Invalid value: [{"type":"Running","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"},{"type":"Failed","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"},{"type":"Succeeded","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"}]: Running condition cannot be true when success condition is true',
          'conditions: Invalid value: [{"type":"Running","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"},{"type":"Failed","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"},{"type":"Succeeded","status":"True","reason":"R","lastUpdateTime":"2024-01-01T00:00:00Z"}]: Running condition cannot be true when failed condition is true',
        ],
      ],
      [
        {
          conditions: [
            { type: "Running", status: "True", reason: "R", lastUpdateTime: "2024-01-01T00:00:00Z" },
            { type: "Failed", status: "False", reason: "R", lastUpdateTime: "2024-01-01T00:00:00Z" },
          ],
        },
        [],
      ],
      [
        { conditions: [{ type: "Running", status: "True", lastUpdateTime: "2024-01-01T00:00:00Z" }] },
        ["conditions[0].reason: Required value: must be set"],
      ],
      [
        {
          conditions: [
            { type: "A b", status: "True", reason: "r r", message: "x", lastUpdateTime: "2024-01-01T00:00:00Z" },
          ],
        },
        [
          `conditions[0].type: Invalid value: "A b": ${formats.qualified}`,
          `conditions[0].reason: Invalid value: "r r": ${formats.reason}`,
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.subresource("status", wrap(patch))).toEqual(errors.map((error) => `status.${error}`));
    });
  });
});
