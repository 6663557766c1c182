import type { FunctionDeclaration, Implementation, Specialized } from "../check/declarations.ts";
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
} from "../check/types.ts";
import { containsCost, matchCost, regexFactor, scale, sizeOf, traversalCost, traversalFactor } from "../cost/actual.ts";
import { type CallEstimator, exactly, plus, scaled, times } from "../cost/size.ts";
import { standardMacros } from "../syntax/macros.ts";
import { createRegexCache, type RegexCache } from "../values/regex.ts";
import { createTextMeter } from "../values/text.ts";
import { CelError, type Value } from "../values/value.ts";
import { conversionFunctions } from "./conversions.ts";
import { fn, type Library, over, plainFn } from "./library.ts";
import { operatorFunctions } from "./operators.ts";
import { timeFunctions } from "./time.ts";

export interface StandardOptions {
  /** Whether ints, uints and doubles may be compared with each other by `<`, `<=`, `>` and `>=`. @default true */
  readonly crossTypeComparisons?: boolean;
  /** What `duration.getMilliseconds()` counts: the whole duration, or what is left of a second. @default "rest" */
  readonly milliseconds?: "total" | "rest";
}

/** The standard functions, operators and macros of the language. */
export function standardLibrary(options: StandardOptions = {}): Library {
  return {
    name: "standard",
    functions: [
      ...operatorFunctions({ crossTypeComparisons: options.crossTypeComparisons ?? true }),
      ...conversionFunctions,
      sizeFunction,
      ...stringTests(),
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

/** Of the receiver, for `startsWith` and `endsWith` what is looked for does not count. */
const prefixEstimate: CallEstimator = ([, part]) => ({ cost: scaled(part!.size, traversalFactor) });

/** `matches` with a pattern that is known; a bad one still fails only when it is used. */
function matcher(regexes: RegexCache, measure: TextMeter, pattern: Value | undefined): Specialized | undefined {
  const regex = typeof pattern === "string" ? regexes.get(pattern) : undefined;
  if (regex === undefined || regex instanceof CelError) return undefined;
  const factor = scale(sizeOf(pattern!), regexFactor);
  return {
    impl: (s) => regex.test(s as string),
    cost: (s) => scale(1 + measure(s as string), traversalFactor) * factor,
  };
}

/** `contains` of a text that is known. */
function finder(measure: TextMeter, part: Value | undefined): Specialized | undefined {
  if (typeof part !== "string") return undefined;
  const factor = traversalCost(part);
  return {
    impl: (s) => (s as string).includes(part),
    cost: (s) => scale(measure(s as string), traversalFactor) * factor,
  };
}

type TextMeter = (s: string) => number;

/** Functions that ask whether a text is at an end of another; they look once at the whole. */
function endTest(
  measure: TextMeter,
  [name, id]: readonly [name: string, id: string],
  impl: Implementation,
): FunctionDeclaration {
  return plainFn(
    name,
    over(id, `string.${name}(string): bool`, impl, {
      cost: (s) => scale(measure(s as string), traversalFactor),
      dynCost: false,
      estimate: prefixEstimate,
    }),
  );
}

function stringTests(): readonly FunctionDeclaration[] {
  const regexes = createRegexCache();
  const measure = createTextMeter();
  return [
    plainFn(
      "contains",
      over("contains_string", "string.contains(string): bool", (s, part) => (s as string).includes(part as string), {
        cost: (s, part) => containsCost(s!, part!),
        specialize: ([, part]) => finder(measure, part),
        dynCost: false,
        estimate: ([s, part]) => ({
          cost: times(scaled(s!.size, traversalFactor), scaled(part!.size, traversalFactor)),
        }),
      }),
    ),
    endTest(measure, ["startsWith", "starts_with_string"], (s, part) => (s as string).startsWith(part as string)),
    endTest(measure, ["endsWith", "ends_with_string"], (s, part) => (s as string).endsWith(part as string)),
    plainFn(
      "matches",
      ...(["matches", "matches_string"] as const).map((id) =>
        over(id, id === "matches" ? "matches(string, string): bool" : "string.matches(string): bool", regexes.matches, {
          cost: (s, p) => matchCost(s!, p!),
          specialize: ([, pattern]) => matcher(regexes, measure, pattern),
          dynCost: false,
          estimate: matchEstimate,
        }),
      ),
    ),
  ];
}

/** Length of the text plus one, times the length of the pattern. */
export const matchEstimate: CallEstimator = ([text, pattern]) => ({
  cost: times(scaled(plus(text!.size, exactly(1)), traversalFactor), scaled(pattern!.size, regexFactor)),
});
