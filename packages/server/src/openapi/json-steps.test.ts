import { createHash } from "node:crypto";
import { finishSteps } from "@svc/base";
import type { JsonObject } from "@svc/schema";
import { expect, it } from "vitest";
import { hashedJsonSteps } from "./json-steps.ts";

it.each<[string, JsonObject]>([
  ["an empty object", {}],
  ["members that are no objects", { a: 1, b: "é", c: null, d: [1, { e: 2 }], f: true }],
  ["members with members", { a: {}, b: { c: { d: [] }, 'quoted "key"': null }, e: { f: 1, g: "\n" } }],
])("%s is written as JSON.stringify writes it, with its digest", (_, object) => {
  const { json, hash } = finishSteps(hashedJsonSteps(object));
  expect(json.toString()).toBe(JSON.stringify(object));
  expect(hash).toBe(createHash("sha512").update(json).digest("hex").toUpperCase());
});

it("a large object is written in several steps", () => {
  const steps = hashedJsonSteps({
    a: Object.fromEntries(Array.from({ length: 8 }, (_, i) => [i, "x".repeat(200_000)])),
  });
  let count = 0;
  while (steps.next().done !== true) count++;
  expect(count).toBe(4);
});
