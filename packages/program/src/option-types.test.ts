import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { flagSection } from "./flag-help.ts";
import { boolean, checkedBy, duration, integer, list, type OptionType, pairs, several } from "./option-types.ts";

/** Parses a command line with one flag, `--flag`. */
function parse(type: OptionType, args: readonly string[]): unknown {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  flagSection(command, "Flags")("--flag [value]", "a flag", type);
  return command.parse([...args], { from: "user" }).opts()["flag"];
}

describe("types of flags", () => {
  test.each<[string, OptionType, string[], unknown]>([
    ["a list by default", list(["a"]), [], ["a"]],
    ["a list with blanks", list([]), ["--flag", "a, b,,"], ["a", "b"]],
    ["a whole number", integer(1, 0, 9), ["--flag=7"], 7],
    ["a duration by default", duration("2s"), [], 2000],
    ["a duration of nothing", duration("2s"), ["--flag=0s"], 0],
    ["a boolean without a value", boolean(false), ["--flag"], true],
    ["a boolean that is not given", boolean(), [], undefined],
    ["a flag given twice", several(), ["--flag=a", "--flag=b"], ["a", "b"]],
    ["pairs", pairs(), ["--flag=a=1,b=2", "--flag", "a=3"], new Map(Object.entries({ a: "3", b: "2" }))],
  ])("%s", (_, type, args, want) => {
    expect(parse(type, args)).toEqual(want);
  });

  test.each<[string, OptionType, string, string]>([
    ["a number past its bounds", integer(1, 0, 9), "10", "It must be a whole number from 0 to 9."],
    ["a number with a sign", integer(1, 0, 9), "-1", "It must be a whole number"],
    ["a duration without a unit", duration("2s"), "5", "It must be a duration"],
    ["a positive duration that is 0", duration("2s", { isPositive: true }), "0s", "It must be a duration"],
    ["a boolean of another word", boolean(), "yes", "It must be true or false."],
    ["a pair without a value", pairs(), "a\tb", '"a\\tb" must be key=value.'],
    ["text that its parser refuses", (o) => o.argParser(checkedBy(refuse)), "x", "no x"],
  ])("refuse %s", (_, type, text, message) => {
    expect(() => parse(type, [`--flag=${text}`])).toThrow(message);
  });
});

function refuse(text: string): never {
  throw new TypeError(`no ${text}`);
}
