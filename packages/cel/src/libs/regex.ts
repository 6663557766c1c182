import type { Regex } from "@svc/base/regex";
import { matchCost } from "../cost/actual.ts";
import type { Metered, Specialized } from "../declarations/functions.ts";
import type { CallEstimator, Range } from "../declarations/size.ts";
import { type Meter, work } from "../values/meter.ts";
import { countOn, createRegexCache } from "../values/regex.ts";
import { CelError, maxListLength, type Value } from "../values/value.ts";
import { fn, type Library, metered } from "./library.ts";
import { matchEstimate } from "./text-search.ts";

const findEstimate: CallEstimator = (args) => {
  const resultSize: Range = { min: 0, max: args[0]!.size.max };
  return { ...matchEstimate(args), resultSize };
};

/** `find` and `findAll`, in RE2 syntax and linear time. */
export function regexLibrary(): Library {
  const regexes = createRegexCache();
  const withRegex = (meter: Meter, pattern: string, use: (regex: Regex) => Value): Value => {
    const regex = regexes.get(pattern, meter);
    if (regex instanceof CelError) return new CelError(`Illegal regex: ${regex.message}`);
    return use(regex);
  };
  const find: Metered = (meter, s, pattern) =>
    withRegex(meter, pattern as string, (regex) => {
      const match = regex.finder(s as string, countOn(meter))(0);
      return match ? (s as string).slice(match[0], match[1]) : "";
    });
  const findAll: Metered = (meter, s, pattern, limit) =>
    withRegex(meter, pattern as string, (regex) =>
      allMatches(meter, regex, {
        text: s as string,
        limit: limit === undefined || Number(limit) < 0 ? maxListLength : Number(limit),
      }),
    );
  const specialize = ([, pattern]: readonly (Value | undefined)[]): Specialized | CelError | undefined => {
    if (typeof pattern !== "string") return undefined;
    const regex = regexes.get(pattern);
    return regex instanceof CelError ? regex : { prepared: true };
  };
  const more = {
    specialize,
    cost: (s?: Value, pattern?: Value): number => matchCost(s!, pattern!),
    estimate: findEstimate,
  };
  return {
    name: "regex",
    functions: [
      fn("find", metered("string_find_string", "string.find(string): string", find, more)),
      fn(
        "findAll",
        metered("string_find_all_string", "string.findAll(string): list(string)", findAll, more),
        metered("string_find_all_string_int", "string.findAll(string, int): list(string)", findAll, more),
      ),
    ],
  };
}

/** The base cost of a match, in addition to the characters. */
const matchWork = 20;

/** Matches from left to right; an empty one right after another match does not count. */
function allMatches(
  meter: Meter,
  regex: Regex,
  { text, limit }: { readonly text: string; readonly limit: number },
): string[] {
  const found: string[] = [];
  const find = regex.finder(text, countOn(meter));
  let previousEnd = -1;
  for (let at = 0; at <= text.length && found.length < limit; ) {
    work(meter, matchWork);
    const match = find(at);
    if (!match) break;
    const [start, end] = match;
    if (end > start || start !== previousEnd) found.push(text.slice(start, end));
    previousEnd = end;
    at = end > start ? end : end + (text.codePointAt(end)! > 0xffff ? 2 : 1);
  }
  return found;
}
