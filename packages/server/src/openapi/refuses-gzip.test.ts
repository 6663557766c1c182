import { expect, it } from "vitest";
import { refusesGzip } from "./refuses-gzip.ts";

it.each([
  [undefined, false],
  ["gzip", false],
  ["gzip;q=1", false],
  ["gzip;q=2", false],
  ["gzip; q=0.001", false],
  ["gzip;q", false],
  ["gzip;Q=0", false],
  ["gzip;q=0;q=1", false],
  ["gzip;q=0, gzip", false],
  ["identity;q=0, gzip", false],
  ["gzip;q=0", true],
  ["gzip;q=0.0", true],
  ["gzip; q= 0", true],
  ["gzip ;q=0", true],
  ["gzip;q=", true],
  ["gzip;q=x", true],
  ["gzip;q=-1", true],
  ["gzip;x=1;q=0", true],
  ["identity;q=1, gzip;q=0", true],
  ["gzip, gzip;q=0", true],
])("whether Accept-Encoding %j refuses gzip: %j", (header, want) => {
  expect(refusesGzip(header)).toBe(want);
});
