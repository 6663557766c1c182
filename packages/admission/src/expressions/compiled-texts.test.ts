import { clusterEnv, createEnv } from "@svc/cel";
import { expect, test } from "vitest";
import { compiledTexts } from "./compiled-texts.ts";

const env = createEnv();
const other = createEnv({ variables: { a: "int" } });

test("an expression is compiled once for a key", () => {
  const texts = compiledTexts(10_000);
  const first = texts.compile("k", env, "1 + 1");
  expect(texts.compile("k", env, "1 + 1")).toBe(first);
  expect(texts.compile("l", env, "1 + 1")).not.toBe(first);
});

test("caches are independent of each other", () => {
  const texts = compiledTexts(10_000);
  expect(texts.compile("k", env, "a")).toHaveProperty("error");
  expect(texts.compile("l", other, "a")).toHaveProperty("program");
});

test("beyond the limit the least recently used one is dropped", () => {
  const texts = compiledTexts(500);
  const [first, second] = [texts.compile("k", env, "1"), texts.compile("k", env, "2")];
  expect(texts.compile("k", env, "1")).toBe(first);
  texts.compile("k", env, "3");
  expect(texts.compile("k", env, "1")).toBe(first);
  expect(texts.compile("k", env, "2")).not.toBe(second);
});

test("an expression that is larger than the limit is not cached", () => {
  const texts = compiledTexts(100);
  expect(texts.compile("k", env, "1")).not.toBe(texts.compile("k", env, "1"));
});

test("the name of a message type in the language of a cluster has a type, but no value", () => {
  expect(compiledTexts(1000).compile("k", createEnv(clusterEnv()), "google.protobuf.Any")).toMatchObject({
    error: expect.anything(),
    type: { kind: "type" },
  });
});
