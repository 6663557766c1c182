import { expect, test } from "vitest";
import type { Implementation, Overload } from "../declarations/functions.ts";
import { createEnv, type Env } from "./env.ts";

/** An environment with `f` of the given overload. */
function withFunction(overload: Omit<Overload, "id">): Env {
  const functions = [{ name: "f", overloads: [{ id: "f", ...overload }] }];
  return createEnv({ libraries: [{ name: "own", functions }], variables: { i: "int", s: "string" } });
}

const fails: Implementation = () => {
  throw new RangeError("out of luck");
};

test.each([
  ["one argument", "f(int): int", "f(i)"],
  ["two arguments", "f(int, int): int", "f(i, 2)"],
  ["three arguments", "f(int, int, int): int", "f(i, 2, 3)"],
  ["a receiver", "string.f(): int", "s.f()"],
])("an exception in a function of %s is an error of the expression", (_, signature, text) => {
  const env = withFunction({ signature, impl: fails });
  const message = "internal error: out of luck";
  expect(env.compile(text).evaluate({ i: 1, s: "" })).toMatchObject({
    ok: false,
    error: { kind: "evaluation", message },
  });
  expect(env.compile(`${text} == 1 || true`).evaluate({ i: 1, s: "" })).toMatchObject({ ok: true, value: true });
});

test("the estimate of a function with a cost and no estimate has no upper limit", () => {
  const costly = withFunction({ signature: "f(int): int", impl: (n) => n!, cost: (n) => Number(n) });
  expect(costly.compile("f(i)").estimatedCost.max).toBeGreaterThanOrEqual(2 ** 63);
  const plain = withFunction({ signature: "f(int): int", impl: (n) => n! });
  expect(plain.compile("f(i)").estimatedCost.max).toBe(2);
});

test.each([
  ["f(strng): int", 'signature "f(strng): int" names an undeclared type "strng"'],
  ["f(list(nt)): int", 'signature "f(list(nt)): int" names an undeclared type "nt"'],
  ["f(int): boolean", 'signature "f(int): boolean" names an undeclared type "boolean"'],
  ["g(int): int", 'signature "g(int): int" is not one of function "f"'],
  ["f(int)", 'cannot read signature "f(int)"'],
  ["f(int: int", 'cannot read signature "f(int: int"'],
])("the signature %s is refused", (signature, problem) => {
  expect(() => withFunction({ signature, impl: fails })).toThrow(new TypeError(problem));
});
