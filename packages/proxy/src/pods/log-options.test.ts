import { StatusError } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { logOptions } from "./log-options.ts";

const least = "-9223372036854775808";

describe("the query that a kubelet gets", () => {
  test.each([
    { query: "", want: "" },
    { query: "tailLines=%2B5&follow=TRUE&nope=1", want: "follow=true&tailLines=5" },
    { query: "limitBytes=9223372036854775807&tailLines=05", want: "limitBytes=9223372036854775807&tailLines=5" },
    { query: "previous=no&timestamps=0&follow=False", want: "previous=true" },
    { query: "sinceTime=2024-01-01T00:00:00%2B02:00", want: "sinceTime=2023-12-31T22%3A00%3A00Z" },
    { query: "sinceTime=", want: "sinceTime=0001-01-01T00%3A00%3A00Z" },
    { query: "sinceTime=null", want: "sinceTime=0001-01-01T00%3A00%3A00Z" },
  ])("of $query is $want", ({ query, want }) => {
    expect(logOptions(new URLSearchParams(query), "p").query).toBe(want);
  });
});

describe("options that are refused", () => {
  test.each([
    { query: "tailLines=1e3", code: 400, message: 'strconv.ParseInt: parsing "1e3": invalid syntax' },
    { query: "limitBytes=a&tailLines=b&sinceTime=c&sinceSeconds=d", code: 400, message: 'parsing "d": invalid syntax' },
    { query: "limitBytes=a&tailLines=b&sinceTime=c", code: 400, message: 'parsing time "c"' },
    { query: "limitBytes=a&tailLines=b", code: 400, message: 'parsing "b": invalid syntax' },
    { query: `tailLines=${least}`, code: 422, message: `tailLines: Invalid value: ${least}: must be greater than` },
    { query: `sinceSeconds=${least}`, code: 422, message: `sinceSeconds: Invalid value: ${least}: must be greater` },
    { query: "limitBytes=0", code: 422, message: "limitBytes: Invalid value: 0: must be greater than 0" },
    { query: "sinceSeconds=0&sinceTime=null", code: 422, message: "at most one of `sinceTime` or `sinceSeconds`" },
    { query: "stream=All", code: 422, message: "stream: Forbidden: may not be specified" },
  ])("$query: $code $message", ({ query, code, message }) => {
    const read = (): unknown => logOptions(new URLSearchParams(query), "p");
    expect(read).toThrow(StatusError);
    expect(read).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
  });
});
