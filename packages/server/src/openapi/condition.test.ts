import { describe, expect, test } from "vitest";
import { unmetCondition } from "./condition.ts";

const etag = '"A1"';

describe("conditions of a request for a representation with a tag", () => {
  test.each([
    ["no condition", "GET", {}, undefined],
    ["its tag", "GET", { "if-none-match": etag }, 304],
    ["its tag, for HEAD", "HEAD", { "if-none-match": etag }, 304],
    ["its tag, for a method that changes", "POST", { "if-none-match": etag }, 412],
    ["any tag, for a method that changes", "TRACE", { "if-none-match": "*" }, 412],
    ["its weak tag", "GET", { "if-none-match": `W/${etag}` }, 304],
    ["one of several tags", "GET", { "if-none-match": `"b" ,, W/"c",${etag}` }, 304],
    ["another tag", "GET", { "if-none-match": '"a1"' }, undefined],
    ["its tag behind a text that is no tag", "GET", { "if-none-match": `x, ${etag}` }, undefined],
    ["its tag before a text that is no tag", "GET", { "if-none-match": `${etag} x` }, 304],
    ["an unfinished tag", "GET", { "if-none-match": '"A1' }, undefined],
    ["an empty condition", "GET", { "if-none-match": "", "if-match": "" }, undefined],
    ["only its tag", "GET", { "if-match": etag }, undefined],
    ["only any tag", "GET", { "if-match": "*" }, undefined],
    ["only another tag", "GET", { "if-match": '"b"' }, 412],
    ["only its weak tag, which is not exact", "GET", { "if-match": `W/${etag}` }, 412],
    ["both conditions", "GET", { "if-match": etag, "if-none-match": etag }, 304],
    ["the first of both conditions", "GET", { "if-match": '"b"', "if-none-match": etag }, 412],
  ])("%s", (_name, method, headers: Record<string, string>, want) => {
    expect(unmetCondition(method, etag, (name) => headers[name])).toBe(want);
  });
});

test.each([
  ["any tag", { "if-none-match": "*" }, 304],
  ["an empty tag", { "if-none-match": '""' }, undefined],
  ["only any tag", { "if-match": "*" }, undefined],
  ["only a tag", { "if-match": '"a"' }, 412],
])("%s, for a representation without one", (_name, headers: Record<string, string>, want) => {
  expect(unmetCondition("GET", "", (name) => headers[name])).toBe(want);
});
