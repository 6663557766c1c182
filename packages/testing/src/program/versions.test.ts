import { expect, test } from "vitest";
import { binDirOf, installFolder, isSelected } from "./versions.ts";

test.each([
  ["latest", true],
  ["1.33", true],
  ["1.33.0", true],
  ["v1.33.0", true],
  ["1.33.x", true],
  ["1.33.x!", true],
  ["1.x", true],
  ["~1.33.0", true],
  ["~1.33", true],
  [">=1.30", true],
  ["<1.34.0", true],
  [">1.32", true],
  ["1.33.1", false],
  ["~1.33.1", false],
  ["~1.32.0", false],
  ["1.32.x!", false],
  ["1.3", false],
  [">=1.34", false],
  ["<1.33.0", false],
  ["newest", false],
])("the selector %s admits the served version: %s", (selector, want) => {
  expect(isSelected(selector)).toBe(want);
});

test("folders are in the user's data directory, with setup-envtest's names", () => {
  expect(installFolder(binDirOf(undefined, { XDG_DATA_HOME: "/data" }))).toMatch(
    /^\/data\/svc-testing\/k8s\/1\.33\.0-[a-z]+-[a-z0-9]+$/,
  );
  expect(binDirOf("/given", {})).toBe("/given");
});
