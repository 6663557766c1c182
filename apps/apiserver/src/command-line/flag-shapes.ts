import { parseDurationMs } from "@svc/base";
import { checkSubnets } from "@svc/http/client";
import { InvalidArgumentError, type Option } from "commander";

/** Gives an option of the command line its parser and its default. */
export type Shape = (option: Option) => Option;

export function list(byDefault: readonly string[]): Shape {
  const parse = (text: string): readonly string[] =>
    text
      .split(",")
      .map((s) => s.trim())
      .filter((s) => s !== "");
  return (option) => option.argParser(parse).default(byDefault, byDefault.join(","));
}

/** Subnets, comma-separated, or `none`. */
export function subnets(byDefault: readonly string[]): Shape {
  const parse = (text: string): readonly string[] => {
    const given = text === "none" ? [] : text.split(",").map((subnet) => subnet.trim());
    try {
      checkSubnets(given);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
    return given;
  };
  return (option) => option.argParser(parse).default(byDefault, byDefault.join(","));
}

export function several(): Shape {
  const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];
  return (option) => option.argParser<readonly string[]>(collect).default([], "");
}

export function integer(byDefault: number, min: number, max: number): Shape {
  const parse = (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
  return (option) => option.argParser(parse).default(byDefault);
}

/** Milliseconds. */
export function duration(byDefault: string): Shape {
  const parse = (text: string): number => {
    const ms = parseDurationMs(text);
    if (ms === undefined || ms < 0)
      throw new InvalidArgumentError("It must be a duration such as 300ms, 90s or 1h30m.");
    return ms;
  };
  return (option) => option.argParser(parse).default(parse(byDefault), byDefault);
}

/** @param byDefault undefined to tell a flag that is not given from one that is false */
export function boolean(byDefault?: boolean): Shape {
  const parse = (text: string): boolean => {
    if (text !== "true" && text !== "false") throw new InvalidArgumentError("It must be true or false.");
    return text === "true";
  };
  return (option) => option.argParser(parse).preset("true").default(byDefault);
}

/** `key=value`, comma-separated, and may be given several times. */
export function pairs(): Shape {
  const collect = (text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
    const all = new Map(before);
    for (const pair of text.split(",")) {
      const at = pair.indexOf("=");
      if (at < 1) throw new InvalidArgumentError(`${JSON.stringify(pair)} must be key=value.`);
      all.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
    }
    return all;
  };
  return (option) => option.argParser<ReadonlyMap<string, string>>(collect).default(new Map(), "");
}

/** Text that a parser of another package accepts. The message of its TypeError is shown. */
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
