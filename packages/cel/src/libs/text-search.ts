import { containsCost, matchCost, regexFactor, scale, sizeOf, traversalCost, traversalFactor } from "../cost/actual.ts";
import type { FunctionDeclaration, Metered, Overload, Specialized } from "../declarations/functions.ts";
import { type CallEstimator, exactly, oneCost, plus, scaled, times } from "../declarations/size.ts";
import { charge, type Meter, work } from "../values/meter.ts";
import { countOn, createRegexCache, type RegexCache } from "../values/regex.ts";
import { createTextMeter } from "../values/text.ts";
import { CelError } from "../values/value.ts";
import { fn, metered, over, plainFn } from "./library.ts";

/**
 * `contains`, `startsWith`, `endsWith` and `matches`. Their argument is mostly a constant, so that
 * they have specialized forms.
 */
export function textSearch(): readonly FunctionDeclaration[] {
  const measure = createTextMeter();
  return [
    plainFn(
      "contains",
      over("contains_string", "string.contains(string): bool", (s, part) => (s as string).includes(part as string), {
        cost: (s, part) => containsCost(s!, part!),
        specialize: forText((part) => {
          const factor = traversalCost(part);
          const call: Search = (meter, s) => {
            charge(meter, scale(measure(s as string), traversalFactor) * factor);
            return (s as string).includes(part);
          };
          return { call };
        }),
        dynCost: false,
        estimate: containsEstimate,
      }),
    ),
    plainFn(
      "startsWith",
      over("starts_with_string", "string.startsWith(string): bool", (s, p) => (s as string).startsWith(p as string), {
        ...endTest,
        specialize: forText((part) => ({
          call(meter, s) {
            charge(meter, scale(measure(s as string), traversalFactor));
            return (s as string).startsWith(part);
          },
        })),
      }),
    ),
    plainFn(
      "endsWith",
      over("ends_with_string", "string.endsWith(string): bool", (s, p) => (s as string).endsWith(p as string), {
        ...endTest,
        specialize: forText((part) => ({
          call(meter, s) {
            charge(meter, scale(measure(s as string), traversalFactor));
            return (s as string).endsWith(part);
          },
        })),
      }),
    ),
    matchesFunction(measure),
  ];
}

type Search = NonNullable<Specialized["call"]>;

/** A form for a constant text as second argument. */
function forText(specialize: (text: string) => Specialized | CelError): NonNullable<Overload["specialize"]> {
  return ([, text]) => (typeof text === "string" ? specialize(text) : undefined);
}

const containsEstimate: CallEstimator = ([s, part]) => ({
  cost: times(scaled(s!.size, traversalFactor), scaled(part!.size, traversalFactor)),
});

/** The cost of an evaluation counts the searched text, the estimate counts the argument. */
const endTest: Partial<Overload> = {
  cost: (s) => traversalCost(s!),
  dynCost: false,
  estimate: ([, part]) => ({ cost: scaled(part!.size, traversalFactor) }),
};

/** Length of the text plus one, times the length of the pattern. */
export const matchEstimate: CallEstimator = ([text, pattern]) => ({
  cost: times(scaled(plus(text!.size, exactly(1)), traversalFactor), scaled(pattern!.size, regexFactor)),
});

function matchesFunction(measure: (s: string) => number): FunctionDeclaration {
  const regexes = createRegexCache();
  const matches: Metered = (meter, text, pattern) => {
    const regex = regexes.get(pattern as string, meter);
    if (regex instanceof CelError) return regex;
    return regex.test(text as string, countOn(meter));
  };
  const counted: Metered = (meter, text, pattern) => {
    work(meter, matchCost(text!, pattern!));
    return matches(meter, text!, pattern!);
  };
  const plain: Partial<Overload> = {
    estimate: () => ({ cost: oneCost }),
    specialize: forText((pattern) =>
      matcher(regexes, pattern, (meter, s) => {
        charge(meter, 1);
        work(meter, matchCost(s, pattern));
      }),
    ),
  };
  const bySize: Partial<Overload> = {
    cost: (s, p) => matchCost(s!, p!),
    specialize: forText((pattern) => {
      const factor = scale(sizeOf(pattern), regexFactor);
      return matcher(regexes, pattern, (meter, s) => {
        charge(meter, scale(1 + measure(s), traversalFactor) * factor);
      });
    }),
    dynCost: false,
    estimate: matchEstimate,
  };
  const matchesOverloads = fn(
    "matches",
    // As a function of two texts it costs as little as any call.
    metered("matches", "matches(string, string): bool", counted, plain),
    metered("matches_string", "string.matches(string): bool", matches, bySize),
  );
  return { ...matchesOverloads, mismatch: "name" };
}

/** A constant pattern is read while compiling, also to find it wrong. */
function matcher(
  regexes: RegexCache,
  pattern: string,
  count: (meter: Meter, text: string) => void,
): Specialized | CelError {
  const regex = regexes.get(pattern);
  if (regex instanceof CelError) return regex;
  const call: Search = (meter, s) => {
    count(meter, s as string);
    return regex.test(s as string, countOn(meter));
  };
  return { call, prepared: true };
}
