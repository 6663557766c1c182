import { createRequire } from "node:module";
import type { JsonValue } from "@svc/meta";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonPatchOperation, jsonPatch, PatchFailedError, PatchTooLargeError } from "./json-patch.ts";

interface Published {
  readonly comment?: string;
  readonly doc: JsonValue;
  readonly patch: readonly JsonPatchOperation[];
  readonly expected?: JsonValue;
  readonly error?: string;
  readonly disabled?: boolean;
}

const load = createRequire(import.meta.url);
const published: readonly Published[] = ["spec_tests.json", "tests.json"].flatMap(
  (file) => load(`json-patch-test-suite/${file}`) as Published[],
);

/**
 * Where the API is laxer than the RFC: the original's results, by the comment or error of the
 * record.
 */
const laxer: Readonly<Record<string, JsonValue>> = {
  "Out of bounds (lower)": { bar: [1, 2, "5"] },
  "missing 'value' parameter to add": [1, null],
  "missing 'value' parameter to replace": [null],
  "missing 'value' parameter to test": [null],
};

/** Where the API is stricter than the RFC, by the comment of the record. */
const stricter: ReadonlySet<string> = new Set(["replacing the root of the document is possible with add"]);

const copy = <T>(value: T): T => structuredClone(value);

describe("the published records", () => {
  const records = published
    .filter(({ disabled, expected, error }) => disabled !== true && (error ?? expected) !== undefined)
    .map((record, i) => ({ ...record, title: record.comment ?? record.error ?? "", name: `${i}` }));
  const refused = records.filter(
    ({ error, title }) => (error !== undefined && !Object.hasOwn(laxer, title)) || stricter.has(title),
  );
  const applied = records.filter((record) => !refused.includes(record));
  test.each(refused)("$name refused: $title", ({ doc, patch }) => {
    expect(() => jsonPatch(copy(doc), patch)).toThrow(PatchFailedError);
  });
  test.each(applied)("$name $title", ({ doc, patch, expected, title }) => {
    expect(jsonPatch(copy(doc), patch)).toEqual(Object.hasOwn(laxer, title) ? laxer[title] : expected);
  });
  test("are all there", () => {
    expect(applied.length + refused.length).toBe(85);
    expect(records.filter(({ title }) => Object.hasOwn(laxer, title))).toHaveLength(4);
  });
});

describe("laxer than the RFC", () => {
  test.each<[string, JsonValue, JsonPatchOperation[], JsonValue]>([
    ["negative indexes count from the end", [1, 2, 3], [{ op: "replace", path: "/-1", value: 9 }], [1, 2, 9]],
    ["leading zeros", [1, 2], [{ op: "remove", path: "/01" }], [1]],
    ["replace of an absent member", {}, [{ op: "replace", path: "/a", value: 1 }], { a: 1 }],
    ["an absent member tests equal to null", {}, [{ op: "test", path: "/a", value: null }], {}],
    [
      "numbers by value",
      { a: 9007199254740993n },
      [{ op: "test", path: "/a", value: 9007199254740993n }],
      { a: 9007199254740993n },
    ],
    ["an absent member is copied as null", {}, [{ op: "copy", from: "/a", path: "/b" }], { b: null }],
    ["a document is replaced by no scalar", { a: 1 }, [{ op: "replace", path: "", value: "x" }], { a: 1 }],
    ["a document is replaced by a list", { a: 1 }, [{ op: "replace", path: "", value: [1] }], [1]],
    ["text before the first slash", { b: 1 }, [{ op: "add", path: "a/b", value: 2 }], { b: 2 }],
  ])("%s", (_, doc, patch, want) => {
    expect(jsonPatch(copy(doc), patch)).toEqual(want);
  });
});

describe("stricter than the RFC", () => {
  test.each<[string, JsonPatchOperation]>([
    ["a document that is added", { op: "add", path: "", value: {} }],
    ["a document without a value", { op: "replace", path: "" }],
    ["a copy of the document", { op: "copy", from: "", path: "/b" }],
    ["a copy to the document", { op: "copy", from: "/a", path: "" }],
    ["a move to the document", { op: "move", from: "/a", path: "" }],
    ["a move of an absent member", { op: "move", from: "/b", path: "/a" }],
    ["a copy of an absent item", { op: "copy", from: "/list/1", path: "/b" }],
    ["a pointer without a slash", { op: "add", path: "a", value: 1 }],
  ])("%s is refused", (_, operation) => {
    expect(() => jsonPatch({ a: {}, list: [1] }, [operation])).toThrow(PatchFailedError);
  });
});

describe("bounds", () => {
  test("operations", () => {
    const operations = Array.from({ length: 10_001 }, () => ({ op: "test", path: "", value: {} }));
    expect(() => jsonPatch({}, operations)).toThrow(
      new PatchTooLargeError("The allowed maximum operations in a JSON patch is 10000, got 10001"),
    );
  });
  test("growth by copies", () => {
    const double = { op: "copy", from: "/a", path: "/a/-" };
    expect(() =>
      jsonPatch(
        { a: [1] },
        Array.from({ length: 64 }, () => double),
      ),
    ).toThrow(PatchTooLargeError);
  });
  test("depth by copies", () => {
    const deeper = Array.from({ length: 12 }, (_, i) => ({ op: "copy", from: "/a", path: "/a".repeat(2 ** i + 1) }));
    expect(() => jsonPatch({ a: {} }, deeper)).toThrow(PatchTooLargeError);
  });
});

describe("names are only names", () => {
  test("no prototype is reached", () => {
    expect(() => jsonPatch({}, [{ op: "add", path: "/__proto__/polluted", value: 1 }])).toThrow(PatchFailedError);
    expect(() => jsonPatch({}, [{ op: "add", path: "/constructor/polluted", value: 1 }])).toThrow(PatchFailedError);
    const made = jsonPatch({}, [{ op: "add", path: "/__proto__", value: { polluted: 1 } }]) as object;
    expect(Object.keys(made)).toEqual(["__proto__"]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

test("a patch can be applied again", () => {
  const patch: JsonPatchOperation[] = [
    { op: "add", path: "/a", value: { b: [] } },
    { op: "add", path: "/a/b/-", value: 1 },
  ];
  expect(jsonPatch({}, patch)).toEqual({ a: { b: [1] } });
  expect(jsonPatch({}, patch)).toEqual({ a: { b: [1] } });
});

test("a patch and its inverse restore the document", () => {
  const member = fc.stringMatching(/^[a-z~/]{1,3}$/);
  fc.assert(
    fc.property(fc.dictionary(member, fc.jsonValue()), member, fc.jsonValue(), (doc, name, value) => {
      const path = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      const before = copy(doc) as JsonValue;
      const had = Object.hasOwn(doc, name);
      const there = jsonPatch(copy(before), [{ op: "add", path, value: value as JsonValue }]);
      expect((there as Record<string, JsonValue>)[name]).toEqual(value);
      const back = had ? { op: "replace", path, value: doc[name] as JsonValue } : { op: "remove", path };
      expect(jsonPatch(there, [back])).toEqual(before);
    }),
  );
});
