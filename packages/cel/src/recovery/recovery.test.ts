import { expect, test } from "vitest";
import { clusterEnv } from "../cluster/cluster-env.ts";
import { createEnv } from "../env/env.ts";
import { CompileError } from "../syntax/issue.ts";
import { readGolden } from "../testing/golden.ts";

/** A text and what a running original answered, where it refused it. */
interface SyntaxCase {
  readonly expr: string;
  readonly error?: string;
}

const env = createEnv(clusterEnv());

function errorOf(text: string): string | undefined {
  try {
    env.parse(text);
    return undefined;
  } catch (e) {
    if (e instanceof CompileError) return e.message;
    throw e;
  }
}

test("texts with mistakes are refused with all errors of the reference implementation", () => {
  const failed = readGolden<readonly SyntaxCase[]>("syntax-cases.json")
    .map(({ expr, error }) => ({ expr, want: error, got: errorOf(expr) }))
    .filter(({ want, got }) => want !== got);
  expect(failed).toEqual([]);
});

test.each([
  ["identifiers without operators", "a ".repeat(2_000), "extraneous|mismatched"],
  ["unclosed calls", `${"f(-1,".repeat(240)}${"a.b,".repeat(500)}`, "mismatched input"],
  ["errors in every element", `[${"1 2,".repeat(1_000)}]`, "recovery"],
  ["much to skip", `a ${"] ".repeat(1000)}`, "lookahead limit exceeded: 256"],
])("a text of %s is refused", (_, text, error) => {
  expect(errorOf(text)).toMatch(new RegExp(error));
});

test.each([
  ["a token that does not fit", `[${"1,".repeat(5_000)}1]]`, "<input>:1:10004: Syntax error: mismatched input ']'"],
  ["characters that are no token", `[${"1,".repeat(5_000)}#1]`, "token recognition error at: '#"],
  ["a macro that refuses its arguments", `[${"1,".repeat(5_000)}has(a)]`, "Syntax error: mismatched input ']'"],
])("for a text of more than 4,096 characters with %s only the first error is reported", (_, text, error) => {
  expect(errorOf(text)).toContain(error);
  expect(errorOf(text)).toContain("(further errors of texts of more than 4096 characters are not told)");
});

test("a text of more than 4,096 characters that exceeds a limit gets only that error", () => {
  expect(errorOf("1+".repeat(5_000))).toBe(errorOf(`${"1+".repeat(1_000)}1`));
});
