import { parseDurationMs, quote } from "@svc/base";
import { InvalidArgumentError, type Option } from "commander";

/** Gives an option of the command line its parser and its default. */
export type OptionType = (option: Option) => Option;

/** Texts that commas separate; blank ones are left out. */
export function list(byDefault: readonly string[]): OptionType {
  const parse = (text: string): readonly string[] =>
    text
      .split(",")
      .map((s) => s.trim())
      .filter((s) => s !== "");
  return (option) => option.argParser(parse).default(byDefault, byDefault.join(","));
}

/** Texts of a flag that may be given several times. */
export function several(): OptionType {
  const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];
  return (option) => option.argParser<readonly string[]>(collect).default([], "");
}

/** A whole number without a sign. */
export function integer(byDefault: number, min: number, max: number): OptionType {
  const parse = (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
  return (option) => option.argParser(parse).default(byDefault);
}

/**
 * A duration such as `1m30s`, read as milliseconds.
 * @param options.isPositive refuses 0 @default false
 */
export function duration(
  byDefault: string,
  { isPositive = false }: { readonly isPositive?: boolean } = {},
): OptionType {
  const parse = (text: string): number => {
    const ms = parseDurationMs(text);
    if (ms === undefined || ms < 0 || (isPositive && ms === 0))
      throw new InvalidArgumentError("It must be a duration such as 300ms, 90s or 1h30m.");
    return ms;
  };
  return (option) => option.argParser(parse).default(parse(byDefault), byDefault);
}

/**
 * `true` or `false`; the flag alone is `true`.
 * @param byDefault undefined to distinguish an absent flag from a false one
 */
export function boolean(byDefault?: boolean): OptionType {
  const parse = (text: string): boolean => {
    if (text !== "true" && text !== "false") throw new InvalidArgumentError("It must be true or false.");
    return text === "true";
  };
  return (option) => option.argParser(parse).preset("true").default(byDefault);
}

/** Pairs `key=value` that commas separate, of a flag that may be given several times. */
export function pairs(): OptionType {
  const collect = (text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
    const all = new Map(before);
    for (const pair of text.split(",")) {
      const at = pair.indexOf("=");
      if (at < 1) throw new InvalidArgumentError(`${quote(pair)} must be key=value.`);
      all.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
    }
    return all;
  };
  return (option) => option.argParser<ReadonlyMap<string, string>>(collect).default(new Map(), "");
}

/**
 * Checks text with a parser of another package.
 * @returns a parser for commander, which shows the message of a `TypeError` to the user
 */
export function checkedBy(parse: (text: string) => unknown): (text: string) => string {
  return (text) => {
    try {
      parse(text);
    } catch (error) {
      if (error instanceof TypeError) throw new InvalidArgumentError(error.message);
      throw error;
    }
    return text;
  };
}
