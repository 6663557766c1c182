import { expect, test } from "vitest";
import { logOptions } from "./log-options.ts";

test.each([
  ["limitBytes=b&tailLines=t&sinceTime=s&sinceSeconds=x", /parsing "x"/],
  ["limitBytes=b&tailLines=t&sinceTime=s", /parsing time "s"/],
  ["limitBytes=b&tailLines=t", /parsing "t"/],
  ["limitBytes=b", /parsing "b"/],
])("the first malformed option of %s is reported", (query, message) => {
  expect(() => logOptions(new URLSearchParams(query), "p")).toThrow(message);
});
