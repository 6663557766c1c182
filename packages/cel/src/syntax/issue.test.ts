import { describe, expect, it } from "vitest";
import { clusterEnv } from "../cluster/cluster-env.ts";
import { createEnv } from "../env/env.ts";
import { CompileError } from "./issue.ts";

const env = createEnv(clusterEnv());

function messageOf(expression: string): string {
  try {
    env.compile(expression);
  } catch (error) {
    if (error instanceof CompileError) return error.message;
    throw error;
  }
  return "compiles";
}

describe("the message of an expression with many issues", () => {
  it.each([
    ["of the text", "@".repeat(300), "1 more errors were truncated"],
    ["of names", "a\n+".repeat(150).concat("a"), "51 more errors were truncated"],
  ])("%s: names the first hundred and counts the others", (_, expression, last) => {
    const lines = messageOf(expression).split("\n");
    expect(lines.filter((line) => line.startsWith("ERROR"))).toHaveLength(100);
    expect(lines.at(-1)).toBe(last);
  });

  it.each([
    ["quotes that end nothing", "`".repeat(90_000)],
    ["characters that begin nothing", "@".repeat(90_000)],
    ["operators without operands", "size(".concat(",".repeat(90_000))],
    ["escapes that are none", "'\\9'+".repeat(18_000)],
    ["names that nothing has", "[n,\n".repeat(1).concat("n,".repeat(45_000), "n]")],
  ])("%s: stays within a few lines of text", (_, expression) => {
    expect(messageOf(expression).length).toBeLessThan(5 * expression.length);
  });
});

it("of an empty expression points before its first character, and has no line of source", () => {
  expect(messageOf("")).toMatch(/^ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting [^\n]*$/);
  expect(messageOf(" ")).toMatch(/^ERROR: <input>:1:2: .*\n \| {2}\n \| \.\^$/);
});
