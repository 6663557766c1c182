import { expect, test } from "vitest";
import { hasOrderedProgress } from "./version.ts";

test.each([
  ["3.3.27", false],
  ["3.4.30", false],
  ["3.4.31", true],
  ["3.5.0-rc.1", false],
  ["3.5.12", false],
  ["3.5.13", true],
  ["3.6.0-alpha.0", true],
  ["3.10.0", true],
  ["4.0.0", true],
  ["", false],
  ["new", false],
])("members of version '%s' report progress in order: %s", (version, want) => {
  expect(hasOrderedProgress(version)).toBe(want);
});
