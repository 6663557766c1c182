import { type FunctionDeclaration, unplanned } from "../declarations/functions.ts";
import { keyText } from "../values/key-text.ts";
import { createMapBuilder, isMap, type MapLike, mapGet, mapKeys } from "../values/map.ts";
import { CelError, isError, type Value } from "../values/value.ts";
import { over } from "./library.ts";

/** Overloads that the planner has code for: only their types matter. */
function declared(
  name: string,
  ...overloads: readonly (readonly [id: string, signature: string])[]
): FunctionDeclaration {
  return { name, overloads: overloads.map(([id, signature]) => over(id, `${name}${signature}`, unplanned)) };
}

type Row = readonly [string, string];

function arithmetic(verb: string, types: readonly string[]): Row[] {
  return types.map((t) => [`${verb}_${longName(t)}`, `(${t}, ${t}): ${t}`]);
}

function longName(type: string): string {
  return { int: "int64", uint: "uint64" }[type] ?? type;
}

const ordered = ["bool", "int", "uint", "double", "string", "bytes", "timestamp", "duration"];
const numbers = ["int", "uint", "double"];

/**
 * Comparison of each ordered type with itself, and of numbers of different types where that is
 * allowed.
 */
function comparison(name: string, verb: string, crossType: boolean): FunctionDeclaration {
  const same: Row[] = ordered.map((t) => [`${verb}_${longName(t)}`, `(${t}, ${t}): bool`]);
  const cross: Row[] = numbers.flatMap((a) =>
    numbers.filter((b) => b !== a).map((b): Row => [`${verb}_${longName(a)}_${longName(b)}`, `(${a}, ${b}): bool`]),
  );
  return declared(name, ...interleave(same, crossType ? cross : []));
}

/** Keeps the overloads of one left operand together. */
function interleave(same: readonly Row[], cross: readonly Row[]): Row[] {
  return same.flatMap((row) => [row, ...cross.filter(([id]) => id.startsWith(`${row[0]}_`))]);
}

/** Types of the operators and of what macros are made of. */
export function operatorFunctions(options: { readonly crossTypeComparisons: boolean }): readonly FunctionDeclaration[] {
  const cross = options.crossTypeComparisons;
  return [
    declared("_?_:_", ["conditional", "(bool, A, A): A"]),
    declared("_&&_", ["logical_and", "(bool, bool): bool"]),
    declared("_||_", ["logical_or", "(bool, bool): bool"]),
    declared("!_", ["logical_not", "(bool): bool"]),
    declared("@not_strictly_false", ["not_strictly_false", "(bool): bool"]),
    declared("_==_", ["equals", "(A, A): bool"]),
    declared("_!=_", ["not_equals", "(A, A): bool"]),
    comparison("_<_", "less", cross),
    comparison("_<=_", "less_equals", cross),
    comparison("_>_", "greater", cross),
    comparison("_>=_", "greater_equals", cross),
    additions,
    declared("_-_", ...subtractions),
    declared("_*_", ...arithmetic("multiply", ["double", "int", "uint"])),
    declared("_/_", ...arithmetic("divide", ["double", "int", "uint"])),
    declared("_%_", ...arithmetic("modulo", ["int", "uint"])),
    declared("-_", ["negate_double", "(double): double"], ["negate_int64", "(int): int"]),
    declared("@in", ["in_list", "(A, list(A)): bool"], ["in_map", "(A, map(A, B)): bool"]),
    declared("_[_]", ["index_list", "(list(A), int): A"], ["index_map", "(map(A, B), A): B"]),
  ];
}

const additions: FunctionDeclaration = declared(
  "_+_",
  ["add_bytes", "(bytes, bytes): bytes"],
  ["add_double", "(double, double): double"],
  ["add_duration_duration", "(duration, duration): duration"],
  ["add_duration_timestamp", "(duration, timestamp): timestamp"],
  ["add_timestamp_duration", "(timestamp, duration): timestamp"],
  ["add_int64", "(int, int): int"],
  ["add_list", "(list(A), list(A)): list(A)"],
  ["add_string", "(string, string): string"],
  ["add_uint64", "(uint, uint): uint"],
);

const subtractions: readonly Row[] = [
  ["subtract_double", "(double, double): double"],
  ["subtract_duration_duration", "(duration, duration): duration"],
  ["subtract_int64", "(int, int): int"],
  ["subtract_timestamp_duration", "(timestamp, duration): timestamp"],
  ["subtract_timestamp_timestamp", "(timestamp, timestamp): duration"],
  ["subtract_uint64", "(uint, uint): uint"],
];

/** The internal function that `transformMap` and `transformMapEntry` expand to. */
export const mapInsert: FunctionDeclaration = {
  name: "cel.@mapInsert",
  overloads: [
    over("@mapInsert_map_key_value", "cel.@mapInsert(map(K, V), K, V): map(K, V)", (map, k, v) =>
      insertInto(map as MapLike, [[k!, v!]]),
    ),
    over("@mapInsert_map_map", "cel.@mapInsert(map(K, V), map(K, V)): map(K, V)", (map, more) =>
      insertInto(map as MapLike, entriesOf(more as MapLike)),
    ),
  ],
};

function entriesOf(map: MapLike): [Value, Value][] {
  return mapKeys(map).map((k) => [k, mapGet(map, k)!]);
}

function insertInto(map: MapLike, more: readonly (readonly [Value, Value])[]): Value {
  const builder = createMapBuilder("replace");
  for (const [k, v] of [...(isMap(map) ? entriesOf(map) : []), ...more]) {
    const added = builder.add(k, v);
    if (isError(added)) return added;
    if (!added) return new CelError(`insert failed: key ${keyText(k)} already exists`);
  }
  return builder.build();
}
