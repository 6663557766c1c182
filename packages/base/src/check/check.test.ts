import { describe, expect, test } from "vitest";
import {
  aBoolean,
  aClock,
  aFunction,
  aMap,
  aNonNegativeNumber,
  aNumber,
  anIterable,
  anObject,
  aPort,
  aString,
  aUint8Array,
  checkArgument,
  type Expected,
  either,
  listOf,
  oneOf,
  optional,
  optionsOf,
  recordOf,
  withMethods,
} from "./index.ts";

interface Options {
  readonly host: string;
  readonly port?: number;
  readonly timeoutMs?: number;
  readonly token?: "a";
  readonly tls?: { readonly key: string };
  readonly names?: readonly string[];
}

const options = optionsOf<Options>({
  host: aString,
  port: optional(aPort),
  timeoutMs: optional(aNonNegativeNumber),
  token: optional(oneOf("a")),
  tls: optional(optionsOf<{ readonly key: string }>({ key: aString })),
  names: optional(listOf(aString)),
});

function problem(value: unknown, expected: Expected<never>): string | undefined {
  try {
    checkArgument("createX: options", value, expected);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as TypeError).message;
  }
}

describe("options", () => {
  test.each<[value: unknown, want: string | undefined]>([
    [{ host: "a" }, undefined],
    [{ host: "a", port: 0, timeoutMs: Number.POSITIVE_INFINITY, tls: { key: "k" }, names: ["n"] }, undefined],
    [Object.create({ host: "inherited" }), undefined],
    [new Proxy({ host: "a" }, {}), undefined],
    [undefined, "createX: options must be an object, not undefined"],
    [null, "createX: options must be an object, not null"],
    [["a"], "createX: options must be an object, not an array"],
    ["a", "createX: options must be an object, not a string"],
    [{}, "createX: options.host must be a string, not undefined"],
    [{ host: 7 }, "createX: options.host must be a string, not 7"],
    [{ host: "a", port: "abc" }, 'createX: options.port must be an integer from 0 to 65535, not "abc"'],
    [{ host: "a", port: 1.5 }, "createX: options.port must be an integer from 0 to 65535, not 1.5"],
    [{ host: "a", port: null }, "createX: options.port must be an integer from 0 to 65535, not null"],
    [{ host: "a", timeoutMs: -1 }, "createX: options.timeoutMs must be a number from 0, not -1"],
    [{ host: "a", tls: {} }, "createX: options.tls.key must be a string, not undefined"],
    [{ host: "a", names: "n" }, "createX: options.names must be an array (each item a string), not a string"],
    [{ host: "a", names: ["n", 1] }, "createX: options.names[1] must be a string, not 1"],
  ])("%o", (value, want) => {
    expect(problem(value, options)).toBe(want);
  });

  test("a secret is not shown, nor is a long text", () => {
    expect(problem({ host: "a", token: "s3cret" }, options)).toBe(
      'createX: options.token must be "a", not this string',
    );
    expect(problem({ host: "a", port: "x".repeat(41) }, options)).toBe(
      "createX: options.port must be an integer from 0 to 65535, not this string",
    );
  });

  test("a string in the place of an object is not shown: it may be anything", () => {
    expect(problem("s3cret", aClock)).toBe("createX: options must be a Clock of @svc/base, not a string");
  });
});

describe("names that are no options", () => {
  test.each<[given: object, want: string | undefined]>([
    [{ hots: "a" }, "createX: options.hots is unknown: did you mean host?"],
    [{ Host: "a" }, "createX: options.Host is unknown: did you mean host?"],
    [{ host: "a", timeout: 5 }, "createX: options.timeout is unknown: did you mean timeoutMs?"],
    [{ host: "a", tokn: "b" }, "createX: options.tokn is unknown: did you mean token?"],
    [{ host: "a", timeoutMS: 5 }, "createX: options.timeoutMS is unknown: did you mean timeoutMs?"],
    // The option is there as well: the other name is not meant for it.
    [{ host: "a", hosts: ["a"] }, undefined],
    [{ host: "a", tokn: undefined }, undefined],
    // Callers may pass an object that holds more.
    [{ host: "a", logger: 1, id: 2, tlv: 3 }, undefined],
  ])("%o", (given, want) => {
    expect(problem(given, options)).toBe(want);
  });

  test("members of an implementation are its own", () => {
    class Given {
      readonly host = "a";
      readonly tokn = "b";
    }
    expect(problem(new Given(), options)).toBeUndefined();
  });
});

describe("implementations", () => {
  class Own {
    now(): number {
      return 0;
    }
  }
  const proxy: object = new Proxy({}, { get: () => () => 0 });
  const asFunction = Object.assign(() => 0, { now: () => 0 });

  test.each([new Own(), proxy, asFunction, { now: () => 0 }])("%o has the method", (value) => {
    expect(problem(value, withMethods("a Time", "now"))).toBeUndefined();
  });

  test("the missing method is named", () => {
    expect(problem(new Own(), withMethods("a Time", "now", "after"))).toBe(
      "createX: options must be a Time, not an object without after()",
    );
  });
});

test.each<[name: string, expected: Expected<never>, right: readonly unknown[], wrong: readonly unknown[]]>([
  ["string", aString, ["", "a"], [1, undefined, null, {}]],
  ["number", aNumber, [0, -1, Number.POSITIVE_INFINITY], [Number.NaN, "1", 1n]],
  ["boolean", aBoolean, [true, false], [0, "true", undefined]],
  ["function", aFunction, [() => 0, class {}], [{}, "f"]],
  ["object", anObject, [{}, new Map()], [[], null, "o"]],
  ["bytes", aUint8Array, [new Uint8Array(1), Buffer.from("a")], [[1], "a", new Uint16Array(1)]],
  ["map", aMap, [new Map(), new URLSearchParams()], [{}, [], new Set()]],
  ["iterable", anIterable, [[], new Set(), new Map()], [{}, 1]],
  ["record", recordOf(aBoolean), [{}, { a: true }], [{ a: 1 }, []]],
  ["one of two", either(aString, listOf(aString)), ["a", ["a"]], [1, [1]]],
])("%s", (_, expected, right, wrong) => {
  expect(right.map((value) => problem(value, expected)).filter((text) => text !== undefined)).toEqual([]);
  expect(wrong.filter((value) => problem(value, expected) === undefined)).toEqual([]);
});
