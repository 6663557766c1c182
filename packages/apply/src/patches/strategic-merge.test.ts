import { isStatusError, type JsonValue } from "@svc/meta";
import { createStruct, type Field, type Schema } from "@svc/schema";
import { describe, expect, test } from "vitest";
import { plainText } from "../go-text.ts";
import { mergePatch } from "./merge-patch.ts";
import { strategicMergePatch } from "./strategic-merge.ts";

const text: Schema = { type: "string" };
const field = (name: string, schema: Schema, patch?: Field["patch"]): Field => ({
  name,
  schema,
  presence: "omitEmpty",
  ...(patch === undefined ? {} : { patch }),
});
const env = createStruct([field("name", text), field("value", text)]);
const container = createStruct([
  field("name", text),
  field("args", { type: "list", items: text }),
  field("env", { type: "list", items: env }, { strategies: ["merge"], mergeKey: "name" }),
]);
const schema = createStruct([
  field("labels", { type: "map", values: text }),
  field("finalizers", { type: "list", items: text }, { strategies: ["merge"] }),
  field("containers", { type: "list", items: container }, { strategies: ["merge"], mergeKey: "name" }),
  field("strategy", createStruct([field("type", text), field("rolling", text)]), { strategies: ["retainKeys"] }),
  field("whole", createStruct([field("a", text), field("b", text)]), { strategies: ["replace"] }),
]);

const c = (name: string, more: Readonly<Record<string, JsonValue>> = {}): JsonValue => ({ name, ...more });
const delta = (directive: string, name: string): JsonValue => ({ $patch: directive, name });

/** As the original answers, but for the names of the fields. */
const merges: readonly (readonly [name: string, live: JsonValue, patch: JsonValue, want: JsonValue])[] = [
  [
    "maps merge",
    { labels: { a: "1", b: "1" } },
    { labels: { b: "2", c: "3" } },
    { labels: { a: "1", b: "2", c: "3" } },
  ],
  ["null removes", { labels: { a: "1", b: "1" } }, { labels: { a: null } }, { labels: { b: "1" } }],
  ["a whole map is removed", { labels: { a: "1" } }, { labels: null }, {}],
  ["a map is replaced", { labels: { a: "1" } }, { labels: { $patch: "replace", b: "1" } }, { labels: { b: "1" } }],
  ["a map is emptied", { labels: { a: "1" } }, { labels: { $patch: "delete" } }, { labels: {} }],
  ["directed maps that are not there stay away", {}, { labels: { $patch: "replace", b: "1" } }, {}],
  [
    "a replacement is taken as written",
    { whole: { a: "1" } },
    { whole: { b: null, $patch: "x" } },
    { whole: { b: null, $patch: "x" } },
  ],
  ["by its strategy replaced", { whole: { a: "1" } }, { whole: { b: "1" } }, { whole: { b: "1" } }],
  ["unknown fields merge as maps", { x: { a: 1 } }, { x: { b: 2 } }, { x: { a: 1, b: 2 } }],
  ["lists without markers are replaced", { x: [1] }, { x: [2] }, { x: [2] }],
  ["another type replaces", { labels: { a: "1" } }, { labels: ["x"] }, { labels: ["x"] }],
  ["primitives join", { finalizers: ["a", "b"] }, { finalizers: ["c"] }, { finalizers: ["c", "a", "b"] }],
  [
    "primitives are deleted",
    { finalizers: ["a", "b", "c"] },
    { "$deleteFromPrimitiveList/finalizers": ["b", "x"] },
    { finalizers: ["a", "c"] },
  ],
  [
    "primitives that the patch adds in its own order are deleted too",
    { finalizers: ["a", "b", "c"] },
    {
      "$deleteFromPrimitiveList/finalizers": ["a"],
      "$setElementOrder/finalizers": ["d", "a", "b"],
      finalizers: ["d", "a"],
    },
    { finalizers: ["d", "b", "c"] },
  ],
  [
    "primitives that the patch deletes, then adds without an order stay",
    { finalizers: ["a", "b"] },
    { "$deleteFromPrimitiveList/finalizers": ["a"], finalizers: ["a"] },
    { finalizers: ["a", "b"] },
  ],
  [
    "primitives that the patch adds without an order, then deletes are gone",
    { finalizers: ["a", "b"] },
    { finalizers: ["a", "c"], "$deleteFromPrimitiveList/finalizers": ["a"] },
    { finalizers: ["c", "b"] },
  ],
  ["nothing to delete", { finalizers: ["a"] }, { "$deleteFromPrimitiveList/finalizers": [] }, { finalizers: ["a"] }],
  ["a deletion of null", { finalizers: ["a"], x: 1 }, { "$deleteFromPrimitiveList/finalizers": null }, { x: 1 }],
  [
    "a deletion of the type of a field that is no list",
    { labels: { a: "1" }, x: "1" },
    { "$deleteFromPrimitiveList/labels": { b: "1" }, "$deleteFromPrimitiveList/x": "2" },
    { labels: { a: "1", b: "1" }, x: "2" },
  ],
  [
    "a deletion of another type",
    { finalizers: ["a"], x: "1" },
    { "$deleteFromPrimitiveList/finalizers": 7, "$deleteFromPrimitiveList/x": 7, "$deleteFromPrimitiveList/y": 7 },
    { finalizers: ["a"], x: "1" },
  ],
  [
    "primitives are ordered",
    { finalizers: ["a", "b", "c"] },
    { "$setElementOrder/finalizers": ["c", "a"], finalizers: [] },
    { finalizers: ["b", "c", "a"] },
  ],
  ["new items come first", { containers: [c("a")] }, { containers: [c("b")] }, { containers: [c("b"), c("a")] }],
  [
    "items merge by key",
    { containers: [c("a", { args: ["x"], env: [c("E", { value: "1" })] })] },
    { containers: [c("a", { env: [c("F", { value: "2" })] })] },
    { containers: [c("a", { args: ["x"], env: [c("F", { value: "2" }), c("E", { value: "1" })] })] },
  ],
  [
    "an item is deleted",
    { containers: [c("a"), c("b")] },
    { containers: [delta("delete", "a")] },
    { containers: [c("b")] },
  ],
  [
    "items are replaced",
    { containers: [c("a")] },
    { containers: [{ $patch: "replace" }, c("b")] },
    { containers: [c("b")] },
  ],
  [
    "listed items are ordered, other items keep their position",
    { containers: [c("a"), c("x"), c("b")] },
    { "$setElementOrder/containers": [c("b"), c("n"), c("a")], containers: [c("n")] },
    { containers: [c("x"), c("b"), c("n"), c("a")] },
  ],
  [
    "an added item takes the position of a removed one",
    { containers: [c("a"), c("b")] },
    { "$setElementOrder/containers": [c("n"), c("b")], containers: [delta("delete", "b"), c("n")] },
    { containers: [c("a"), c("n")] },
  ],
  [
    "an item may be named more than once, in the patch and in its order",
    { containers: [c("a"), c("b")] },
    { "$setElementOrder/containers": [c("a"), c("b"), c("a")], containers: [c("a", { args: ["x"] }), c("a")] },
    { containers: [c("a", { args: ["x"] }), c("b")] },
  ],
  [
    "directives within new items stay",
    { containers: [] },
    { containers: [c("a", { env: [delta("delete", "E")] })] },
    { containers: [c("a", { env: [delta("delete", "E")] })] },
  ],
  [
    "directed items of lists that are not there stay away",
    { containers: [c("a")] },
    { containers: [c("a", { env: [delta("delete", "E"), c("F")] })] },
    { containers: [c("a", { env: [c("F")] })] },
  ],
  [
    "only some keys are retained",
    { strategy: { type: "Rolling", rolling: "x" } },
    { strategy: { $retainKeys: ["type"], type: "Recreate" } },
    { strategy: { type: "Recreate" } },
  ],
  [
    "names are only names",
    { labels: {} },
    JSON.parse('{"labels":{"__proto__":"1"}}'),
    JSON.parse('{"labels":{"__proto__":"1"}}'),
  ],
];

/** The message for items that are not text like the live one. */
const notIdentical = (items: readonly JsonValue[]): string =>
  `list element types are not identical: [[a] ${plainText(items)}]`;

const refusals: readonly (readonly [message: string, live: JsonValue, patch: JsonValue])[] = [
  [
    "unknown patch type: explode in map: map[$patch:explode a:1]",
    { labels: {} },
    { labels: { $patch: "explode", a: "1" } },
  ],
  ["unknown patch type: x in map: map[$patch:x name:a]", { containers: [c("a")] }, { containers: [delta("x", "a")] }],
  [
    "merging lists cannot yet be specified in the patch",
    { containers: [c("a")] },
    { containers: [delta("merge", "a")] },
  ],
  [
    "map: map[args:[]] does not contain declared merge key: name",
    { containers: [c("a")] },
    { containers: [{ args: [] }] },
  ],
  ["list element types are not identical: [[map[name:a]] [x]]", { containers: [c("a")] }, { containers: ["x"] }],
  ["list element types are not identical: [[map[name:a]] [<nil>]]", { containers: [c("a")] }, { containers: [null] }],
  [
    "expected a []interface {}, but received a string",
    { containers: [c("a")] },
    { "$setElementOrder/containers": "x" },
  ],
  [
    "expected a map[string]interface {}, but received a string",
    { containers: [c("a")] },
    { "$setElementOrder/containers": ["a"], containers: [c("a")] },
  ],
  ["expected a []interface {}, but received a int64", {}, { $setElementOrder: 1 }],
  ["invalid patch format of setElementOrder list", {}, { $setElementOrder: [] }],
  ["invalid patch format of primitive list", {}, { $deleteFromPrimitiveList: 1 }],
  ["invalid patch format of primitive list", {}, { "$deleteFromPrimitiveListX/finalizers": ["a"] }],
  ["invalid patch format of setElementOrder list", {}, { "$setElementOrderX/finalizers": ["a"] }],
  ...[[1], ["b", 1], [null], [[]], [{}]].flatMap((items): readonly (typeof refusals)[number][] => [
    [notIdentical(items), { finalizers: ["a"] }, { finalizers: items }],
    [notIdentical(items), { finalizers: ["a"] }, { "$deleteFromPrimitiveList/finalizers": items }],
  ]),
  [
    "cannot merge lists without merge key for struct",
    { containers: [c("a")] },
    { "$deleteFromPrimitiveList/containers": [c("a")] },
  ],
  ['unable to find api field in struct  for the json field "nope"', {}, { "$setElementOrder/nope": [] }],
  ["expected slice or array type, but got: struct", {}, { "$setElementOrder/labels": [] }],
  [
    "merging an object in json but data type is not struct, instead is: map",
    { labels: {} },
    { labels: { "$setElementOrder/a": [] } },
  ],
  ["unknown patch type: %!s(int64=1) in map: map[$patch:1]", {}, { $patch: 1 }],
  ["unknown patch type: map[a:%!s(bool=true)] in map: map[$patch:map[a:true]]", {}, { $patch: { a: true } }],
  ["no elements in any of the given slices", {}, { "$setElementOrder/containers": [c("a")], containers: [] }],
  [
    "The order in patch list:\n[map[name:a] map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:b] map[name:a]]\n",
    { containers: [c("a")] },
    { "$setElementOrder/containers": [c("b"), c("a")], containers: [c("a"), c("b")] },
  ],
  [
    "The order in patch list:\n[map[$patch:replace] map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
    { containers: [c("a")] },
    { "$setElementOrder/containers": [c("a")], containers: [{ $patch: "replace" }, c("b")] },
  ],
  [
    "The order in patch list:\n[map[name:a] map[$patch:replace]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
    { containers: [c("a")] },
    { "$setElementOrder/containers": [c("a")], containers: [c("a"), { $patch: "replace" }] },
  ],
  [
    "The order in patch list:\n[map[$retainKeys:[] name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
    { containers: [c("b")] },
    { "$setElementOrder/containers": [c("a")], containers: [{ name: "b", $retainKeys: [] }] },
  ],
  [
    "map: map[image:i] does not contain declared merge key: name",
    { containers: [c("a")] },
    { containers: [{ image: "i" }, { $patch: "replace" }] },
  ],
  [
    "expected a []interface {}, but received a %!s(<nil>)",
    {},
    { "$setElementOrder/containers": [c("a")], containers: null },
  ],
  [
    "expected a map[string]interface {}, but received a %!s(<nil>)",
    {},
    { "$setElementOrder/containers": [c("a")], containers: [null] },
  ],
  ["invalid patch format of retainKeys", { strategy: {} }, { strategy: { $retainKeys: "x" } }],
  ["invalid patch format of retainKeys", { strategy: {} }, { strategy: { $retainKeys: ["type"], rolling: "x" } }],
];

describe("strategic merge patch", () => {
  test.each(merges)("%s", (_, live, patch, want) => {
    const [before, given] = [JSON.stringify(live), JSON.stringify(patch)];
    expect(JSON.stringify(strategicMergePatch(live, patch, schema))).toBe(JSON.stringify(want));
    expect([JSON.stringify(live), JSON.stringify(patch)]).toEqual([before, given]);
  });
  test.each(refusals)("refuses: %s", (message, live, patch) => {
    try {
      strategicMergePatch(live, patch, schema);
      expect.unreachable();
    } catch (error) {
      expect(isStatusError(error) && error.message).toBe(message);
    }
  });
});

describe("merge patch: the examples of the RFC", () => {
  test.each<[JsonValue, JsonValue, JsonValue]>([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ a: "foo" }, "bar", "bar"],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("%j with %j", (target, patch, want) => {
    expect(mergePatch(target, patch)).toEqual(want);
  });
});

describe("merge patch: objects within lists have no null members, as in the original", () => {
  test.each<[JsonValue, JsonValue]>([
    [{ a: [1, { b: null }, null] }, { a: [1, {}, null] }],
    [{ a: [{ b: null, c: 1 }, [{ d: null }]] }, { a: [{ c: 1 }, [{}]] }],
    [{ n: { a: [{ b: null }] } }, { n: { a: [{}] } }],
    [[{ b: null }], [{}]],
  ])("%j becomes %j", (patch, want) => {
    expect(mergePatch({}, patch)).toEqual(want);
  });
});
