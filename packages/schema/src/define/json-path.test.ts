import { describe, expect, it } from "vitest";
import { parseJsonPath } from "./json-path.ts";

const object = {
  kind: "Widget",
  metadata: { labels: { "a.b/c": "lab" }, annotations: { plain: "ann" } },
  spec: {
    l: ["a", "b", "c"],
    o: [
      { type: "Ready", status: "True", n: 1, name: "one" },
      { type: "Other", n: 2, name: "two" },
    ],
    deep: { deeper: { name: "down" } },
  },
};

describe("a JSONPath selects the first value", () => {
  it.each<[string, unknown]>([
    [".kind", "Widget"],
    [".spec.l[0]", "a"],
    [".spec.l[-1]", "c"],
    [".spec.l[*]", "a"],
    [".spec.l[*].*", "97"],
    [".spec[*]", undefined],
    [".spec.deep.*", { name: "down" }],
    [".spec.l[1:2]", "b"],
    [".spec.l[0,1]", "a"],
    [".spec.o[*].name", "one"],
    ['.spec.o[?(@.type=="Ready")].status', "True"],
    [".spec.o[?(@.n>1)].name", "two"],
    [".spec.o[?(@.status)].name", "one"],
    ["..deeper", { name: "down" }],
    [".metadata.labels['a\\.b/c']", "lab"],
    [".metadata.labels.a\\.b/c", "lab"],
    [".metadata.annotations['.plain']", "ann"],
    [".metadata['labels.none']", undefined],
    [".metadata.annotations['plain$']", "ann"],
    [".metadata.annotations['plain x']", undefined],
    [".metadata.annotations['plain}x']", "ann"],
    [".metadata.annotations.plain$@ ", "ann"],
    [".metadata.annotations.plain}x", "ann"],
    [".metadata.annotations .plain", "ann"],
    [".metadata.annotations.", undefined],
    ["...plain", "ann"],
    [".metadata.annotations['plain']", "ann"],
    [".spec.none.x", undefined],
    [".spec.l.x", undefined],
    [".spec.l[0:3:0]", undefined],
    ["..", object],
    [".", undefined],
    [".spec.['l']", undefined],
    [".spec.l[]", "a"],
    [".spec.l[4:]", undefined],
    [".spec.l[0:9]", undefined],
    [".spec.l[2:1]", undefined],
    [".spec.l[::-1]", undefined],
    [".spec.l[0,9]", undefined],
    [".spec.l[0]5", 5],
    [".spec.l[0]x", undefined],
    [".spec.o[*].l[0]", undefined],
    [".spec.o[*]['status','name']", "True"],
    [".spec.o[0].n[0]", undefined],
    [".spec.o[?()].n", 1],
    [".spec.o[?(@.n == 2)].name", "two"],
    [".spec.o[?(@.n>=2)].name", "two"],
    [".spec.o[?(@.n==2.5)].name", undefined],
    ['.spec.o[?(@.n!="1")].name', undefined],
    ['.spec.o[?("Other"==@.type)].name', "two"],
    ['.spec.o[?(@.name==")")].name', undefined],
    [".spec.o[?(@.n<>2)].name", undefined],
    [".spec.deep[?(@.name)]", undefined],
    [".spec.l[?(@!='a')]", "b"],
  ])("%s", (path, value) => {
    expect(parseJsonPath(path).first(object)).toEqual(value);
  });
});

it.each([
  ".spec[",
  ".spec[?(@.a==)]",
  ".spec['a[b']",
  ".spec['l[0]']",
  ".spec[ 0]",
  ".spec[-]",
  "....a",
  "..*",
  ".a..*",
  ".a\\",
  '.spec[?("a"!=")")]',
  ".spec[?(@.a=~1)]",
  '.spec[?(@.a=="b"||@.a=="c")]',
  ".spec['a]b']",
  ".a,b",
  ".a{b",
  '.spec["a"]',
  ".spec[x]",
  `.${"a.".repeat(3000)}b`,
])("%s is refused as no path", (path) => {
  expect(() => parseJsonPath(path)).toThrow(TypeError);
});

it("recursive descents within each other end after a bounded number of steps", () => {
  const nested = (depth: number): unknown => (depth === 0 ? {} : { a: nested(depth - 1), b: nested(depth - 1) });
  expect(parseJsonPath("..a..a..a..a..none").first(nested(12))).toBeUndefined();
});
