import { expect, test } from "vitest";
import { configMap, deployment, itemName } from "./objects.ts";

test("a ConfigMap has the requested length", () => {
  for (const bytes of [300, 1024, 2048]) {
    const text = configMap("item-1", { bytes, resourceVersion: "7", data: { sent: "1.5" } });
    expect(Buffer.byteLength(text)).toBe(bytes);
    expect(JSON.parse(text)).toMatchObject({
      metadata: { name: "item-1", resourceVersion: "7" },
      data: { sent: "1.5" },
    });
  }
});

test("the same name makes the same object, another name another", () => {
  const text = (name: string): string => JSON.parse(configMap(name, { bytes: 2048 })).data.config;
  expect(text("a")).toBe(text("a"));
  expect(text("a").slice(0, 40)).not.toBe(text("b").slice(0, 40));
});

test("a Deployment is about 5 KB, and changes in one setting", () => {
  const [before, after] = [deployment("one", 1), deployment("one", 2)];
  expect(before.length).toBeGreaterThan(4500);
  expect(before.length).toBeLessThan(5500);
  expect(after).toBe(before.replace('"value":"1"', '"value":"2"'));
});

test("names are in the order of their numbers", () => {
  const names = [0, 9, 10, 99_999, 100_000].map(itemName);
  expect(names.toSorted()).toEqual(names);
});
