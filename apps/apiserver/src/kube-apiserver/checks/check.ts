import { flagTable } from "../grammar/flag-table.ts";

/** The values of flags by name; undefined for one that was not given. */
export type Values = ReadonlyMap<string, readonly string[]>;

/** Finds the problems of flags that do not go together, in the words of kube-apiserver. */
export type Check = (values: Values) => string | readonly string[] | undefined;

const defaults: ReadonlyMap<string, string> = new Map(flagTable.map(([name, , byDefault]) => [name, byDefault]));

/** The last value of a flag; undefined if the flag was not given. */
export const last = (values: Values, flag: string): string | undefined => values.get(flag)?.at(-1);

/** The last value of a flag, or its default. */
export const valueOrDefault = (values: Values, flag: string): string => last(values, flag) ?? defaults.get(flag) ?? "";

/** True if a flag was not given, or is empty. */
export const isMissing = (values: Values, flag: string): boolean => (last(values, flag) ?? "") === "";

/** All values of a flag. */
export const allOf = (values: Values, flag: string): readonly string[] => values.get(flag) ?? [];

/** Checks that a number or a duration is not negative. */
export function notNegative(flag: string, message = `--${flag} can not be negative value`): Check {
  return (values) => (valueOrDefault(values, flag).startsWith("-") ? message : undefined);
}

/** Checks a flag that takes one of a few values. */
export function oneOf(flag: string, allowed: readonly string[], message: (value: string) => string): Check {
  return (values) => {
    const value = last(values, flag) ?? "";
    return value === "" || allowed.includes(value) ? undefined : message(value);
  };
}

/** The problems of all checks, each message once. */
export function problemsOf(checks: readonly Check[], values: Values): readonly string[] {
  return [...new Set(checks.flatMap((check) => check(values) ?? []))];
}

/** Several messages as one; undefined for none. */
export function joinProblems(problems: readonly string[]): string | undefined {
  return problems.length > 1 ? `[${problems.join(", ")}]` : problems[0];
}
