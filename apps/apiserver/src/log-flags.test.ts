import { describe, expect, test } from "vitest";
import { parseFlags } from "./flags.ts";

describe("flags of the log", () => {
  test("are text at level 0 by default", () => {
    expect(parseFlags([])).toMatchObject({ v: 0, loggingFormat: "text", vmodule: new Map() });
  });

  test("name levels of modules", () => {
    expect(parseFlags(["--vmodule=httplog=3,a*=0"]).vmodule).toEqual(
      new Map([
        ["httplog", 3],
        ["a*", 0],
      ]),
    );
  });

  test.each([
    ["--v=abc", "whole number"],
    ["--vmodule=x", '"x" does not have the pattern=N format'],
    ["--vmodule=a=b", 'parsing verbosity in "a=b": strconv.ParseUint: parsing "b": invalid syntax'],
    ["--logging-format=xml", "Allowed choices are text, json"],
    ["--profiling=x", "true or false"],
    ["--allow-metric-labels=foo", "foo must be formatted as key=value"],
    ["--allow-metric-labels=foo=bar", "foo must be formatted as <metric>,<label>"],
  ])("%s is refused", (flag, message) => {
    expect(() => parseFlags([flag])).toThrow(message);
  });

  test("allow values of metric labels", () => {
    const { allowMetricLabels } = parseFlags([
      "--allow-metric-labels=a_total,verb='GET,PUT'",
      '--allow-metric-labels="b,c=1","b,d=2,3"',
    ]);
    expect(allowMetricLabels).toEqual(
      new Map([
        ["a_total,verb", new Set(["GET", "PUT"])],
        ["b,c", new Set(["1"])],
        ["b,d", new Set(["2", "3"])],
      ]),
    );
  });
});
