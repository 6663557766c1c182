import { expect, test } from "vitest";
import { abortProblem, isTimeout, timeoutReason } from "./abort-reason.ts";

const given = new AbortController();
given.abort(timeoutReason());
const any = AbortSignal.any([new AbortController().signal, given.signal]);

test.each([
  { name: "a deadline", signal: given.signal, late: true, problem: "context deadline exceeded" },
  { name: "a deadline among other signals", signal: any, late: true, problem: "context deadline exceeded" },
  { name: "no reason", signal: AbortSignal.abort(), late: false, problem: "context canceled" },
  { name: "another reason", signal: AbortSignal.abort("left"), late: false, problem: "context canceled" },
])("a signal aborted with $name: $problem", ({ signal, late, problem }) => {
  expect(isTimeout(signal)).toBe(late);
  expect(abortProblem(signal)).toBe(problem);
});
