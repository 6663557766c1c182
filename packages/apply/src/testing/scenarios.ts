import type { JsonValue } from "@svc/meta";
import type { Scenario, Step } from "./scenario.ts";

type Spec = Readonly<Record<string, JsonValue>>;

/**
 * Per kind of ownership: a value, another one that conflicts with it or is next to it, and one with
 * more members.
 */
interface Sample {
  readonly one: Spec;
  readonly other: Spec;
  readonly more: Spec;
}

const samples: Readonly<Record<string, Sample>> = {
  scalar: { one: { scalar: "1" }, other: { scalar: "2" }, more: { scalar: "1", number: 1 } },
  number: { one: { number: 1 }, other: { number: 1.5 }, more: { number: 1, flag: false } },
  "int or string": { one: { either: 1 }, other: { either: "1" }, more: { either: 1, flag: true } },
  "null value": { one: { nullable: null }, other: { nullable: "n" }, more: { nullable: null, flag: true } },
  "atomic list": { one: { list: ["a"] }, other: { list: ["b"] }, more: { list: ["a", "b"] } },
  set: { one: { set: ["a", "b"] }, other: { set: ["c", "b"] }, more: { set: ["c", "a", "b"] } },
  "set of numbers": { one: { numbers: [2, 10] }, other: { numbers: [10, 3] }, more: { numbers: [1, 2, 10] } },
  "list by keys": {
    one: { items: [{ k: "a", v: "1" }] },
    other: { items: [{ k: "b" }, { k: "a", v: "2" }] },
    more: {
      items: [
        { k: "a", p: "UDP" },
        { k: "a", v: "1", o: { a: "1" } },
      ],
    },
  },
  "granular map": { one: { map: { a: "1" } }, other: { map: { a: "2", b: "1" } }, more: { map: { a: "1", b: "1" } } },
  "atomic map": { one: { whole: { a: "1" } }, other: { whole: { b: "1" } }, more: { whole: { a: "1", b: "1" } } },
  struct: { one: { struct: { a: "1" } }, other: { struct: { a: "2" } }, more: { struct: { a: "1", b: "1" } } },
  "atomic struct": {
    one: { wholeStruct: { a: "1" } },
    other: { wholeStruct: { a: "2" } },
    more: { wholeStruct: { a: "1", b: "1" } },
  },
  "map of structs": {
    one: { nested: { x: { a: "1" } } },
    other: { nested: { x: { a: "2" }, y: {} } },
    more: { nested: { x: { a: "1", b: "1" }, y: { a: "1" } } },
  },
  "free form": {
    one: { free: { x: { a: [1, "2"] } } },
    other: { free: { x: { a: ["2"] }, y: null } },
    more: { free: { x: { a: [1, "2"], b: {} }, y: [] } },
  },
};

const patterns: Readonly<Record<string, (sample: Sample) => readonly Step[]>> = {
  "is applied twice": ({ one }) => [
    ["a applies", one],
    ["a applies", one],
  ],
  "is shared, then given up by one": ({ one }) => [
    ["a applies", one],
    ["b applies", one],
    ["a applies", {}],
    ["b applies", {}],
  ],
  "meets another applier": ({ one, other }) => [
    ["a applies", one],
    ["b applies", other],
    ["b forces", other],
    ["a applies", one],
  ],
  "grows and shrinks": ({ one, more }) => [
    ["a applies", one],
    ["a applies", more],
    ["a applies", one],
  ],
  "grows by another applier": ({ one, more }) => [
    ["a applies", one],
    ["b applies", more],
    ["a applies", {}],
  ],
  "is updated": ({ one, other }) => [
    ["a applies", one],
    ["b updates", other],
    ["a applies", one],
    ["a forces", one],
  ],
  "is removed by an update": ({ more, one }) => [
    ["a applies", more],
    ["b updates", one],
    ["b updates", {}],
    ["a applies", more],
  ],
  "existed before the first apply": ({ one, other }) => [
    ["b updates", one],
    ["a applies", other],
    ["a forces", other],
    ["a applies", {}],
  ],
  "is applied and updated by the same manager": ({ one, more, other }) => [
    ["a applies", one],
    ["a updates", more],
    ["a applies", other],
    ["a forces", other],
  ],
};

const product: readonly Scenario[] = Object.entries(samples).flatMap(([what, sample]) =>
  Object.entries(patterns).map(([how, steps]) => ({ name: `${what} ${how}`, steps: steps(sample) })),
);

const item = (k: string, more: Readonly<Record<string, JsonValue>> = {}): JsonValue => ({ k, ...more });

/** Cases that depend on more than the shape. */
const particular: Readonly<Record<string, readonly Step[]>> = {
  "a single applier keeps the intended order": [
    ["a applies", { set: ["c", "a", "b"] }],
    ["a applies", { set: ["a", "b", "c"] }],
  ],
  "items of other managers stay before the item that followed them": [
    ["a applies", { set: ["a", "x", "b", "y", "c"] }],
    ["b applies", { set: ["x", "y"] }],
    ["b applies", { set: ["y", "x"] }],
  ],
  "new items follow the order of the applier": [
    ["a applies", { set: ["a", "b", "c"] }],
    ["b applies", { set: ["n", "c", "m", "a"] }],
  ],
  "items by keys have the intended order": [
    ["a applies", { items: [item("a"), item("b"), item("c")] }],
    ["b applies", { items: [item("c"), item("n"), item("a")] }],
    ["b applies", { items: [item("n")] }],
  ],
  "a default is part of a key": [
    ["a applies", { items: [item("a", { v: "1" })] }],
    ["b applies", { items: [item("a", { p: "TCP", v: "2" })] }],
    ["b applies", { items: [item("a", { p: "UDP", v: "2" })] }],
  ],
  "an item is removed with the fields that other managers did not own": [
    ["a applies", { items: [item("a", { v: "1", o: { a: "1" } })] }],
    ["b updates", { items: [item("a", { p: "TCP", v: "1", o: { a: "1", b: "1" }, l: ["x"] })] }],
    ["a applies", {}],
  ],
  "an item remains for another applier without the fields it did not apply": [
    ["a applies", { items: [item("a", { v: "1", o: { a: "1" } })] }],
    ["b applies", { items: [item("a", { l: ["x"] })] }],
    ["a applies", { items: [] }],
  ],
  "a field within an item changes hands": [
    ["a applies", { items: [item("a", { v: "1" })] }],
    ["b forces", { items: [item("a", { v: "2" })] }],
    ["a applies", { items: [item("a")] }],
    ["b applies", { items: [item("a")] }],
  ],
  "an item twice in an intent": [["a applies", { items: [item("a"), item("a", { p: "TCP" })] }]],
  "a value twice in an intent": [["a applies", { set: ["a", "a"] }]],
  "an item without its key": [["a applies", { items: [{ v: "1" }] }]],
  "items that are none": [["a applies", { items: ["a"] }]],
  "a null item": [["a applies", { items: [null] }]],
  "a null in a set": [["a applies", { set: [null] }]],
  "an unknown field": [["a applies", { nope: 1 }]],
  "an unknown field of an item": [["a applies", { items: [item("a", { nope: 1 })] }]],
  "another type than text": [["a applies", { scalar: 1 }]],
  "another type than a number": [["a applies", { number: "1" }]],
  "another type than a truth": [["a applies", { flag: "true" }]],
  "another type than a list": [["a applies", { set: { a: 1 } }]],
  "another type than a map": [["a applies", { map: ["a"] }]],
  "errors within an atomic value": [["a applies", { list: [1, 2], wholeStruct: { a: "1" } }]],
  "nothing at all": [
    ["a applies", {}],
    ["b applies", {}],
  ],
  "an empty map is owned": [
    ["a applies", { map: {} }],
    ["b applies", { map: { x: "1" } }],
    ["b forces", { map: { x: "1" } }],
    ["a applies", { map: {} }],
  ],
  "an empty list is not owned": [
    ["a applies", { set: [] }],
    ["b applies", { set: ["x"] }],
    ["a applies", {}],
  ],
  "an empty list instead of nothing": [
    ["a applies", {}],
    ["a applies", { set: [] }],
    ["a applies", { set: [] }],
    ["a applies", {}],
  ],
  "an empty atomic list is owned": [
    ["a applies", { list: [] }],
    ["b applies", { list: ["x"] }],
    ["a applies", {}],
  ],
  "an empty struct": [
    ["a applies", { struct: {} }],
    ["b applies", { struct: { a: "1" } }],
    ["a applies", {}],
  ],
  "all keys of a map are given up": [
    ["a applies", { map: { a: "1", b: "2" }, scalar: "1" }],
    ["a applies", { map: {}, scalar: "1" }],
  ],
  "a map that becomes empty when other managers give up its members": [
    ["a applies", { map: { a: "1" } }],
    ["b updates", { map: { a: "1", b: "1" } }],
    ["c updates", { map: { a: "1" } }],
    ["a applies", {}],
  ],
  "unowned keys go with their map": [
    ["a applies", { map: { a: "1" } }],
    ["b updates", { map: { a: "1", b: "1" } }],
    ["b applies", { map: { b: "1" } }],
    ["b applies", {}],
    ["a applies", {}],
  ],
  "null replaces an existing value": [
    ["a applies", { map: { a: "1" } }],
    ["b applies", { map: null }],
    ["a applies", {}],
  ],
  "free form changes its type": [
    ["a applies", { free: { x: "1" } }],
    ["b applies", { free: { x: { y: "1" } } }],
    ["b forces", { free: { x: { y: "1" } } }],
    ["a applies", { free: { x: { z: "1" } } }],
    ["b forces", { free: { x: ["1"] } }],
    ["a applies", {}],
  ],
  "two conflicts of one manager": [
    ["a applies", { map: { a: "1", b: "1" }, scalar: "1" }],
    ["b applies", { map: { a: "2", b: "2" }, scalar: "1" }],
  ],
  "conflicts of several managers": [
    ["z applies", { map: { a: "1" } }],
    ["a applies", { map: { a: "1" }, scalar: "1" }],
    ["m updates", { map: { a: "1", c: "1" }, scalar: "1" }],
    ["b applies", { map: { a: "2", c: "2" }, scalar: "2" }],
    ["b forces", { map: { a: "2", c: "2" }, scalar: "2" }],
  ],
  "an update in another version is another manager": [
    ["u updates", { scalar: "1" }],
    ["u updates v2", { scalar: "2" }],
    ["u updates", { scalar: "2", flag: true }],
  ],
  "an applier is one manager in all versions": [
    ["a applies", { scalar: "1", map: { a: "1" } }],
    ["a applies v2", { scalar: "1", map: { b: "1" } }],
    ["a applies", { map: { b: "1" } }],
  ],
  "a granular value is atomic in another version": [
    ["a applies", { map: { a: "1" } }],
    ["b applies v2", { map: { a: "1" } }],
    ["b applies v2", { map: { a: "2" } }],
    ["b forces v2", { map: { a: "2", b: "1" } }],
    ["a applies", { map: { c: "1" } }],
  ],
  "items of another version": [
    ["a applies v2", { items: [item("a", { v: "1" }), item("b")] }],
    ["b applies", { items: [item("c")] }],
    ["b forces", { items: [item("c")] }],
    ["a applies", { items: [item("a")] }],
    ["a applies v2", {}],
  ],
  "removed in another version": [
    ["a applies", { scalar: "1", items: [item("a")], map: { a: "1" } }],
    ["b applies", { items: [item("a", { v: "1" })] }],
    ["a applies v2", {}],
  ],
  "a status has owners of its own": [
    ["a applies", { scalar: "1" }],
    ["a applies status", { phase: "up" }],
    ["b applies status", { phase: "down" }],
    ["b forces status", { phase: "down" }],
    ["a applies status", {}],
  ],
  "a status is updated": [
    ["a updates", { scalar: "1" }],
    ["k updates status", { phase: "up", map: { a: "1" } }],
    ["k updates status", { phase: "up", map: { a: "1", b: "1" } }],
    ["a updates", { scalar: "2" }],
    ["x applies status", { map: { a: "2" } }],
  ],
  "labels and finalizers": [
    ["a applies meta", { labels: { x: "1" }, finalizers: ["test.example.com/a"] }],
    ["b applies meta", { labels: { y: "1" }, finalizers: ["test.example.com/b"] }],
    ["b applies meta", { labels: { x: "2" } }],
    ["a applies meta", {}],
  ],
  "many updaters become one": Array.from(
    { length: 13 },
    (_, i) => [`u${String(i).padStart(2, "0")} updates`, { map: Object.fromEntries(letters(i + 1)) }] as const,
  ),
  "numbers are equal by value": [
    ["a applies", { number: 1 }],
    ["b applies", { number: 1.0 }],
    ["c updates", { number: 1 }],
  ],
  "keys that need quoting": [
    ["a applies", { map: { 'a"b': "1", "ü/é": "2", "<&>": "3", "": "4" }, set: ["<&>", 'q"', "\u2028", "ü"] }],
    ["b applies", { map: { 'a"b': "2", "<&>": "4" }, set: ["<&>"] }],
  ],
  "order of elements in a set of owners": [
    ["a applies", { map: { b: "1", B: "1", a: "1", _: "1", "10": "1", "9": "1", é: "1" }, numbers: [10, 9, -1, 0] }],
    ["b applies", { set: ["b", "B", "10", "9", "é"] }],
  ],
};

function letters(count: number): (readonly [string, string])[] {
  return Array.from({ length: count }, (_, i) => [String.fromCharCode(97 + i), "1"] as const);
}

/** Every known interaction between managers. */
export const scenarios: readonly Scenario[] = [
  ...product,
  ...Object.entries(particular).map(([name, steps]) => ({ name, steps })),
];
