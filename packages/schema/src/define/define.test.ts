import { describe, expect, it } from "vitest";
import { parseObjectPath, setValueAt, valueAt } from "./object-path.ts";
import { pluralOf } from "./plural.ts";

it("makes plurals", () => {
  const kinds = ["Widget", "Policy", "Ingress", "Endpoints", "Box", "Status", "Gateway", "Branch"];
  expect(kinds.map(pluralOf)).toEqual([
    "widgets",
    "policies",
    "ingresses",
    "endpoints",
    "boxes",
    "statuses",
    "gateways",
    "branches",
  ]);
});

describe("paths", () => {
  it("lead to values", () => {
    const object = { a: { b: [{ c: 1 }], "x.y/z": 2 } };
    const at = (path: string): unknown => valueAt(object, parseObjectPath(path));
    expect([at(".a.b[0].c"), at("a['x.y/z']"), at(".a.q.r"), at(".a.b[1]"), at(".a.b.length.x")]).toEqual([
      1,
      2,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("create missing objects on the path", () => {
    const object: Record<string, unknown> = { a: 1 };
    setValueAt(object, parseObjectPath(".a.b"), 2);
    expect(object).toEqual({ a: { b: 2 } });
  });

  for (const path of ["", ".", "a..b", "a[", "a[b]", "a b", ".spec.__proto__.x", `.${"a".repeat(2000)}`]) {
    it(`are refused: ${path.slice(0, 20)}`, () => {
      expect(() => parseObjectPath(path)).toThrow(TypeError);
    });
  }
});
