import { aBoolean, checkArgument, oneOf, optional, optionsOf } from "@svc/base/check";
import { sizeOf } from "../cost/actual.ts";
import type { FunctionDeclaration, Implementation } from "../declarations/functions.ts";
import {
  anyType,
  bareType,
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listOf,
  mapOf,
  nullType,
  stringType,
  timestampType,
  typeParam,
  uintType,
} from "../declarations/types.ts";
import { standardMacros } from "../syntax/macros.ts";
import { conversionFunctions } from "./conversions.ts";
import { fn, type Library, over } from "./library.ts";
import { operatorFunctions } from "./operators.ts";
import { textSearch } from "./text-search.ts";
import { timeFunctions } from "./time.ts";

/** Options of the standard library. */
export interface StandardOptions {
  /**
   * Whether ints, uints and doubles may be compared with each other by `<`, `<=`, `>` and `>=`.
   * @default true
   */
  readonly crossTypeComparisons?: boolean;
  /**
   * The result of `duration.getMilliseconds()`: the whole duration, or the milliseconds within its
   * last second.
   * @default "rest"
   */
  readonly milliseconds?: "total" | "rest";
}

const standardOptions = optionsOf<StandardOptions>({
  crossTypeComparisons: optional(aBoolean),
  milliseconds: optional(oneOf("total", "rest")),
});

/**
 * The standard functions, operators and macros of the language.
 * @throws {TypeError} for a wrong argument
 */
export function standardLibrary(options: StandardOptions = {}): Library {
  checkArgument("standardLibrary: options", options, standardOptions);
  return {
    name: "standard",
    functions: [
      ...operatorFunctions({ crossTypeComparisons: options.crossTypeComparisons ?? true }),
      ...conversionFunctions,
      sizeFunction,
      ...textSearch(),
      ...timeFunctions(options.milliseconds ?? "rest"),
    ],
    macros: standardMacros,
    types: {
      bool: boolType,
      bytes: bytesType,
      double: doubleType,
      int: intType,
      list: listOf(typeParam("A")),
      map: mapOf(typeParam("A"), typeParam("B")),
      null_type: nullType,
      string: stringType,
      type: bareType,
      uint: uintType,
      // Declared, but no name that a value of a type could be written with.
      timestamp: timestampType,
      duration: durationType,
      "google.protobuf.Timestamp": timestampType,
      "google.protobuf.Duration": durationType,
      "google.protobuf.Any": anyType,
    },
  };
}

const size: Implementation = (v) => sizeOf(v!);

const sizeOverloads: FunctionDeclaration = fn(
  "size",
  over("size_bytes", "size(bytes): int", size),
  over("bytes_size", "bytes.size(): int", size),
  over("size_list", "size(list(A)): int", size),
  over("list_size", "list(A).size(): int", size),
  over("size_map", "size(map(A, B)): int", size),
  over("map_size", "map(A, B).size(): int", size),
  over("size_string", "size(string): int", size),
  over("string_size", "string.size(): int", size),
);

const sizeFunction: FunctionDeclaration = { ...sizeOverloads, mismatch: "name" };
