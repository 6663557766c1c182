import { expect, test } from "vitest";
import { readWidget, widget } from "./widgets.ts";

test.each([
  ["of all sections", { bytes: 2048 }, 20],
  ["of two sections, for reads", readWidget, 2],
])("an object %s has about the requested length, and is valid", (_, parts, sections) => {
  const text = widget("item-00001", parts);
  expect(Math.abs(text.length - parts.bytes)).toBeLessThan(300);
  const { spec } = JSON.parse(text) as { spec: Record<string, Record<string, unknown>> };
  expect(Object.keys(spec)).toHaveLength(sections);
  for (const section of Object.values(spec))
    for (const value of Object.values(section))
      if (typeof value === "string") expect(value.length).toBeLessThanOrEqual(256);
});
