import { describe, expect, it } from "vitest";
import { formatAge } from "./age.ts";
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

it("says how long ago", () => {
  const at = (seconds: number): string => formatAge("1970-01-01T00:00:00Z", seconds * 1000);
  const hour = 3600;
  const day = 24 * hour;
  const ages = [
    -2,
    -1,
    0,
    119,
    120,
    185,
    600,
    3 * hour,
    3 * hour + 60,
    8 * hour,
    2 * day,
    2 * day + hour,
    8 * day,
    730 * day,
    731 * day,
    3000 * day,
  ];
  expect(ages.map(at)).toEqual([
    "<invalid>",
    "0s",
    "0s",
    "119s",
    "2m",
    "3m5s",
    "10m",
    "3h",
    "3h1m",
    "8h",
    "2d",
    "2d1h",
    "8d",
    "2y",
    "2y1d",
    "8y",
  ]);
  expect(formatAge(undefined, 0)).toBe("<unknown>");
  expect(formatAge("yesterday", 0)).toBe("<invalid>");
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

  it("make what is missing on the way", () => {
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
