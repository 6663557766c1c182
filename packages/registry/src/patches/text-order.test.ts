import type { JsonValue } from "@svc/meta";
import { expect, it } from "vitest";
import { inTextOrder, type Opened, openedByMerge, openedByPointers } from "./text-order.ts";

const document = { z: { y: 1, b: 2 }, a: [{ d: 1, c: 2 }], m: { k: 1, j: { s: 1, r: 2 } } };

it.each<[string, Opened, JsonValue]>([
  [
    "nothing but the root",
    openedByMerge({}),
    { a: [{ d: 1, c: 2 }], m: { k: 1, j: { s: 1, r: 2 } }, z: { y: 1, b: 2 } },
  ],
  [
    "what is merged",
    openedByMerge({ z: {}, q: null }),
    { a: [{ d: 1, c: 2 }], m: { k: 1, j: { s: 1, r: 2 } }, z: { b: 2, y: 1 } },
  ],
  [
    "all of a list that is put",
    openedByMerge({ a: [] }),
    { a: [{ c: 2, d: 1 }], m: { k: 1, j: { s: 1, r: 2 } }, z: { y: 1, b: 2 } },
  ],
  [
    "the steps of a pointer",
    openedByPointers(["/m/j"]),
    { a: [{ d: 1, c: 2 }], m: { j: { s: 1, r: 2 }, k: 1 }, z: { y: 1, b: 2 } },
  ],
  [
    "items of lists",
    openedByPointers(["/a/0/c", "", "/x"]),
    { a: [{ c: 2, d: 1 }], m: { k: 1, j: { s: 1, r: 2 } }, z: { y: 1, b: 2 } },
  ],
  [
    "names with slashes",
    openedByPointers(["/m~1/x", "/z/y"]),
    { a: [{ d: 1, c: 2 }], m: { k: 1, j: { s: 1, r: 2 } }, z: { b: 2, y: 1 } },
  ],
])("a patch sorts %s", (_, opened, want) => {
  expect(JSON.stringify(inTextOrder(document, opened))).toBe(JSON.stringify(want));
});
