import type { Implementation } from "../check/declarations.ts";
import { matchCost } from "../cost/actual.ts";
import type { CallEstimator, Range } from "../cost/size.ts";
import { createRegexCache, type Regex } from "../values/regex.ts";
import { CelError, maxListLength, type Value } from "../values/value.ts";
import { type Library, over, plainFn } from "./library.ts";
import { matchEstimate } from "./text-tests.ts";

const findEstimate: CallEstimator = (args) => {
  const resultSize: Range = { min: 0, max: args[0]!.size.max };
  return { ...matchEstimate(args), resultSize };
};

/** `find` and `findAll`, in RE2 syntax and linear time. */
export function regexLibrary(): Library {
  const regexes = createRegexCache();
  const withRegex = (pattern: Value, use: (regex: Regex) => Value): Value => {
    const regex = regexes.get(pattern as string);
    return regex instanceof CelError ? new CelError(`Illegal regex: ${regex.message}`) : use(regex);
  };
  const find: Implementation = (s, pattern) =>
    withRegex(pattern!, (regex) => {
      const match = regex.find(s as string, 0);
      return match ? (s as string).slice(match[0], match[1]) : "";
    });
  const findAll: Implementation = (s, pattern, limit) =>
    withRegex(pattern!, (regex) => allMatches(regex, s as string, limit === undefined ? -1 : Number(limit)));
  const specialize = ([, pattern]: readonly (Value | undefined)[]): CelError | undefined => {
    const regex = typeof pattern === "string" ? regexes.get(pattern) : undefined;
    return regex instanceof CelError ? regex : undefined;
  };
  const more = {
    specialize,
    cost: (s?: Value, pattern?: Value): number => matchCost(s!, pattern!),
    estimate: findEstimate,
  };
  return {
    name: "regex",
    functions: [
      plainFn("find", over("string_find_string", "string.find(string): string", find, more)),
      plainFn(
        "findAll",
        over("string_find_all_string", "string.findAll(string): list(string)", findAll, more),
        over("string_find_all_string_int", "string.findAll(string, int): list(string)", findAll, more),
      ),
    ],
  };
}

/** Matches from left to right; an empty one right after another match does not count. */
function allMatches(regex: Regex, text: string, limit: number): Value {
  const found: string[] = [];
  let previousEnd = -1;
  for (let at = 0; at <= text.length && (limit < 0 || found.length < limit); ) {
    const match = regex.find(text, at);
    if (!match) break;
    const [start, end] = match;
    if (found.length >= maxListLength) return new CelError("list too long");
    if (end > start || start !== previousEnd) found.push(text.slice(start, end));
    previousEnd = end;
    at = end > start ? end : end + (text.codePointAt(end)! > 0xffff ? 2 : 1);
  }
  return found;
}
