import { describe, expect, test } from "vitest";
import { createLog, type LogOptions } from "./log.ts";

function started(options: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const log = createLog({
    v: 0,
    format: "json",
    component: "apiserver",
    write: (text) => void lines.push(text),
    ...options,
  });
  const messages = (): readonly unknown[] => lines.map((line) => JSON.parse(line).msg as unknown);
  return { ...log, lines, messages };
}

describe("the log", () => {
  test.each([
    [0, ["warn", "error"]],
    [1, ["info", "warn", "error"]],
    [4, ["debug", "info", "warn", "error"]],
  ])("at level %i has %j", (v, want) => {
    const { log, messages } = started({ v });
    for (const severity of ["debug", "info", "warn", "error"] as const) log[severity](severity);
    expect(messages()).toEqual(want);
  });

  test("follows a level that changes", () => {
    const { log, verbosity, messages } = started();
    log.info("before");
    verbosity.set(2);
    log.info("after");
    expect([verbosity.get(), messages()]).toEqual([2, ["after"]]);
  });

  test("of a module has a level of its own, by the first pattern that matches", () => {
    const { module, messages } = started({ vmodule: new Map([["http*", 3]]) });
    const [named, other] = [module("httplog", 3), module("other", 3)];
    expect([named.isEnabled(), other.isEnabled()]).toEqual([true, false]);
    named.log.info("named");
    other.log.info("other");
    expect(messages()).toEqual(["named"]);
  });

  test.each([
    ["the verbosity of the process", 3, 0, true],
    ["the level of a pattern", 0, 3, true],
    ["neither", 2, 2, false],
  ])("of a module is enabled by %s", (_, v, own, enabled) => {
    const { module } = started({ v, vmodule: new Map([["httplog", own]]) });
    expect(module("httplog", 3).isEnabled()).toBe(enabled);
  });

  test.each<[severity: "debug" | "info" | "warn" | "error", verbosity: object]>([
    ["debug", { v: 4 }],
    ["info", { v: 1 }],
    ["warn", { v: 0 }],
    ["error", {}],
  ])("at %s is JSON with the level, the time, the fields and %j", (severity, verbosity) => {
    const { log, lines } = started({ v: 9 });
    log[severity]("message", { a: 1, b: "x", ts: "no time", big: 1n });
    expect(lines[0]?.endsWith("}\n")).toBe(true);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      level: severity,
      ts: expect.any(Number),
      caller: "apiserver",
      msg: "message",
      ...verbosity,
      a: 1,
      b: "x",
      big: "1",
    });
  });

  test("of a module has the verbosity from which it is written", () => {
    const { module, lines } = started({ v: 5 });
    module("httplog", 3).log.info("HTTP");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ v: 3 });
  });

  test("is text in one line, however fields look", () => {
    const { log, lines } = started({ format: "text" });
    log.error('a "b"', { text: "one\ntwo\u0001", number: 1.5, list: [1], none: undefined, nil: null });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^E\d{4} \d\d:\d\d:\d\d\.\d{6} \d+ apiserver\] "a \\"b\\"" text="one\\ntwo\\x01" number=1\.5 list="\[1\]" none="undefined" nil=null\n$/,
    );
  });
});
