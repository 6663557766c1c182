import { expect, it } from "vitest";
import { formatAge } from "./index.ts";

it("formats how long ago a time was", () => {
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
