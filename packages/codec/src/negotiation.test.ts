import { describe, expect, test } from "vitest";
import { namesOne, negotiate, parseAccept } from "./negotiation.ts";

const offers = [{ mediaType: "application/json" }, { mediaType: "application/yaml" }];

describe("the response format that suits an Accept header", () => {
  test.each([
    [undefined, "application/json"],
    ["", "application/json"],
    ["*/*", "application/json"],
    ["application/*", "application/json"],
    ["application/*, application/yaml", "application/yaml"],
    ["application/yaml, application/*;q=2", "application/json"],
    ["application/yaml;q=0.9, application/json;q=0.1", "application/yaml"],
    ["text/html, application/json;q=0", "application/json"],
    ["text/html", undefined],
    ["APPLICATION/JSON", undefined],
    [",", undefined],
  ])("%s", (accept, want) => {
    expect(negotiate(accept, offers, () => true)?.offer.mediaType).toBe(want);
  });

  test("parameters affect the order", () => {
    const found = negotiate("application/json;as=Table, application/yaml; as = Row", offers, (clause) => {
      return clause.parameters["as"] === "Row";
    });
    expect(found?.offer.mediaType).toBe("application/yaml");
  });

  test.each([
    ["x", "yaml"],
    ["1x", "yaml"],
    ["0x1", "yaml"],
    ['"0.9"', "yaml"],
    ["-1", "yaml"],
    ["1e-1", "yaml"],
    ["+0.5", "yaml"],
    [".5", "yaml"],
    ["", "json"],
    ["  ", "json"],
    ["1", "json"],
    ["5", "json"],
    ["inf", "json"],
    ["nan", "json"],
  ])("the quality %j beside 0.7 gives %s", (quality, want) => {
    const accept = `application/json;q=${quality}, application/yaml;q=0.7`;
    expect(parseAccept(accept)[0]?.subtype).toBe(want);
  });
});

test.each([
  [undefined, true],
  ["application/json;q=0", true],
  ["text/html, */*", true],
  ["application/*", false],
  ["*", false],
  ["application/JSON", false],
])("whether %s names one of the types by its name: %s", (accept, want) => {
  expect(namesOne(accept, ["application/json"])).toBe(want);
});
